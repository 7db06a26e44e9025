/// A document to be printed: a head, facts and tables, all of them texts. What a program hands to
/// `compass-pdf`, which knows how to set it and nothing of what it says.
public struct PrintedDocument: Codable, Hashable, Sendable {
    /// The size of a sheet.
    public enum Sheet: String, Codable, Sendable, CaseIterable, Hashable {
        /// 8.5 × 11 inches.
        case letter
        /// 210 × 297 mm (ISO 216).
        case a4
    }

    /// A labelled value below the head.
    public struct Fact: Codable, Hashable, Sendable {
        /// What it is.
        public var label: String
        /// The value.
        public var value: String

        /// A labelled value.
        public init(_ label: String, _ value: String) {
            self.label = label
            self.value = value
        }
    }

    /// A column of a table.
    public struct Column: Codable, Hashable, Sendable {
        /// The header.
        public var title: String
        /// Its part of the table's width, beside the parts of the others.
        public var share: Int
        /// Whether its values stand at the right edge, as numbers do.
        public var isNumeric: Bool
        /// Lines that a value may take before it is cut.
        public var linesMax: Int

        enum CodingKeys: String, CodingKey {
            case title, share
            case isNumeric = "is_numeric"
            case linesMax = "lines_max"
        }

        /// A column.
        public init(_ title: String, share: Int, isNumeric: Bool = false, linesMax: Int = 1) {
            self.title = title
            self.share = share
            self.isNumeric = isNumeric
            self.linesMax = linesMax
        }
    }

    /// A table.
    public struct Table: Codable, Hashable, Sendable {
        /// The line above it.
        public var title: String
        /// Its columns.
        public var columns: [Column]
        /// Its rows; each has a value for each column.
        public var rows: [[String]]
        /// What stands in place of rows where there are none.
        public var emptyText: String

        enum CodingKeys: String, CodingKey {
            case title, columns, rows
            case emptyText = "empty_text"
        }

        /// A table.
        public init(_ title: String, columns: [Column], rows: [[String]], emptyText: String) {
            self.title = title
            self.columns = columns
            self.rows = rows
            self.emptyText = emptyText
        }
    }

    /// The sheet.
    public var sheet: Sheet
    /// The head of the first page, and the document's title.
    public var title: String
    /// The line below the head.
    public var subtitle: String
    /// Who made it, for the document's particulars.
    public var author: String
    /// What it is about, for the document's particulars.
    public var subject: String
    /// What stands at the foot of every page, beside its number.
    public var footer: String
    /// When it was made.
    public var createdAt: Instant
    /// Labelled values below the head.
    public var facts: [Fact]
    /// The tables, one below the other.
    public var tables: [Table]

    enum CodingKeys: String, CodingKey {
        case sheet, title, subtitle, author, subject, footer, facts, tables
        case createdAt = "created_at"
    }

    /// A document without facts and tables.
    public init(
        sheet: Sheet = .letter, title: String, subtitle: String = "", author: String = "",
        subject: String = "", footer: String = "", createdAt: Instant
    ) {
        self.sheet = sheet
        self.title = title
        self.subtitle = subtitle
        self.author = author
        self.subject = subject
        self.footer = footer
        self.createdAt = createdAt
        facts = []
        tables = []
    }
}

/// Limits of printed documents.
public enum PrintLimit {
    /// Octets of a document's JSON.
    public static let octetsMax = 16 * 1_048_576
    /// Facts of a document.
    public static let factsMax = 50
    /// Tables of a document.
    public static let tablesMax = 20
    /// Columns of a table.
    public static let columns = 1...12
    /// A column's part of the width.
    public static let share = 1...100
    /// Lines of a value.
    public static let lines = 1...20
    /// Rows of all tables.
    public static let rowsMax = 10_000
    /// Characters of one text; a longer one is refused, since no page could show it.
    public static let textMax = 10_000
}

extension PrintedDocument {
    /// The document of a JSON text, with every limit checked. The error names the field.
    public init(json octets: [UInt8]) throws(ServiceError) {
        guard octets.count <= PrintLimit.octetsMax else {
            throw ServiceError(
                .tooLarge, "The document is over \(PrintLimit.octetsMax) bytes; print less of it")
        }
        self = try JSONCoding.decodeDocument(PrintedDocument.self, from: octets)
        try check()
    }

    private func check() throws(ServiceError) {
        try Self.check(!title.isEmpty, "title", "The document has no title")
        for text in [title, subtitle, author, subject, footer] { try Self.check(text, "title") }
        try Self.check(
            facts.count <= PrintLimit.factsMax, "facts", "At most \(PrintLimit.factsMax) facts")
        for fact in facts {
            try Self.check(fact.label, "facts")
            try Self.check(fact.value, "facts")
        }
        try Self.check(
            tables.count <= PrintLimit.tablesMax, "tables",
            "At most \(PrintLimit.tablesMax) tables")
        let rows = tables.reduce(0) { $0 + $1.rows.count }
        try Self.check(
            rows <= PrintLimit.rowsMax, "tables",
            "\(rows) rows are over \(PrintLimit.rowsMax); print fewer")
        for table in tables { try table.check() }
    }

    fileprivate static func check(
        _ holds: Bool, _ field: String, _ text: String
    ) throws(ServiceError) {
        guard holds else { throw .invalid(field, text) }
    }

    fileprivate static func check(_ text: String, _ field: String) throws(ServiceError) {
        try check(
            text.unicodeScalars.count <= PrintLimit.textMax, field,
            "A text is over \(PrintLimit.textMax) characters")
    }
}

extension PrintedDocument.Table {
    fileprivate func check() throws(ServiceError) {
        let range = PrintLimit.columns
        try PrintedDocument.check(
            range.contains(columns.count), "tables.columns",
            "A table has \(range.lowerBound) to \(range.upperBound) columns")
        for column in columns {
            try PrintedDocument.check(column.title, "tables.columns.title")
            try PrintedDocument.check(
                PrintLimit.share.contains(column.share), "tables.columns.share",
                "A column's share is \(PrintLimit.share.lowerBound) to "
                    + "\(PrintLimit.share.upperBound)")
            try PrintedDocument.check(
                PrintLimit.lines.contains(column.linesMax), "tables.columns.lines_max",
                "A value has \(PrintLimit.lines.lowerBound) to "
                    + "\(PrintLimit.lines.upperBound) lines")
        }
        try PrintedDocument.check(title, "tables.title")
        try PrintedDocument.check(emptyText, "tables.empty_text")
        for row in rows {
            try PrintedDocument.check(
                row.count == columns.count, "tables.rows",
                "A row has \(row.count) values for \(columns.count) columns")
            for value in row { try PrintedDocument.check(value, "tables.rows") }
        }
    }
}
