import CommandKit
import Testing

/// A noun that stands for one of its commands.
@Suite struct BareNounTests {
    private static func table(alone verb: String?) -> CommandTable {
        CommandTable(
            program: "tool", sentence: "Keeps notes.",
            nouns: [.init("notes", "What was said", bareVerb: verb)],
            commands: [
                Command(
                    "notes list", .readOnly, "List notes",
                    flags: [.value("limit", .integer(in: 1...9), "At most so many")]),
                Command("notes add", .mutating, "Add a note"),
            ])
    }

    private func command(_ words: [String], _ table: CommandTable) throws -> Invocation? {
        if case .run(let invocation) = try CommandParser(table).parse(words) { return invocation }
        return nil
    }

    @Test func theNounAloneIsItsCommandWithItsFlags() throws {
        let table = Self.table(alone: "list")
        #expect(table.problems.isEmpty)
        #expect(try command(["notes"], table)?.command.name == "notes list")
        let limited = try command(["notes", "--limit", "3"], table)
        #expect(limited?.command.name == "notes list" && limited?.integer("limit") == 3)
        #expect(try command(["notes", "add"], table)?.command.name == "notes add")
        #expect(throws: UsageError.self) { try command(["notes", "frobnicate"], table) }
        #expect(throws: UsageError.self) { try command(["notes"], Self.table(alone: nil)) }
    }

    @Test func helpSaysWhatTheNounAloneDoes() {
        let page = HelpText(Self.table(alone: "list")).page(for: ["notes"], columns: 80)
        #expect(page.contains("tool notes [flags]: the same as notes list\n"))
        let plain = HelpText(Self.table(alone: nil)).page(for: ["notes"], columns: 80)
        #expect(!plain.contains("the same as"))
    }

    @Test func aVerbThatIsNotThereIsAProblem() {
        #expect(Self.table(alone: "show").problems == ["notes: it has no verb show"])
    }
}
