/// A printable document of texts: a head, facts and tables. Programs pass it to `compass-pdf`,
/// which does the layout without interpreting the content.
@JSONObject
public struct PrintedDocument: Codable, Hashable, Sendable {
    /// The paper size.
    public enum Sheet: String, Codable, Sendable, CaseIterable, Hashable {
        /// 8.5 × 11 inches.
        case letter
        /// 210 × 297 mm (ISO 216).
        case a4
    }

    /// A labelled value below the head.
    @Memberwise(labels: false)
    public struct Fact: Codable, Hashable, Sendable {
        public var label: String
        public var value: String
    }

    /// A column of a table.
    @JSONObject
    public struct Column: Codable, Hashable, Sendable {
        public var title: String
        /// Its width relative to the other columns.
        public var share: Int
        /// Whether its values are right-aligned, as numbers are.
        public var isNumeric: Bool
        /// The maximum number of lines of a value; longer ones are cut.
        public var linesMax: Int

        public init(_ title: String, share: Int, isNumeric: Bool = false, linesMax: Int = 1) {
            self.title = title
            self.share = share
            self.isNumeric = isNumeric
            self.linesMax = linesMax
        }
    }

    /// A table with a title and columns of texts.
    @JSONObject
    public struct Table: Codable, Hashable, Sendable {
        public var title: String
        public var columns: [Column]
        /// The rows, each with one value per column.
        public var rows: [[String]]
        /// The text shown when there are no rows.
        public var emptyText: String

        public init(_ title: String, columns: [Column], rows: [[String]], emptyText: String) {
            self.title = title
            self.columns = columns
            self.rows = rows
            self.emptyText = emptyText
        }
    }

    public var sheet: Sheet
    /// The head of the first page, also the document's title.
    public var title: String
    /// The line below the head.
    public var subtitle: String
    /// The author in the document's metadata.
    public var author: String
    /// The subject in the document's metadata.
    public var subject: String
    /// The text at the foot of every page, beside the page number.
    public var footer: String
    public var createdAt: Instant
    public var facts: [Fact]
    public var tables: [Table]

    /// Creates a document without facts and tables.
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
    /// The maximum size of a document's JSON, in bytes.
    public static let bytesMax = 16 * 1_048_576
    public static let factsMax = 50
    public static let tablesMax = 20
    /// The number of columns of a table.
    public static let columns = 1...12
    /// The relative width of a column.
    public static let share = 1...100
    /// The number of lines of a value.
    public static let lines = 1...20
    /// The maximum number of rows in all tables together.
    public static let rowsMax = 10_000
    /// The maximum length of a text, in characters; a longer one would not fit on any page.
    public static let textMax = 10_000
}

extension PrintedDocument {
    /// Decodes a document and checks every limit. The error names the field.
    public init(json bytes: [UInt8]) throws(ServiceError) {
        guard bytes.count <= PrintLimit.bytesMax else {
            throw ServiceError(
                .tooLarge, "The document is over \(PrintLimit.bytesMax) bytes; print less of it")
        }
        self = try JSONCoding.decodeDocument(PrintedDocument.self, from: bytes)
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
