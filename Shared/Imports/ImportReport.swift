public import Contracts

/// What is wrong with the rows of a file, and which of them the family already has.
public struct ImportReport: Sendable {
    /// The most characters of a rejected value that are kept.
    static let valueMax = 40
    /// The most rows of `firstReady`.
    static let firstReadyMax = 10
    /// The most rows of `mendable`.
    public static let mendableMax = 100
    /// The most characters of a cell that is written anew in place.
    public static let cellMax = 500

    /// An invalid field of a row.
    public struct Refusal: Hashable, Sendable {
        /// The name for the field of a refusal of a whole row.
        public static let row = "row"

        /// The line in the file.
        public let line: Int
        /// The field, or `row` for a row of the wrong shape.
        public let field: String
        public let text: String
        /// The rejected value, shortened for a line of text; nil if there is none.
        public let found: String?
    }

    public let kind: ImportKind
    public let columns: ImportColumns
    /// The invalid fields, in the order of their lines.
    public private(set) var refusals: [Refusal] = []
    /// The number of rows that cannot be imported.
    public private(set) var refusedRowCount = 0
    /// The rows that would be skipped.
    public private(set) var skipped: [SkippedRow] = []
    /// The rows that would change records.
    public private(set) var updated: [ImportedRow] = []
    /// The rows whose records have all their values already.
    public private(set) var unchanged: [ImportedRow] = []
    /// The rows that would be stored and are probably mistakes.
    public private(set) var warned: [WarnedRow] = []
    /// The first rows that would add records.
    public private(set) var firstReady: [CSVReader.Row] = []
    /// The rows that a person left out.
    public private(set) var leftOut: [CSVReader.Row] = []
    /// The lines that a person wrote anew.
    public private(set) var mended: Set<Int> = []
    /// The first rows that cannot be imported, for a person to mend.
    public private(set) var mendable: [CSVReader.Row] = []
    /// The texts in refused rows that stand for no value of their fields.
    public private(set) var unread = UnreadWords()

    init(kind: ImportKind, columns: ImportColumns) {
        self.kind = kind
        self.columns = columns
    }

    /// Records a row that a person left out.
    mutating func leaveOut(_ row: CSVReader.Row) { leftOut.append(row) }

    /// Records a row that a person wrote anew.
    mutating func mend(_ line: Int) { mended.insert(line) }

    /// Records the errors of a row, by field.
    mutating func refuse(_ row: CSVReader.Row, _ errors: [String: String]) {
        refusedRowCount += 1
        unread.add(row, columns)
        if mendable.count < Self.mendableMax { mendable.append(row) }
        for (field, text) in errors.sorted(by: { $0.key < $1.key }) {
            refusals.append(
                Refusal(
                    line: row.line, field: field, text: text, found: found(field, in: row.fields)))
        }
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
            let isExplained = known["school"] != nil || known["coach"] != nil
            let isNameExplained = known["name"] != nil
            for (field, text) in row.errors {
                if isNameExplained, Self.otherColumns[field] == ["name"] { continue }
                let column = Self.columnNames[field]
                if column == nil || !isExplained {
                    errors[row.line, default: [:]][column ?? field] = text
                }
            }
        }
        skipped += verdicts.skipped
        warned += verdicts.warned ?? []
        let fates = (verdicts.rows ?? []).filter { errors[$0.line] == nil }
        updated += fates.filter { $0.fate == .updated }
        unchanged += fates.filter { $0.fate == .unchanged }
        let left = Set(verdicts.skipped.map(\.line))
            .union(fates.filter { $0.fate != .added }.map(\.line))
        for row in rows {
            if errors[row.line] == nil, !left.contains(row.line),
                firstReady.count < Self.firstReadyMax
            {
                firstReady.append(row)
            }
            if let errors = errors[row.line] { refuse(row, errors) }
        }
    }

    /// Records what became of the rows of a batch of posts.
    mutating func add(_ verdicts: PostVerdicts, _ rows: [CSVReader.Row]) {
        let errors = Dictionary(
            verdicts.rejected.map { ($0.line, $0.errors) }, uniquingKeysWith: { first, _ in first })
        let duplicates = Set(verdicts.duplicates)
        for row in rows {
            if let errors = errors[row.line] {
                refuse(
                    row,
                    Dictionary(
                        errors.map { (Self.columnNames[$0.key] ?? $0.key, $0.value) },
                        uniquingKeysWith: { first, _ in first }))
            } else if duplicates.contains(row.line) {
                let address = columns.value("post_url", in: row.fields) ?? ""
                skipped.append(SkippedRow(line: row.line, reason: address))
            } else if firstReady.count < Self.firstReadyMax {
                firstReady.append(row)
            }
        }
    }

    /// The number of rows, of all in the file, that can be imported; some may be there already.
    public func takenCount(of rowCount: Int) -> Int {
        rowCount - refusedRowCount - leftOut.count
    }

    /// The number of rows, of all in the file, that would be stored.
    public func readyCount(of rowCount: Int) -> Int {
        takenCount(of: rowCount) - skipped.count - unchanged.count
    }

    mutating func sort() {
        refusals.sort { $0.line < $1.line }
        mendable.sort { $0.line < $1.line }
    }

    /// The field whose cell a person writes anew to mend a row; nil if there is no column for it.
    public func field(mending refusal: Refusal) -> String? {
        ([refusal.field] + (Self.otherColumns[refusal.field] ?? []))
            .first { columns.positions[$0] != nil }
    }

    /// The cell that a person writes anew to mend a row, and its field; nil if there is no column
    /// for it, and for a text that is too long for a field in place.
    public func cell(_ refusal: Refusal) -> (field: String, text: String)? {
        guard let field = field(mending: refusal),
            let row = mendable.first(where: { $0.line == refusal.line })
        else { return nil }
        let text = columns.value(field, in: row.fields) ?? ""
        return text.count > Self.cellMax || text.contains(where: \.isNewline) ? nil : (field, text)
    }

    /// The text of the last column if the values of a refused row beyond it belonged to it, and the
    /// field that it fills; nil for rows that do not have more values than columns.
    public func joined(_ refusal: Refusal) -> (field: String, text: String)? {
        guard refusal.field == Refusal.row,
            let row = mendable.first(where: { $0.line == refusal.line }),
            let joined = columns.joined(row), let field = columns.lastField
        else { return nil }
        return (field, columns.value(field, in: joined.fields) ?? "")
    }

    /// The field's value in the row.
    private func found(_ field: String, in fields: [String]) -> String? {
        let names = [field] + (Self.otherColumns[field] ?? [])
        guard let value = names.lazy.compactMap({ columns.value($0, in: fields) }).first else {
            return nil
        }
        return value.shortened(to: Self.valueMax)
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
}

extension ImportKind {
    /// What the values of a field look like, in a sentence that begins with the field's label; nil
    /// for fields whose errors say it.
    public func advice(on field: String) -> String? {
        func words<Word: CaseIterable & RawRepresentable<String>>(_: Word.Type) -> String {
            Word.allCases.map(\.rawValue).joined(separator: ", ")
        }
        let look: String? =
            switch field {
            case "type":
                "is one of "
                    + (self == .events ? words(EventType.self) : words(InteractionType.self))
            case "start_date": "looks like 2026-02-03 or 2/3/2026"
            case "direction": "is outbound (we wrote) or inbound (they wrote)"
            case "occurred_at":
                "looks like 2026-02-03 14:15, 2/3/2026 2:15 PM or 2026-02-03T14:15:00Z"
            case "sentiment": "is one of \(words(Sentiment.self)), or empty"
            case "phone", "coach_phone": "has ten digits, such as (919) 555-0100"
            default: nil
            }
        return look.map { "\(label(of: field)) \($0)" }
    }
}

extension ImportReport.Refusal {
    /// Whether the text itself says what values look like.
    public var hasAdvice: Bool { text.contains("looks like ") }
}
