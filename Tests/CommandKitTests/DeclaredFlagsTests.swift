import Synchronization
import Testing

@testable import CommandKit

/// When the flags of commands are made.
@Suite struct DeclaredFlagsTests {
    private final class Counts: Sendable {
        private let counts = Mutex<[String: Int]>([:])

        func flags(_ command: String) -> [Flag] {
            counts.withLock { $0[command, default: 0] += 1 }
            return [.value("kind", .text(), "Only this kind")]
        }

        subscript(command: String) -> Int { counts.withLock { $0[command] ?? 0 } }
    }

    private func table(_ counts: Counts) -> CommandTable {
        CommandTable(
            program: "tool", sentence: "Keeps notes.",
            nouns: [.init("notes", "What was said"), .init("people", "Who said it")],
            commands: [
                Command("notes list", .readOnly, "List notes", flags: counts.flags("notes list")),
                Command(
                    "people list", .readOnly, "List people", flags: counts.flags("people list")),
            ])
    }

    private func kind(_ words: [String], _ counts: Counts) throws -> String? {
        guard case .run(let invocation) = try CommandParser(table(counts)).parse(words) else {
            return nil
        }
        return invocation.text("kind")
    }

    @Test func aLineMakesTheFlagsOfItsCommandOnce() throws {
        let counts = Counts()
        #expect(try kind(["notes", "list", "--kind", "email"], counts) == "email")
        #expect(counts["notes list"] == 1)
        #expect(counts["people list"] == 0)
    }

    @Test func aFlagBeforeTheWordsIsFoundAmongAll() throws {
        let counts = Counts()
        #expect(try kind(["--kind", "email", "people", "list"], counts) == "email")
        #expect(counts["notes list"] == 1)
        #expect(counts["people list"] == 1)
    }

    @Test func anUnknownFlagIsRefusedAsBefore() {
        let counts = Counts()
        #expect(throws: UsageError.self) { try kind(["notes", "list", "--kin", "x"], counts) }
    }
}
