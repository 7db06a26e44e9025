import CommandKit
import Imports

/// What a person said about a log: on the command line, and when they were asked.
struct LogSaid {
    /// Assignments of columns to fields, as `--map` takes them.
    var mapped: [String]
    /// Meanings of texts, as `--map-value` takes them.
    var values: [String]
    var edits = RowEdits()
    var answers = LogAnswers()

    init(_ run: CommandRun) {
        func lines(_ flag: String) -> Set<Int> {
            Set(run.invocation.texts(flag).compactMap { Int($0) })
        }
        mapped = run.invocation.texts("map")
        values = run.invocation.texts("map-value")
        answers.leftOut = lines("leave-out")
        answers.takenIn = lines("take-in")
    }
}

extension LogPlan {
    /// The unread columns that probably say what the rows are, which therefore need an answer.
    var openColumns: [UnreadColumn] {
        unreadColumns.filter { ["type", "direction"].contains($0.proposal) }
    }

    /// Whether a person has to say something before all rows are ready.
    var isOpen: Bool { waitingCount > 0 || !openColumns.isEmpty }
}
