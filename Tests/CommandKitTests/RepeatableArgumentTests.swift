import Testing

@testable import CommandKit

@Suite struct RepeatableArgumentTests {
    private let table = CommandTable(
        program: "tool", sentence: "Keeps files.",
        commands: [
            Command(
                "store", .mutating, "Store files",
                arguments: [
                    Argument("PLACE", "Where"),
                    Argument("NUMBER", "What", .integer(in: 1...9), repeatable: true),
                ])
        ])

    private func arguments(_ words: String...) throws(UsageError) -> [String] {
        guard case .run(let invocation) = try CommandParser(table).parse(words) else { return [] }
        return invocation.arguments
    }

    @Test func eachWordStandsByItself() throws {
        #expect(try arguments("store", "here", "1") == ["here", "1"])
        #expect(try arguments("store", "a b", "1", "2", "3") == ["a b", "1", "2", "3"])
    }

    @Test func eachWordIsCheckedAndOneIsNeeded() {
        #expect(throws: UsageError.self) { try arguments("store", "here") }
        let error = #expect(throws: UsageError.self) { try arguments("store", "here", "1", "x") }
        #expect(error?.field == "number")
    }

    @Test func helpSaysThatItGoesOn() {
        let page = HelpText(table).page(for: ["store"], columns: 80)
        #expect(page.contains("tool store PLACE NUMBER…"))
        #expect(table.problems.isEmpty)
    }

    @Test func onlyTheLastMayGoOn() {
        let wrong = CommandTable(
            program: "tool", sentence: "",
            commands: [
                Command(
                    "store", .mutating, "",
                    arguments: [Argument("A", "", repeatable: true), Argument("B", "")])
            ])
        #expect(wrong.problems == ["store: A must be the last argument"])
    }
}
