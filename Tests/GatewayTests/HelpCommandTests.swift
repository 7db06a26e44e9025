import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

@Suite struct HelpCommandTests {
    @Test func versionHelpAndTopicsNeedNoHome() throws {
        let harness = try CompassHarness()
        #expect(harness.run("version").out == "compass 0.1.0\n")
        #expect(harness.run("").out.hasPrefix("Recruiting Compass"))
        #expect(harness.run(words: []).code == .success)
        #expect(harness.run("help exit-codes").out.hasPrefix("  0  done\n"))
        #expect(harness.run("help interactions list").out.hasPrefix("List interactions"))
        #expect(harness.run("help nonsense").code == .usage)
        #expect(harness.run("help interactons").err.contains("\"interactions\""))
        #expect(harness.transport.seen.isEmpty)
    }

    @Test func everyTopicHasItsPageWithinEightyColumns() throws {
        for topic in CompassTable.table.topics {
            let page = try CompassHarness().run("help \(topic.word)").out
            #expect(!page.isEmpty)
            for line in page.split(separator: "\n") { #expect(line.count <= 84) }
        }
    }

    @Test func helpAsJSONSaysWhatReadsAndWhatChanges() throws {
        let json = try CompassHarness().run("help --json").out
        #expect(json.hasPrefix("{\"program\":\"compass\""))
        #expect(json.contains("\"name\":\"interactions add\""))
        #expect(json.contains("\"read_only\":false,\"effect\":\"mutating\""))
    }

    @Test func aUsageErrorWithJSONIsAnObjectToo() throws {
        let ran = try CompassHarness().run("interactions lst --json")
        #expect(ran.code == .usage)
        #expect(ran.out.hasPrefix("{\"error\":{\"code\":\"usage\""))
        #expect(ran.err.contains("Did you mean \"list\"?"))
    }

    @Test func completionsComeFromTheTableTheFilesAndTheServices() throws {
        let harness = try CompassHarness()
        try harness.signIn(as: "maya")
        func words(_ line: String...) -> [String] {
            harness.run(words: ["__complete", "--"] + line).out.split(separator: "\n")
                .map { String($0.prefix { $0 != "\t" }) }
        }
        #expect(words("inter") == ["interactions"])
        #expect(words("interactions", "li") == ["list"])
        #expect(words("interactions", "list", "--sentiment", "p") == ["positive"])
        #expect(words("interactions", "list", "--as", "") == ["maya"])
        #expect(harness.transport.seen.isEmpty)
        #expect(words("interactions", "list", "--school", "Du") == ["Duke University"])
        #expect(words("interactions", "show", "") == ["aaaa0001", "bbbb0002"])
        #expect(harness.transport.seen.allSatisfy { $0.budget == .milliseconds(150) })
    }

    @Test func completionsAreSilentWhenNobodyIsSignedIn() throws {
        let harness = try CompassHarness()
        let ran = harness.run(words: ["__complete", "--", "schools", "show", ""])
        #expect(ran.out.isEmpty && ran.err.isEmpty && ran.code == .success)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func scriptsForEachShell(shell: String) throws {
        #expect(try CompassHarness().run("completion \(shell)").out.contains("compass __complete"))
    }
}

@Suite struct ServiceCommandTests {
    @Test func statusNamesWhatIsDownAndExitsEight() throws {
        let harness = try CompassHarness { call in
            switch (call.service, call.operation) {
            case ("$srv.ping", _): Fixture.answer(["broker": "ok"])
            case ("coaches", _): Fixture.refusal(.unavailable, "coaches is away")
            default:
                Fixture.answer(PingService.Response(name: call.service, id: "1", version: "0.1"))
            }
        }
        let ran = harness.run("service status", traits: .init(isTerminal: true, columns: 80))
        #expect(ran.code == .unavailable)
        #expect(ran.out.contains("coaches       down"))
        #expect(ran.out.contains("identity      ready  0.1"))
        #expect(ran.err == "1 of 4 does not answer\n")
        #expect(harness.run("service ping coaches").code == .unavailable)
        #expect(harness.run("service ping identity").code == .success)
        #expect(harness.run("service status --json").out.contains("\"state\":\"down\""))
    }

    @Test func figuresNeedTheOperatorsKey() throws {
        let ran = try CompassHarness().run("service stats coaches")
        #expect(ran.code == .forbidden)
        #expect(ran.err.contains("Only the system's operator can do that"))
    }
}
