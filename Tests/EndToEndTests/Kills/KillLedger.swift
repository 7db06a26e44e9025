import Contracts
import Foundation
import Support

/// What the clients of a session attempted and learned, in a file of the test: one line before each
/// command is sent, synced to disk, and one line after.
final class KillLedger: Sendable {
    private let ledger: Ledger
    private let path: String
    private let entries = Watched<[String: Entry]>([:])

    /// A command and its outcome.
    struct Entry: Sendable {
        let command: KillCommand
        var outcome = KillOutcome.unknown
        var detail = ""
    }

    init(path: String) throws {
        self.path = path
        ledger = try Ledger(path: path, isSynced: true)
    }

    /// Records a command before it is sent.
    func attempt(_ command: KillCommand) {
        ledger.append("attempt \(command.key.text) \(command.kind.rawValue) \(command.mark)")
        entries.update { $0[command.key.text] = Entry(command: command) }
    }

    /// Records the outcome of a command.
    func learn(_ command: KillCommand, _ outcome: KillOutcome, _ detail: String = "") {
        ledger.append("\(outcome.rawValue) \(command.key.text) \(detail)")
        entries.update { entries in
            entries[command.key.text]?.outcome = outcome
            entries[command.key.text]?.detail = detail
        }
    }

    var all: [Entry] { entries.update { Array($0.values) } }

    /// The number of lines on disk.
    var lineCount: Int { Ledger.lines(path: path).count }
}
