import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
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

    // What newcomers asked: which secret, which numbers, and what comes next.
    @Test(arguments: [
        ("calendar link", "compass calendar export --help"),
        ("calendar link", "works on this machine only"),
        ("calendar revoke", "For a new address: compass calendar link"),
        ("calendar export", "does not follow later changes"),
        ("calendar export", "To \(CalendarFeed.fileName) here"),
        ("second-factor show", "an authenticator app on your phone"),
        ("second-factor add", "The first of two steps."),
        ("second-factor add", "compass second-factor confirm CODE"),
        ("second-factor confirm", "after compass second-factor add"),
        ("second-factor remove", "your password alone signs you in"),
        ("hooks add", "with a secret that this command shows, only once"),
        ("hooks add", "A family has \(HookLimit.perFamily) hooks at most"),
        ("hooks list", "until it is replayed"),
        ("hooks deliveries", "compass hooks replay sends it again"),
        ("hooks test", "replay it first"), ("hooks replay", "in compass hooks deliveries"),
        ("hooks remove", "its secret ends"), ("hooks remove", "the last 8 digits of the id"),
    ])
    func helpSaysWhatFollows(command: String, text: String) throws {
        let page = try CompassHarness().run("help \(command)").out
        // Lines are wrapped anywhere.
        let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains(text), "\(page)")
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

    @Test func theEnvironmentsFormIsThatOfErrorsToo() throws {
        let harness = try CompassHarness()
        harness.environment["COMPASS_OUTPUT"] = "json"
        for line in ["interactions lst", "interactions list"] {
            #expect(harness.run(line).out.hasPrefix("{\"error\":{\"code\":\""))
            // A flag wins over the variable.
            #expect(harness.run("\(line) -o table").out.isEmpty)
            #expect(harness.run("\(line) --output=csv").out.isEmpty)
        }
    }

    // A file that nobody can read says nothing, and must not be passed over.
    @Test(arguments: ["{\"broker.endpoint\": 1}", "{", "{\"broker.endpont\": \"ipc://x\"}"])
    func aConfigurationThatCannotBeReadIsRefused(file: String) throws {
        let harness = try CompassHarness.signedIn()
        let path = harness.folder.path("home/compass.json")
        try Data(file.utf8).write(to: URL(fileURLWithPath: path))
        let ran = harness.run("interactions list")
        #expect(ran.code == .usage)
        #expect(ran.err.contains(path))
        #expect(harness.transport.seen.isEmpty)
        // What a flag or a variable says needs no file.
        #expect(harness.run("interactions list --broker-endpoint ipc:///x").code == .success)
        try Data("{\"broker.endpoint\":\"ipc:///y\"}".utf8)
            .write(to: URL(fileURLWithPath: path))
        #expect(harness.run("interactions list").code == .success)
    }

    @Test func completionsReachBeyondTheRowsThatAreOffered() throws {
        let names = (0..<CompletionLookUp.rowsMax + 1).map { "A\($0)" } + ["Zeta State"]
        let schools = names.enumerated().map {
            Fixture.school(0x5c00_1000 + UInt64($0.offset), $0.element)
        }
        let harness = try CompassHarness { call in
            call.operation == "schools.list"
                ? Fixture.answer(ListSchools.Response(schools, total: schools.count))
                : Fixture.script(call)
        }
        try harness.signIn()
        func lines(_ typed: String) -> Int {
            harness.run(words: ["__complete", "--", "schools", "show", typed]).out
                .split(separator: "\n").count
        }
        #expect(lines("Z") == 1)
        #expect(lines("A") == CompletionLookUp.rowsMax)
        #expect(lines("A1") == 11)
    }

    @Test func completionsComeFromTheTableTheFilesAndTheServices() throws {
        let harness = try CompassHarness.signedIn(as: "maya")
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

    @Test func completionsKnowFilesAndZones() throws {
        let harness = try CompassHarness()
        func out(_ line: String...) -> String {
            harness.run(words: ["__complete", "--"] + line).out
        }
        #expect(out("import", "schools", "") == "\tfiles\n")
        #expect(out("coaches", "export", "--to=") == "\tfiles\n")
        #expect(out("coaches", "list", "--tz", "America/New_Y") == "America/New_York\t\n")
        #expect(out("coaches", "list", "--tz=US/Easte") == "--tz=US/Eastern\t\n")
        #expect(harness.transport.seen.isEmpty)
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
    private static let registry = """
        {"name":"compass-broker","services":[
        {"name":"coaches","queued":2,"queued_bytes":9,"workers":[{"id":1,"in_flight":3}]},
        {"name":"interactions","queued":0,"queued_bytes":0,"workers":[]}\(others)]}
        """
    private static let others = ServiceName.allCases.filter {
        $0 != .coaches && $0 != .interactions
    }
    .map {
        #",{"name":"\#($0.rawValue)","queued":0,"queued_bytes":0,"#
            + #""workers":[{"id":2,"in_flight":0}]}"#
    }.joined()
    /// The services and the broker.
    private static let all = ServiceName.allCases.count + 1

    private func harness() throws -> CompassHarness {
        let harness = try CompassHarness { call in
            switch (call.service, call.operation) {
            case ("$srv.info", _): .success(Array(Self.registry.utf8), replayed: false)
            case ("coaches", _): Fixture.refusal(.unavailable, "coaches is away")
            default:
                Fixture.answer(PingService.Response(name: call.service, id: "1", version: "0.1"))
            }
        }
        // Anything but ipc:// is taken as listening: no socket is looked for.
        harness.environment["COMPASS_BROKER_ENDPOINT"] = "inproc://test"
        harness.environment["COMPASS_NOW"] = nil
        return harness
    }

    @Test func statusNamesWhatIsDownAndExitsEight() throws {
        let harness = try harness()
        let ran = harness.run("service status", traits: .init(isTerminal: true, columns: 120))
        #expect(ran.code == .unavailable)
        #expect(ran.out.contains("identity       ready  0.1"))
        #expect(ran.out.contains("coaches is away"))
        #expect(ran.out.contains("no worker is registered"))
        #expect(ran.err == "2 of \(Self.all) do not answer\n")
        #expect(!harness.transport.seen.contains { $0.service == "interactions" })
        #expect(harness.run("service ping coaches").code == .unavailable)
        #expect(harness.run("service ping identity").code == .success)
        let json = harness.run("service status --json").out
        #expect(json.contains("\"state\":\"down\""))
        #expect(json.contains("\"queued\":2,\"in_flight\":3"))
    }

    /// All services answer; those of events come with these gauges for the operator.
    private func harness(gaugesOfEvents gauges: [String: Int64]) throws -> CompassHarness {
        let services = ServiceName.allCases.map {
            #"{"name":"\#($0.rawValue)","queued":0,"workers":[{"id":2,"in_flight":0}]}"#
        }.joined(separator: ",")
        let harness = try CompassHarness { call in
            switch (call.service, call.operation) {
            case ("$srv.info", _):
                .success(Array(#"{"name":"b","services":[\#(services)]}"#.utf8), replayed: false)
            case (let service, ServiceStatistics.name):
                Fixture.answer(
                    ServiceStatistics.Response(
                        name: service, id: "1", version: "0.1", startedAt: .earliest,
                        inFlight: 0, operations: [],
                        gauges: service == "events" ? gauges : [:]))
            default:
                Fixture.answer(PingService.Response(name: call.service, id: "1", version: "0.1"))
            }
        }
        harness.environment["COMPASS_BROKER_ENDPOINT"] = "inproc://test"
        return harness
    }

    private func makeOperatorKey(in harness: CompassHarness) throws {
        let keys = harness.folder.path("home/keys")
        try FileManager.default.createDirectory(
            atPath: keys, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        _ = try KeyStore(folder: keys).signingKey(of: .operator)
    }

    // What answers but is in trouble is told to whoever holds the operator's key.
    @Test func statusTellsTheOperatorOfTroubleToo() throws {
        let harness = try harness(
            gaugesOfEvents: ["deletions.stuck": 1, "feed.coaches.stopped_at": 7])
        let trouble = "1 deletion unfinished after 10 s; stopped at change 7 of coaches"
        #expect(!harness.run("service status").out.contains(trouble))
        try makeOperatorKey(in: harness)
        let ran = harness.run("service status")
        #expect(ran.out.contains("events\tready"), "\(ran.out)")
        #expect(ran.out.contains(trouble))
        #expect(
            ran.err.contains(
                "events answers, but: \(trouble). See: compass service stats events\n"))
    }

    // N-162
    @Test(arguments: [(0, .success), (1, .unavailable)] as [(Int64, ExitCode)])
    func statusEndsWithEightAndWhatToDoWhileTheDiskRefusesWrites(
        isFull: Int64, code: ExitCode
    ) throws {
        let harness = try harness(
            gaugesOfEvents: ["disk.is_full": isFull, "disk.used_percent": 40])
        try makeOperatorKey(in: harness)
        let ran = harness.run("service status")
        #expect(ran.code == code)
        let last = ran.err.split(separator: "\n").last ?? ""
        #expect(last.hasPrefix("The disk of ") == (isFull == 1), "\(ran.err)")
        #expect(last.contains("Free space") == (isFull == 1), "\(ran.err)")
    }

    // N-144: an accepted loss is told for some days.
    @Test(arguments: [(-1, true), (0, false)] as [(Int64, Bool)])
    func statusTellsOfAnAcceptedLossForSomeDays(seconds: Int64, isTold: Bool) throws {
        let harness = try harness()
        harness.environment["COMPASS_NOW"] = "2026-02-10T12:00:00Z"
        let words = "started empty after an accepted loss; only a backup has the lost records"
        let data = harness.folder.path("home/data")
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        let path = "\(data)/identity.sqlite.loss"
        let age = ServiceSurvey.lossShownFor.components.seconds + seconds
        let isMade = FileManager.default.createFile(
            atPath: path, contents: Data("\(words)\n".utf8), attributes: [.posixPermissions: 0o600])
        #expect(isMade)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(1_770_724_800 - age))],
            ofItemAtPath: path)
        let ran = harness.run("service status")
        let note = "identity answers, but: \(words). See: compass service stats identity\n"
        #expect(ran.err.contains(note) == isTold, "\(ran.err)")
        #expect(ran.out.contains(words) == isTold, "\(ran.out)")
        #expect(ran.out.contains("identity\tready"), "\(ran.out)")
    }

    @Test(
        arguments: [
            ([:], ""), (["deletions.stuck": 0, "feed.coaches.stopped_at": 0], ""),
            (["deletions.stuck": 2], "2 deletions unfinished after 10 s"),
            (["feed.identity.stopped_at": 9], "stopped at change 9 of identity"),
            (
                ["clock.fixed_at_ms": 1_770_724_800_000],
                "its time is fixed at 2026-02-10T12:00:00.000Z "
                    + "(COMPASS_NOW was set when it started)"
            ),
            (["clock.ahead_s": 0, "clock.settles_in_s": 0, "clock.jumps": 3], ""),
            (
                ["clock.ahead_s": 31 * 86_400, "clock.settles_in_s": 86_399],
                "the machine's clock was set 31 days ahead; nothing is removed for good until it "
                    + "is correct or has run steadily for another 23 hours. "
                    + "Check it: date, timedatectl"
            ),
            (
                ["clock.ahead_s": -10, "clock.settles_in_s": 60],
                "the machine's clock was set 10 seconds back; nothing is removed for good until "
                    + "it is correct or has run steadily for another 1 minute. "
                    + "Check it: date, timedatectl"
            ),
        ] as [([String: Int64], String)])
    func figuresBecomeProblems(gauges: [String: Int64], text: String) {
        #expect(ServiceProblems.text(gauges) == text)
    }

    // X-14
    @Test func withoutABrokerNothingIsWaitedFor() throws {
        let harness = try harness()
        harness.environment["COMPASS_BROKER_ENDPOINT"] = nil
        let ran = harness.run("service status")
        #expect(ran.code == .unavailable)
        #expect(ran.err == "\(Self.all) of \(Self.all) do not answer\n")
        #expect(harness.transport.seen.isEmpty)
        // Whatever the words are: that nobody listens decides.
        let list = try CompassHarness { _ in Fixture.refusal(.unavailable, "No broker") }
        try list.signIn()
        let refused = list.run("interactions list")
        #expect(refused.code == .unavailable)
        #expect(refused.err.hasPrefix("compass: Gateway unreachable: no broker listens at ipc://"))
        // Commands that ask every service do not ask the others in vain.
        for command in ["audit", "trash list"] {
            let asked = list.transport.seen.count
            let refused = list.run(command)
            #expect(refused.code == .unavailable)
            #expect(refused.err.hasPrefix("compass: Gateway unreachable"))
            #expect(list.transport.seen.count == asked + 1)
        }
    }

    @Test func figuresNeedTheOperatorsKey() throws {
        let ran = try CompassHarness().run("service stats coaches")
        #expect(ran.code == .forbidden)
        #expect(ran.err.contains("Only the system's operator can do that"))
    }
}
