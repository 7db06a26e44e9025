import CommandKit
import Contracts
import ServiceKit

/// What is wrong with the rows of a file, for people and for programs.
struct ImportReport {
    /// Rows that are shown to people.
    static let shownMax = 100
    /// Characters of a refused value that are shown.
    static let valueMax = 40

    /// A field of a row that cannot be imported.
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

    /// Refuses a row with more values than there are columns.
    mutating func refuseIfTooWide(_ row: CSVReader.Row) -> Bool {
        guard row.fields.dropFirst(columns.count).contains(where: { !$0.isEmpty }) else {
            return false
        }
        refusedRows += 1
        refused.append(
            Refusal(
                line: row.line, field: "row",
                text: "It has \(row.fields.count) values for \(columns.count) columns; "
                    + "a text with a comma in it needs quotes", found: nil))
        return true
    }

    /// Takes down what the service refused of a batch, and what was found before.
    mutating func add(
        _ verdicts: ImportVerdicts, _ before: [Int: [String: String]], _ rows: [CSVReader.Row]
    ) {
        var errors = before
        for row in verdicts.refused {
            // Where a name was not found, the service only misses the id.
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

    /// What the row says, shortened for a line of text.
    private func found(_ field: String, in fields: [String]) -> String? {
        let names = [field] + (Self.otherColumns[field] ?? [])
        guard let value = names.lazy.compactMap({ columns.value($0, in: fields) }).first else {
            return nil
        }
        return value.count > Self.valueMax ? value.prefix(Self.valueMax - 1) + "…" : value
    }

    // MARK: Failing

    /// Shows the refused rows and answers with the failure of the whole.
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
            remedy: "Mend them and look again with --dry-run.")
        failure.errors = Dictionary(
            inOrder.map { ($0.field, $0.text) }, uniquingKeysWith: { first, _ in first })
        failure.rows = inOrder.map { CommandFailure.Row($0.line, $0.field, $0.text) }
        return failure
    }

    /// What helps with a field, in the order in which it is shown.
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
            ("start_date", "start_date is like 2026-02-03 or 2/3/2026"),
            ("event_key", "Events first: compass import events FILE"),
            ("direction", "direction is outbound (we wrote) or inbound (they wrote)"),
            (
                "occurred_at",
                "occurred_at is like 2026-02-03 14:15, 2/3/2026 2:15 PM or 2026-02-03T14:15:00Z"
            ),
            ("sentiment", "sentiment is one of \(words(Sentiment.self)), or empty"),
            (
                "school",
                kind == .coaches
                    ? "Schools first: compass import schools FILE; "
                        + "--add-schools takes them from the catalogue"
                    : "Schools first: compass import schools FILE, or compass schools add"
            ),
            (
                "coach",
                "Coaches first: compass import coaches FILE; for one who is not listed: "
                    + "--map COLUMN=other_coach_name"
            ),
            ("phone", "phone has ten digits, such as (919) 555-0100"),
            ("catalogue_id", "Look it up with: compass schools search NAME"),
        ]
    }

    /// What the fields that hold ids are called in files.
    private static let columnNames = [
        "school_id": "school", "coach_id": "coach", "event_id": "event",
    ]
    /// Columns that say the same in another way.
    private static let otherColumns = [
        "school": ["catalogue_id"], "coach": ["coach_key"], "first_name": ["name"],
        "last_name": ["name"], "event": ["event_key"],
    ]

    // MARK: Succeeding

    /// The result of an import that took place, or would have.
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
