import CommandKit
import Contracts
import ServiceKit

/// The errors in a file's rows, for people and for programs.
struct ImportReport {
    /// The most errors shown to people.
    static let shownMax = 100
    /// The most characters of a rejected value that are shown.
    static let valueMax = 40

    /// An invalid field of a row.
    struct Refusal {
        let line: Int
        let field: String
        let text: String
        let found: String?

        var shown: String {
            let shown = found.flatMap { text.contains($0) ? nil : " (found \"\($0)\")" }
            return "line \(line): \(field): \(text)" + (shown ?? "")
        }
    }

    let kind: ImportKind
    let columns: ImportColumns
    private(set) var refused: [Refusal] = []
    private var refusedRows = 0

    init(kind: ImportKind, columns: ImportColumns) {
        self.kind = kind
        self.columns = columns
    }

    /// Rejects a row with more values than there are columns; returns whether it did.
    mutating func refuseIfTooWide(_ row: CSVReader.Row) -> Bool {
        guard row.fields.dropFirst(columns.count).contains(where: { !$0.isEmpty }) else {
            return false
        }
        refusedRows += 1
        refused.append(
            Refusal(
                line: row.line, field: "row",
                text: "The row has \(row.fields.count) values for \(columns.count) columns; "
                    + "put texts with commas in quotes", found: nil))
        return true
    }

    /// Records the errors that the service found in a batch, and those found before it was sent.
    mutating func add(
        _ verdicts: ImportVerdicts, _ before: [Int: [String: String]], _ rows: [CSVReader.Row]
    ) {
        var errors = before
        for row in verdicts.refused {
            // If a school or coach was not found, the service's error only says that the id is
            // missing.
            let known = before[row.line] ?? [:]
            for (field, text) in row.errors {
                let name = Self.columnNames[field] ?? field
                if known["school"] == nil && known["coach"] == nil || Self.columnNames[field] == nil
                {
                    errors[row.line, default: [:]][name] = text
                }
            }
        }
        refusedRows += errors.count
        for row in rows {
            for (field, text) in (errors[row.line] ?? [:]).sorted(by: { $0.key < $1.key }) {
                refused.append(
                    Refusal(
                        line: row.line, field: field, text: text,
                        found: found(field, in: row.fields)))
            }
        }
    }

    /// The field's value in the row, shortened for a line of text.
    private func found(_ field: String, in fields: [String]) -> String? {
        let names = [field] + (Self.otherColumns[field] ?? [])
        guard let value = names.lazy.compactMap({ columns.value($0, in: fields) }).first else {
            return nil
        }
        return value.count > Self.valueMax ? value.prefix(Self.valueMax - 1) + "…" : value
    }

    // MARK: Failing

    /// Shows the errors and returns the failure of the whole import.
    func failure(rowCount: Int, _ run: CommandRun) -> CommandFailure {
        let inOrder = refused.sorted { $0.line < $1.line }
        for refusal in inOrder.prefix(Self.shownMax) { run.note(VisibleText.line(refusal.shown)) }
        if refused.count > Self.shownMax {
            run.note("… and \(refused.count - Self.shownMax) more; --json lists them all")
        }
        let fields = Set(refused.map(\.field))
        for (field, hint) in hints where fields.contains(field) { run.note("  \(hint)") }
        var failure = CommandFailure(
            .validationFailed,
            "\(refusedRows) of \(rowCount) rows cannot be imported; nothing was changed",
            remedy: "Fix these, then rerun with --dry-run.")
        failure.errors = Dictionary(
            inOrder.map { ($0.field, $0.text) }, uniquingKeysWith: { first, _ in first })
        failure.rows = inOrder.map { CommandFailure.Row($0.line, $0.field, $0.text) }
        return failure
    }

    /// Advice on a field, in the order shown.
    private var hints: [(field: String, hint: String)] {
        func words<Word: CaseIterable & RawRepresentable<String>>(_: Word.Type) -> String {
            Word.allCases.map(\.rawValue).joined(separator: ", ")
        }
        return [
            (
                "type",
                "type is one of "
                    + (kind == .events ? words(EventType.self) : words(InteractionType.self))
            ),
            ("start_date", "start_date looks like 2026-02-03 or 2/3/2026"),
            ("event_key", "Import the events first: compass import events FILE"),
            ("direction", "direction is outbound (we wrote) or inbound (they wrote)"),
            (
                "occurred_at",
                "occurred_at looks like 2026-02-03 14:15, 2/3/2026 2:15 PM or 2026-02-03T14:15:00Z"
            ),
            ("sentiment", "sentiment is one of \(words(Sentiment.self)), or empty"),
            (
                "school",
                kind == .coaches
                    ? "Import the schools first: compass import schools FILE; "
                        + "--add-schools adds them from the catalogue"
                    : "Add the schools first: compass import schools FILE, or compass schools add"
            ),
            (
                "coach",
                "Import the coaches first: compass import coaches FILE; if they are not listed: "
                    + "--map COLUMN=other_coach_name"
            ),
            ("phone", "phone has ten digits, such as (919) 555-0100"),
            ("catalogue_id", "Look it up with: compass schools search NAME"),
        ]
    }

    /// The column names of fields that hold ids.
    private static let columnNames = [
        "school_id": "school", "coach_id": "coach", "event_id": "event",
    ]
    /// Alternative columns for the same field.
    private static let otherColumns = [
        "school": ["catalogue_id"], "coach": ["coach_key"], "first_name": ["name"],
        "last_name": ["name"], "event": ["event_key"],
    ]

    // MARK: Succeeding

    /// The result of an import or its dry run.
    static func result(
        _ summary: ImportSummary, _ answer: Caller.Answer, _ kind: ImportKind, _ run: CommandRun
    ) -> CommandResult {
        let added = ImportKind.allCases.compactMap { kind in
            summary.added[kind.rawValue].map { (kind, $0) }
        }
        var notes = summary.skippedRows.prefix(shownMax).map {
            VisibleText.line("line \($0.line): skipped: \($0.reason)")
        }
        if summary.skipped > notes.count {
            notes.append("… and \(summary.skipped - notes.count) more skipped")
        }
        if let id = summary.operationID, !run.isDryRun {
            notes.append("Undo: " + run.line("undo", "\(id)"))
        }
        return CommandResult(
            json: answer.json, ids: { summary.operationID.map { [$0.text] } ?? [] },
            rows: {
                var table = TextTable([.init("Kind"), .init("Added", rightAligned: true)])
                for (kind, count) in added {
                    table.append([.init(kind.rawValue), .init("\(count)")])
                }
                return table
            },
            text: { _ in
                let what = added.map { $0.counted($1) }.joined(separator: " and ")
                let skipped =
                    summary.skipped == 0
                    ? "" : ", \(kind.counted(summary.skipped)) already there"
                return "Imported \(what.isEmpty ? "nothing" : what)\(skipped)\n"
            }, notes: notes)
    }
}
