import CommandKit
import Testing

@testable import Gateway

@Suite struct CompassTableTests {
    @Test func theTableIsSound() {
        #expect(CompassTable.table.problems.isEmpty)
    }

    @Test func everyExampleParsesToItsCommand() throws {
        for command in CompassTable.table.commands where !command.isHidden {
            for example in command.examples {
                // The operator's commands are shown as the program `compass-admin` has them.
                let line = example.line.replacing("compass-admin ", with: "compass admin ")
                guard line.hasPrefix("compass ") else { continue }
                let words = shellWords(String(line.dropFirst(8)))
                guard case .run(let invocation) = try CommandParser(CompassTable.table).parse(words)
                else {
                    Issue.record("\(example.line) runs nothing")
                    continue
                }
                #expect(invocation.command.name == command.name)
            }
        }
        for step in CompassTable.table.firstSteps {
            let words = shellWords(String(step.line.dropFirst(8)))
            _ = try CommandParser(CompassTable.table).parse(words)
        }
    }

    @Test func everyCommandHasASummaryAndItsPageNamesItsFlags() {
        let help = HelpText(CompassTable.table)
        for command in CompassTable.table.commands {
            #expect(!command.summary.isEmpty)
            let page = help.page(for: command.path, columns: 80)
            for flag in command.flags {
                let names = ["--\(flag.name)", "--[no-]\(flag.name)"]
                #expect(names.contains { page.contains($0) })
            }
        }
    }

    @Test func everyOperationalWordOfTheDesignIsThere() {
        let nouns = Set(CompassTable.table.commands.compactMap { $0.path.first })
        for word in [
            "signup", "login", "logout", "whoami", "family", "preferences", "schools", "coaches",
            "interactions", "events", "metrics", "undo", "trash", "history", "audit",
            "notifications", "service", "completion", "help", "version",
        ] {
            #expect(nouns.contains(word))
        }
    }

    @Test(arguments: [
        ("interaction list", "interactions"), ("interactions create", "add"),
        ("interactions lsit", "list"), ("shcools list", "schools"),
        ("interactions list --dirction inbound", "--direction"),
        ("interactions list --type phone", "phone_call"),
        ("interactions list --sentiment verypositive", "very_positive"),
    ])
    func typosAreAnsweredWithTheWordThatWasMeant(line: String, meant: String) throws {
        let harness = try CompassHarness()
        let ran = harness.run(line)
        #expect(ran.err.contains("\"\(meant)\""))
        #expect(ran.code == .usage || ran.code == .invalid)
        #expect(ran.err.split(separator: "\n").count <= 3)
    }

    @Test func anArgumentThatIsGivenAsAFlagIsShownInItsPlace() throws {
        let ran = try CompassHarness().run("family create --name Lee")
        #expect(ran.code == .usage)
        #expect(
            ran.err.contains(
                "NAME is written without a flag: compass family create [NAME…] [flags]"))
        #expect(!ran.err.contains("--home"))
    }

    /// Words of a line as a shell reads them: quotes only, no escapes, up to a redirection.
    private func shellWords(_ line: String) -> [String] {
        var words: [String] = []
        var current = ""
        var isQuoted = false
        for character in line {
            if character == "\"" {
                isQuoted.toggle()
            } else if character == " ", !isQuoted {
                words.append(current)
                current = ""
            } else {
                current.append(character)
            }
        }
        words.append(current)
        if let end = words.firstIndex(where: { $0 == ">" || $0 == "<" }) {
            words = Array(words[..<end])
        }
        return words
    }

    @Test(arguments: [
        ("bin/compass users", "users"), ("compass-admin users", "admin users"),
        ("/usr/bin/compass-admin help suspend", "help admin suspend"), ("compass-admin", "admin"),
    ]) func compassAdminHasTheCommandsOfAdmin(line: String, words: String) {
        let arguments = line.split(separator: " ").map(String.init)
        #expect(GatewayMain.words(of: arguments).joined(separator: " ") == words)
    }
}
