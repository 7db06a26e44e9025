public import Contracts
public import Storage

/// A value that a column can store.
public protocol ColumnValue: JSONWritable, SQLBindable {
    /// Reads a column. Throws `mismatch` for a value of another type.
    init(_ row: borrowing Row, _ column: Int32) throws
    /// Writes a column as JSON.
    static func writeJSON(_ row: borrowing Row, _ column: Int32, to json: inout JSONWriter) throws
}

extension ColumnValue {
    public static func writeJSON(
        _ row: borrowing Row, _ column: Int32, to json: inout JSONWriter
    ) throws { try Self(row, column).write(to: &json) }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    public init(_ row: borrowing Row, _ column: Int32) throws {
        self = row.isNull(column) ? nil : try Wrapped(row, column)
    }
    public static func writeJSON(
        _ row: borrowing Row, _ column: Int32, to json: inout JSONWriter
    ) throws {
        if row.isNull(column) { json.null() } else { try Wrapped.writeJSON(row, column, to: &json) }
    }
}

extension String: ColumnValue {
    public init(_ row: borrowing Row, _ column: Int32) throws { self = try row.text(column) }
    /// Writes the text without creating a `String`.
    public static func writeJSON(_ row: borrowing Row, _ column: Int32, to json: inout JSONWriter) {
        json.text(column, of: row)
    }
}

/// A value of a closed list, which a column stores as its text.
public protocol ColumnWord: ColumnValue, RawRepresentable<String> {}

extension ColumnWord {
    public init(_ row: borrowing Row, _ column: Int32) throws { self = try row.word(column) }
    public func bind(to binder: inout Binder) throws { try binder.bind(rawValue) }
    public static func writeJSON(_ row: borrowing Row, _ column: Int32, to json: inout JSONWriter) {
        json.text(column, of: row)
    }
}

extension Int: ColumnValue {
    public init(_ row: borrowing Row, _ column: Int32) throws {
        self = Int(try row.int64(column))
    }
}

extension Double: ColumnValue {
    public init(_ row: borrowing Row, _ column: Int32) throws { self = try row.double(column) }
}

extension Instant: ColumnValue {
    public init(_ row: borrowing Row, _ column: Int32) throws { self = try row.instant(column) }
}

extension Identifier: ColumnValue {
    public init(_ row: borrowing Row, _ column: Int32) throws {
        self = try row.identifier(column)
    }
}

extension Bool: ColumnValue {
    public init(_ row: borrowing Row, _ column: Int32) throws { self = try row.bool(column) }
}

/// A value that a column stores as text, such as a day.
public protocol ColumnText: ColumnValue {
    /// Parses the text; returns nil if the text is not valid.
    init?(columnText text: String)
    var columnText: String { get }
}

extension ColumnText {
    public init(_ row: borrowing Row, _ column: Int32) throws {
        guard let value = Self(columnText: try row.text(column)) else {
            throw StorageError(
                code: .mismatch, message: "column \(column) does not contain a valid \(Self.self)")
        }
        self = value
    }
    public func bind(to binder: inout Binder) throws { try binder.bind(columnText) }
    public func write(to json: inout JSONWriter) { json.string(columnText) }
    public static func writeJSON(_ row: borrowing Row, _ column: Int32, to json: inout JSONWriter) {
        json.text(column, of: row)
    }
}

extension CivilDay: ColumnText {
    public init?(columnText text: String) { self.init(text: text) }
    public var columnText: String { text }
}

extension LocalTime: ColumnText {
    public init?(columnText text: String) { self.init(text: text) }
    public var columnText: String { text }
}
