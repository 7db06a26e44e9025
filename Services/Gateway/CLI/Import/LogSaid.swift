import CommandKit
import Imports

/// What a person said about a log: on the command line, and when they were asked.
struct LogSaid {
    /// Assignments of columns to fields, as `--map` takes them.
    var mapped: [String]
    /// Meanings of texts, as `--map-value` takes them.
    var values: [String]
    var rows: RowAnswers
    /// The lines that are imported although an earlier line says the same.
    private let takenIn: Set<Int>

    init(_ run: CommandRun) {
        mapped = run.invocation.texts("map")
        values = run.invocation.texts("map-value")
        rows = RowAnswers(run)
        takenIn = Set(run.invocation.texts("take-in").compactMap { Int($0) })
    }

    var answers: LogAnswers { LogAnswers(leftOut: rows.leftOut, takenIn: takenIn) }
}

extension LogPlan {
    /// The unread columns that probably say what the rows are, which therefore need an answer.
    var openColumns: [UnreadColumn] {
        unreadColumns.filter { ["type", "direction"].contains($0.proposal) }
    }

    /// Whether a person has to say something before all rows are ready.
    var isOpen: Bool { waitingCount > 0 || !openColumns.isEmpty }
}
