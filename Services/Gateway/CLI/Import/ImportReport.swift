import CommandKit
import Contracts
import Imports
import ServiceKit

extension ImportReport.Refusal {
    /// The refusal for people; the field has its label, and its name is in the JSON.
    fileprivate func shown(in kind: ImportKind) -> String {
        let shown = found.flatMap { text.contains($0) ? nil : " (found \"\($0)\")" }
        let label = kind.label(of: field)
        let said = text.hasPrefix(label) ? text : "\(label): \(text)"
        return "line \(line): \(said)" + (shown ?? "")
    }
}

extension ImportReport {
    /// The most errors shown to people.
    static let shownMax = 100

    // MARK: Failing

    /// Shows the errors, and how to mend them.
    func tell(_ run: CommandRun) {
        for refusal in refusals.prefix(Self.shownMax) {
            run.note(VisibleText.line(refusal.shown(in: kind)))
        }
        if refusals.count > Self.shownMax {
            run.note("… and \(refusals.count - Self.shownMax) more; --json lists them all")
        }
        let fields = Set(refusals.map(\.field))
        let unadvised = Set(refusals.filter { !$0.hasAdvice }.map(\.field))
        for (field, hint) in hints where unadvised.contains(field) { run.note("  \(hint)") }
        if let field = kind.wordedFields.map(\.name).first(where: fields.contains) {
            run.note("  Words of your own: --map-value \(field):TEXT=VALUE")
        }
        if let refusal = refusals.first(where: { joined($0) != nil }) {
            run.note(
                "  Texts with commas and without quotes: --join \(refusal.line) reads the values "
                    + "beyond the last column as a part of its text")
        }
    }

    /// Shows the errors and returns the failure of the whole import.
    ///
    /// - Parameter ready: The number of rows that can be imported without the others.
    func failure(rowCount: Int, ready: Int, _ run: CommandRun) -> CommandFailure {
        tell(run)
        var failure = CommandFailure(
            .validationFailed,
            "\(refusedRowCount) of \(rowCount) rows cannot be imported; nothing was changed",
            remedy: "Fix these, then rerun with --dry-run."
                + (ready > 0 ? RowQuestions.readyOnly : ""))
        failure.errors = Dictionary(
            refusals.map { ($0.field, $0.text) }, uniquingKeysWith: { first, _ in first })
        failure.rows = refusals.map { CommandFailure.Row($0.line, $0.field, $0.text) }
        failure.questions = RowQuestions.json(self)
        return failure
    }

    /// Advice on a field, in the order shown.
    private var hints: [(field: String, hint: String)] {
        let order = [
            "type", "start_date", "event_key", "direction", "occurred_at", "sentiment", "school",
            "coach", "phone", "catalogue_id",
        ]
        return order.compactMap { field in
            (kind.advice(on: field) ?? way(to: field)).map { (field, $0) }
        }
    }

    /// How a record comes to be there to which a field refers.
    private func way(to field: String) -> String? {
        switch field {
        case "event_key": "Import the events first: compass import events FILE"
        case "school" where kind == .log:
            "A row names its school, or a coach whom your family already has"
        case "school" where kind == .coaches:
            "Import the schools first: compass import schools FILE; --add-schools adds them from "
                + "the catalogue"
        case "school":
            "Add the schools first: compass import schools FILE, or compass schools add"
        case "coach" where kind == .log: "Coaches who are there twice: compass coaches dupes"
        case "coach":
            "Import the coaches first: compass import coaches FILE; who are there twice: compass "
                + "coaches dupes; if they are not listed: --map COLUMN=other_coach_name"
        case "catalogue_id": "Look it up with: compass schools search NAME"
        default: nil
        }
    }

    // MARK: Succeeding

    /// The result of an import or its dry run.
    static func result(
        _ summary: ImportSummary, _ answer: Caller.Answer, _ kind: ImportKind, _ run: CommandRun
    ) -> CommandResult {
        var notes = told(summary, run)
        notes += summary.skippedRows.prefix(shownMax).map {
            VisibleText.line("line \($0.line): skipped: \($0.reason)")
        }
        if summary.skipped > shownMax {
            notes.append("… and \(summary.skipped - shownMax) more skipped")
        }
        notes += summary.warnedRows.prefix(shownMax).map {
            VisibleText.line("line \($0.line): \($0.warning)")
        }
        if summary.warnedRows.count > shownMax {
            notes.append("… and \(summary.warnedRows.count - shownMax) more lines to check")
        }
        if let id = summary.operationID, !run.isDryRun {
            notes.append("Undo: " + run.line("undo", "\(id)"))
        }
        return CommandResult(
            json: answer.json, ids: { summary.operationID.map { [$0.text] } ?? [] },
            rows: {
                var table = TextTable([
                    .init("Kind"), .init("Added", rightAligned: true),
                    .init("Updated", rightAligned: true),
                ])
                for kind in ImportKind.allCases {
                    let (added, updated) = (
                        summary.added[kind.rawValue] ?? 0, summary.updated[kind.rawValue] ?? 0
                    )
                    guard added + updated > 0 else { continue }
                    table.append([
                        .init(kind.rawValue), .init("\(added)"), .init("\(updated)"),
                    ])
                }
                return table
            },
            text: { _ in sentence(summary, kind) + "\n" }, notes: notes)
    }

    private static func sentence(_ summary: ImportSummary, _ kind: ImportKind) -> String {
        let added = ImportKind.allCases.compactMap { kind in
            summary.added[kind.rawValue].map { kind.counted($0) }
        }.joined(separator: " and ")
        let updated = ImportKind.allCases.compactMap { kind in
            summary.updated[kind.rawValue].map { kind.counted($0) }
        }.joined(separator: " and ")
        var parts: [String] = []
        if !added.isEmpty || updated.isEmpty {
            parts.append("Imported \(added.isEmpty ? "nothing" : added)")
        }
        if !updated.isEmpty { parts.append("\(added.isEmpty ? "Updated" : "updated") \(updated)") }
        if summary.unchanged > 0 { parts.append("\(kind.counted(summary.unchanged)) unchanged") }
        if summary.skipped > 0 { parts.append("\(kind.counted(summary.skipped)) already there") }
        if summary.leftOut > 0 {
            parts.append("\(CountedNoun.text(summary.leftOut, "rows")) left out")
        }
        return parts.joined(separator: ", ")
    }

    /// What becomes of the rows: of all in a dry run, otherwise of those that change records.
    private static func told(_ summary: ImportSummary, _ run: CommandRun) -> [String] {
        let shown = summary.rows.filter { row in
            row.fate == .updated || run.isDryRun && row.fate != .skipped
        }
        var notes = shown.prefix(shownMax).map {
            VisibleText.line("line \($0.line): \($0.summary)")
        }
        let updated = summary.updated.values.reduce(0, +)
        let all =
            run.isDryRun
            ? summary.added.values.reduce(0, +) + updated + summary.unchanged : updated
        if all > notes.count, !notes.isEmpty {
            notes.append("… and \(all - notes.count) more rows")
        }
        return notes
    }
}
