public import Contracts

/// Reads a table that people have made, row by row: finds the names of its columns, and passes over
/// rows that are no records.
public struct TableReader {
    /// How a person said to read the table.
    @Memberwise
    public struct Choices: Sendable {
        /// The line that names the columns; nil to look for it.
        public var headerRow: Int?
        /// Assignments `COLUMN=FIELD` of columns, which help to find the header.
        public var mapped: [String] = []
    }

    private let kind: ImportKind
    private let sheet: ReadSheet?
    private var source: Source
    /// Rows below the header that were read while it was looked for.
    private var ahead: ArraySlice<CSVReader.Row> = []
    private var columns: ImportColumns?

    /// The names of the columns.
    public let header: [String]
    /// The lines on which the header's first and last row begin.
    public let headerLines: ClosedRange<Int>
    /// The rows above those below the header, the header's own among them.
    public let top: [CSVReader.Row]
    /// Whether every field that an import of the kind needs has a column.
    let hasAll: Bool
    /// What turns rows of an address book into those of coaches.
    private let addressBook: AddressBook?
    /// The school that the sheet's name says, for a sheet without a column for it.
    let sheetSchool: String?
    /// The name of the column that the sheet's name fills.
    static let schoolColumn = "School"
    /// The rows without a record that were passed over so far.
    public private(set) var skippedRowCount = 0

    /// Where the rows come from: a table, or the cards of an address book.
    fileprivate struct Source {
        var reader: CSVReader?
        var cards: ArraySlice<CSVReader.Row> = []
    }

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - sheet: The sheet of a workbook from which the table comes; nil for others.
    ///   - readMore: Returns more of the table's bytes; none at the end.
    /// - Throws: `ImportProblem` for a table without a header, `CSVProblem` for one that cannot be
    ///   read, and the errors of `readMore`.
    public init(
        _ kind: ImportKind, _ choices: Choices = .init(), sheet: ReadSheet? = nil,
        readMore: @escaping () throws -> [UInt8]
    ) throws {
        self.kind = kind
        self.sheet = sheet
        if let line = choices.headerRow, !(1...ImportLimit.headerLineMax).contains(line) {
            throw ImportProblem(
                "The line that names the columns is a number from 1 to "
                    + "\(ImportLimit.headerLineMax)", field: ImportProblem.file)
        }
        var source = try Source(kind, readMore)
        var rows: [CSVReader.Row] = []
        let isEnough: ([CSVReader.Row]) -> Bool = { rows in
            choices.headerRow.map { wanted in (rows.last?.line ?? 0) >= wanted }
                ?? (rows.count >= ImportLimit.headerRowsMax)
        }
        while !isEnough(rows), let row = try source.next() { rows.append(row) }
        guard !rows.isEmpty else {
            throw ImportProblem(
                "The file is empty", reason: "The first line names the columns.",
                field: ImportProblem.file)
        }
        let found: TableHeader
        if let wanted = choices.headerRow {
            guard let place = rows.firstIndex(where: { $0.line == wanted }) else {
                throw ImportProblem(
                    "Line \(wanted) has no names of columns",
                    reason: "The file has no values there.", field: ImportProblem.file)
            }
            found = TableHeader(rows, at: place, kind, mapped: choices.mapped)
        } else {
            found = TableHeader.found(in: rows, kind, mapped: choices.mapped)
        }
        let book = kind == .coaches ? AddressBook(columns: found.names) : nil
        let isMapped = choices.mapped.contains { text in
            !AddressBook.header.contains { text.hasPrefix("\($0)=") }
        }
        addressBook = isMapped ? nil : book
        sheetSchool = sheet?.school(of: found.names, kind, mapped: choices.mapped)
        header =
            addressBook == nil
            ? found.names + (sheetSchool == nil ? [] : [Self.schoolColumn]) : AddressBook.header
        headerLines = rows[found.rows.lowerBound].line...rows[found.rows.upperBound].line
        hasAll = found.hasAll || sheetSchool != nil
        top = Array(rows[...found.rows.upperBound])
        ahead = rows[(found.rows.upperBound + 1)...]
        self.source = source
    }

    /// The columns, as their names and a person assign them to fields. Rows without a value in
    /// those that make a record are passed over from then on.
    ///
    /// - Throws: For an assignment of a column or to a field that does not exist.
    public mutating func columns(
        mapped: [String], values: [String]
    ) throws(ImportProblem) -> ImportColumns {
        var made = try ImportColumns(header: header, kind: kind, mapped: mapped, values: values)
        made.separator = source.separator
        columns = made
        return made
    }

    /// The next row below the header; nil at the end.
    public mutating func next() throws -> CSVReader.Row? {
        while let read = try ahead.popFirst() ?? source.next() {
            let row = addressBook?.row(read) ?? read
            guard columns?.isEmpty(row) == true else { return withSchool(row) }
            skippedRowCount += 1
        }
        return nil
    }

    /// The row with the school that the sheet's name says.
    private func withSchool(_ row: CSVReader.Row) -> CSVReader.Row {
        guard let sheetSchool else { return row }
        // Values behind the last column stay too many.
        let missing = max(header.count - 1 - row.fields.count, 0)
        return CSVReader.Row(
            line: row.line,
            fields: row.fields + [String](repeating: "", count: missing) + [sheetSchool])
    }

    // MARK: How it was read

    /// Whether the names of the columns are as a row of the table has them, or two.
    public var namesItsColumns: Bool { addressBook == nil && sheetSchool == nil }

    /// The encoding, as far as the table was read.
    public var encoding: TextEncoding { source.encoding }

    /// What a person should know about how the table was read so far, in sentences without a full
    /// stop.
    public var notes: [String] {
        var notes: [String] = []
        if encoding == .windows1252 {
            let word = source.reader?.decodedWord.map {
                ": “\($0.shortened(to: ImportReport.valueMax))”"
            }
            notes.append("Read as \(encoding.rawValue)\(word ?? "")")
        }
        if top.count > headerLines.count || headerLines.count > 1 {
            let place =
                headerLines.count == 1
                ? "line \(headerLines.lowerBound)"
                : "lines \(headerLines.lowerBound) and \(headerLines.upperBound)"
            notes.append("The names of the columns are on \(place)")
        }
        if skippedRowCount > 0 {
            notes.append(
                "\(CountedNoun.text(skippedRowCount, "rows")) without \(kind.oneRecord) skipped")
        }
        notes += sheet?.notes ?? []
        if let sheetSchool {
            notes.append("The school of each row is the name of the sheet: “\(sheetSchool)”")
        }
        if let columns { notes += sheet?.warnings(columns, below: headerLines.upperBound) ?? [] }
        return notes
    }
}

extension TableReader.Source {
    fileprivate init(_ kind: ImportKind, _ readMore: @escaping () throws -> [UInt8]) throws {
        let start = try readMore()
        guard VCardFile.begins(start) else {
            var first: [UInt8]? = start
            reader = CSVReader {
                defer { first = nil }
                return try first ?? readMore()
            }
            return
        }
        guard kind == .coaches else {
            throw ImportProblem(
                "The file is an address book", reason: "Import its people as coaches.",
                field: ImportProblem.file)
        }
        var bytes = start
        while bytes.count <= VCardFile.bytesMax {
            let more = try readMore()
            if more.isEmpty { break }
            bytes += more
        }
        cards = try VCardFile.rows(bytes)[...]
    }

    fileprivate mutating func next() throws -> CSVReader.Row? {
        try cards.popFirst() ?? reader?.next()
    }

    fileprivate var separator: Character { reader?.separator ?? "," }
    fileprivate var encoding: TextEncoding { reader?.encoding ?? .utf8 }
}

extension ImportKind {
    /// What a row of this kind is: `a contact`.
    public var oneRecord: String {
        switch self {
        case .schools: "a school"
        case .coaches: "a coach"
        case .interactions, .log: "a contact"
        case .events: "an event"
        case .metrics: "a metric"
        case .posts: "a post"
        }
    }
}
