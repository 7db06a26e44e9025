public import Contracts

/// A text of a file that stands for a value; for none if the value is empty.
public struct ReplacedText: Hashable, Sendable {
    public let field: String
    public let text: String
    public let value: String
}

/// Maps a file's columns to fields: guessed from the header, or as assigned by a person.
public struct ImportColumns: Sendable {
    /// The position of the column of each field.
    public private(set) var positions: [String: Int] = [:]
    /// The named columns that fill no field and that nobody assigned.
    public private(set) var ignored: [String] = []
    /// The names of the columns, in their order.
    public let header: [String]
    let kind: ImportKind
    /// What separates the values of the file, for rows with too many.
    var separator: Character = ","
    /// The texts that stand for a value because somebody said so, in the order in which that was
    /// said.
    public private(set) var replaced: [ReplacedText] = []
    /// The fields with a column that make a row a record.
    private var telling: [String] = []
    /// What stands for a value, by field and by the value as `plain` writes it.
    private var replacements: [String: [String: String]] = [:]

    /// Reads the header. Fields that an import needs may still be missing.
    ///
    /// - Parameters:
    ///   - mapped: Assignments `COLUMN=FIELD`, or `COLUMN=` for a column to ignore.
    ///   - values: Assignments `FIELD:TEXT=VALUE` for texts of the file that stand for a value, or
    ///     `FIELD:TEXT=` for one that stands for none (N-65).
    /// - Throws: For an assignment of a column or to a field that does not exist.
    public init(
        header: [String], kind: ImportKind, mapped: [String], values: [String] = []
    ) throws(ImportProblem) {
        self.header = header
        self.kind = kind
        for text in values {
            let said = try Self.replacement(text, kind)
            // Which school a name of a log means is no other text of the file.
            if kind != .log || said.field != "school" {
                replacements[said.field, default: [:]][ImportWords.plain(said.text)] = said.value
            }
            replaced.append(said)
        }
        var taken = Set<Int>()
        for text in mapped {
            let (column, field) = try Self.mapping(text, kind)
            guard let position = Self.position(of: column, in: header) else {
                throw ImportProblem(
                    "The file has no column \"\(column)\"",
                    reason: "Its columns: \(Self.listed(header)).")
            }
            taken.insert(position)
            guard let field else { continue }
            guard positions[field] == nil else {
                throw ImportProblem(
                    "Two columns are assigned to", naming: [field], isQuoted: true)
            }
            positions[field] = position
        }
        guess(header, kind, &taken)
        ignored = header.indices.filter { !taken.contains($0) && !header[$0].isEmpty }
            .map { header[$0] }
        let fillers = kind.fillers
        telling = positions.keys.filter { !fillers.contains($0) }
    }

    /// Whether every field that an import needs has a column.
    var hasAll: Bool {
        kind.required.allSatisfy { choices in choices.contains { positions[$0] != nil } }
    }

    /// Throws if a field that an import needs has no column. An import that updates records needs
    /// none beside their ids.
    public func requireAll(updating: Bool = false) throws(ImportProblem) {
        if updating, positions["id"] != nil { return }
        for choices in kind.required where choices.allSatisfy({ positions[$0] == nil }) {
            throw ImportProblem(
                "The file has no column for", naming: choices,
                reason: "Its columns: \(Self.listed(header)).", field: choices[0])
        }
    }

    /// The form of a record with the values of a row, and the errors of values of the wrong
    /// type, by field.
    func form<Record>(
        _ type: Record.Type, _ row: CSVReader.Row
    ) -> (form: RecordForm<Record>, errors: [String: String]) {
        var form = RecordForm<Record>()
        var errors: [String: String] = [:]
        for field in Record.fields {
            guard let text = value(field.key, in: row.fields) else { continue }
            switch field.control {
            case .toggle:
                form[field.key] = ImportWords.mark(text.trimmed, named: field.key, &errors)
            case .text, .multilineText, .choice, .day, .time, .number, .object:
                if case .refused(let problem) = form.fill(field, with: text, isEdit: false) {
                    errors[field.key] = problem
                }
            }
        }
        return (form, errors)
    }

    /// Prefers columns with exactly the field's name, then the synonyms in their order.
    private mutating func guess(_ header: [String], _ kind: ImportKind, _ taken: inout Set<Int>) {
        let names = header.map(ImportWords.plain)
        for isExact in [true, false] {
            for field in kind.fields where positions[field.name] == nil {
                let wanted = isExact ? [ImportWords.plain(field.name)] : field.synonyms
                let free = Set(names.indices).subtracting(taken)
                let found = wanted.compactMap { word in
                    names.indices.first { names[$0] == word && free.contains($0) }
                }.first
                guard let found else { continue }
                positions[field.name] = found
                taken.insert(found)
            }
        }
    }

    /// The value of a field in a row; nil if missing or blank.
    public func value(_ field: String, in row: [String]) -> String? {
        guard let position = positions[field], position < row.count else { return nil }
        var written = row[position]
        // Line breaks in the cells of a workbook, which do not count as lines (decision 522).
        if written.contains("\u{2028}") { written = written.replacing("\u{2028}", with: "\n") }
        written = CSVWriter.unguarded(written)
        if written.hasPrefix("#"), Self.failures.contains(written.trimmed) { return nil }
        let value =
            replacements.isEmpty
            ? written : replacements[field]?[ImportWords.plain(written)] ?? written
        return value.contains { !$0.isWhitespace } ? value : nil
    }

    /// What spreadsheet programs show for formulas without a result.
    private static let failures: Set = [
        "#N/A", "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NUM!", "#NULL!", "#SPILL!", "#CALC!",
        "#ERROR!", "#FIELD!", "#BLOCKED!", "#CONNECT!", "#BUSY!", "#UNKNOWN!", "#GETTING_DATA",
    ]

    /// Parses `COLUMN=FIELD`, or `COLUMN=` for a column to ignore.
    private static func mapping(
        _ text: String, _ kind: ImportKind
    ) throws(ImportProblem) -> (column: String, field: String?) {
        guard let cut = text.lastIndex(of: "=") else {
            throw ImportProblem("--map takes COLUMN=FIELD, not \"\(text)\"")
        }
        let column = String(text[..<cut])
        let field = String(text[text.index(after: cut)...]).trimmed
        if field.isEmpty { return (column, nil) }
        return (column, try known(field, kind, ImportProblem.assignment))
    }

    /// Parses `FIELD:TEXT=VALUE`.
    private static func replacement(
        _ text: String, _ kind: ImportKind
    ) throws(ImportProblem) -> ReplacedText {
        guard let colon = text.firstIndex(of: ":"), let cut = text.lastIndex(of: "="), colon < cut
        else {
            throw ImportProblem(
                "--map-value takes FIELD:TEXT=VALUE, not \"\(text)\"", field: ImportProblem.values)
        }
        let field = try known(String(text[..<colon]).trimmed, kind, ImportProblem.values)
        let found = String(text[text.index(after: colon)..<cut])
        guard !ImportWords.plain(found).isEmpty else {
            throw ImportProblem(
                "--map-value needs a text with a letter or digit before \"=\": \"\(text)\"",
                field: ImportProblem.values)
        }
        return ReplacedText(
            field: field, text: found, value: String(text[text.index(after: cut)...]).trimmed)
    }

    /// The field itself. Throws a problem with `assignment` if the kind has no field of this name.
    private static func known(
        _ field: String, _ kind: ImportKind, _ assignment: String
    ) throws(ImportProblem) -> String {
        guard kind.fields.contains(where: { $0.name == field }) else {
            throw ImportProblem(
                "\(kind.rawValue) have no field \"\(field)\"",
                reason: "Fields: \(kind.fields.map(\.name).joined(separator: ", ")).",
                field: assignment)
        }
        return field
    }

    private static func position(of column: String, in header: [String]) -> Int? {
        header.firstIndex(of: column)
            ?? header.map(ImportWords.plain).firstIndex(of: ImportWords.plain(column))
    }

    /// The most names of columns or keys in a message.
    static let listedMax = 20

    /// The column names as text, at most `listedMax`.
    public static func listed(_ columns: [String]) -> String {
        let shown = columns.prefix(listedMax).map { $0.isEmpty ? "(unnamed)" : $0 }
        return shown.joined(separator: ", ") + (columns.count > listedMax ? ", …" : "")
    }

    /// The assignments `COLUMN=FIELD` with which a header like this is read as these columns; none
    /// if the names of the columns suffice.
    public var assignments: [String] {
        func columns(_ mapped: [String]) -> ImportColumns? {
            try? ImportColumns(header: header, kind: kind, mapped: mapped)
        }
        let guessed = columns([])
        var (all, changed): ([String], [String]) = ([], [])
        for (position, column) in header.enumerated() where !column.isEmpty {
            let field = field(at: position)
            let assignment = "\(column)=\(field ?? "")"
            all.append(assignment)
            if field != guessed?.field(at: position) { changed.append(assignment) }
        }
        // A field that lost its column would be guessed to be in another one.
        return columns(changed)?.positions == positions ? changed : all
    }

    /// The field that a column fills; nil if it fills none.
    public func field(at position: Int) -> String? {
        positions.first { $0.value == position }?.key
    }

    // MARK: Rows of another shape

    /// The number of columns up to the last one with a name.
    private var namedCount: Int {
        (header.lastIndex { $0.contains { !$0.isWhitespace } } ?? -1) + 1
    }

    /// The field that the last column with a name fills; nil if it fills none.
    var lastField: String? { field(at: namedCount - 1) }

    /// What is wrong with a row that has values behind the last named column; nil for others.
    public func excess(in row: CSVReader.Row) -> String? {
        let isWide = row.fields.dropFirst(namedCount).contains {
            $0.contains { !$0.isWhitespace }
        }
        guard isWide else { return nil }
        let count = (row.fields.lastIndex { $0.contains { !$0.isWhitespace } } ?? -1) + 1
        return "The row has \(count) values for \(namedCount) columns; put texts with commas in "
            + "quotes"
    }

    /// A row with too many values, if they may belong to a text in the last column that lacks its
    /// quotes: the row with that text put together. Nil for other rows, and if the last column has
    /// no text. Nobody but a person knows whether that is what the row means.
    public func joined(_ row: CSVReader.Row) -> CSVReader.Row? {
        let last = namedCount - 1
        guard excess(in: row) != nil, let field = lastField, Self.texts.contains(field) else {
            return nil
        }
        let parts = row.fields[last...].map(\.trimmed)
        let used = parts[...(parts.lastIndex { !$0.isEmpty } ?? 0)]
        let glue = separator.isWhitespace ? " " : "\(separator) "
        return CSVReader.Row(
            line: row.line, fields: row.fields[..<last] + [used.joined(separator: glue)])
    }

    /// The fields whose values are texts in which commas are usual.
    private static let texts: Set = ["content", "description", "notes", "post_content", "subject"]

    /// Whether a row has nothing but values that spreadsheets fill in for every row, such as boxes
    /// and words of lists, or is the header again. Such a row is no record.
    public func isEmpty(_ row: CSVReader.Row) -> Bool {
        guard !telling.isEmpty else { return false }
        return row.fields == header || !telling.contains { value($0, in: row.fields) != nil }
    }
}
