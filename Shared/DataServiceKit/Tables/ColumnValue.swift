public import Contracts
public import Storage

/// A value that a column can store.
public protocol ColumnValue: JSONWritable, SQLBindable {
    /// Reads a column. Throws `mismatch` for a value of another type.
    init(_ row: borrowing Row, _ column: Int32) throws
    /// Writes a column as JSON. A table asks for it once, so that a row costs no look-up of types.
    static var columnWriter: ColumnWriter { get }
}

/// Writes a column of a row as JSON.
public typealias ColumnWriter = @Sendable (borrowing Row, Int32, inout JSONWriter) throws -> Void

extension Optional: ColumnValue where Wrapped: ColumnValue {
    public init(_ row: borrowing Row, _ column: Int32) throws {
        self = row.isNull(column) ? nil : try Wrapped(row, column)
    }
    public static var columnWriter: ColumnWriter {
        let write = Wrapped.columnWriter
        return { row, column, json in
            if row.isNull(column) { json.null() } else { try write(row, column, &json) }
        }
    }
}

extension String: ColumnValue {
    public init(_ row: borrowing Row, _ column: Int32) throws { self = try row.text(column) }
    public static var columnWriter: ColumnWriter { textWriter }
}

/// Writes a text without creating a `String`.
private let textWriter: ColumnWriter = { row, column, json in json.text(column, of: row) }

/// A value of a closed list, which a column stores as its text.
public protocol ColumnWord: ColumnValue, RawRepresentable<String> {}

extension ColumnWord {
    public init(_ row: borrowing Row, _ column: Int32) throws { self = try row.word(column) }
    public func bind(to binder: inout Binder) throws { try binder.bind(rawValue) }
    public static var columnWriter: ColumnWriter { textWriter }
}

extension Int: ColumnValue {
    public init(_ row: borrowing Row, _ column: Int32) throws {
        self = Int(try row.int64(column))
    }
    public static var columnWriter: ColumnWriter {
        { row, column, json in json.integer(Int(try row.int64(column))) }
    }
}

extension Double: ColumnValue {
    public init(_ row: borrowing Row, _ column: Int32) throws { self = try row.double(column) }
    public static var columnWriter: ColumnWriter {
        { row, column, json in json.number(try row.double(column)) }
    }
}

extension Instant: ColumnValue {
    public init(_ row: borrowing Row, _ column: Int32) throws { self = try row.instant(column) }
    public static var columnWriter: ColumnWriter {
        { row, column, json in json.instant(try row.instant(column)) }
    }
}

extension Identifier: ColumnValue {
    public init(_ row: borrowing Row, _ column: Int32) throws {
        self = try row.identifier(column)
    }
    public static var columnWriter: ColumnWriter { identifierWriter }
}

private let identifierWriter: ColumnWriter = { row, column, json in
    let halves = try row.id(column)
    json.identifier(high: halves.high, low: halves.low)
}

extension Bool: ColumnValue {
    public init(_ row: borrowing Row, _ column: Int32) throws { self = try row.bool(column) }
    public static var columnWriter: ColumnWriter {
        { row, column, json in json.bool(try row.bool(column)) }
    }
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
    public static var columnWriter: ColumnWriter { textWriter }
}

extension CivilDay: ColumnText {
    public init?(columnText text: String) { self.init(text: text) }
    public var columnText: String { text }
}

extension LocalTime: ColumnText {
    public init?(columnText text: String) { self.init(text: text) }
    public var columnText: String { text }
}
