internal import SQLite

/// Binds values one after another without an array between; for statements that run often.
/// The first call binds parameter 1.
public struct Binder: ~Copyable {
    private let statement: Statement
    private var index: Int32 = 0

    init(_ statement: Statement) { self.statement = statement }

    /// Binds an integer.
    public mutating func bind(_ value: Int64) throws {
        index &+= 1
        try statement.bind(value, at: index)
    }

    /// Binds an integer or NULL.
    public mutating func bind(_ value: Int64?) throws {
        guard let value else { return try bindNull() }
        try bind(value)
    }

    /// Binds a number.
    public mutating func bind(_ value: Double) throws {
        index &+= 1
        try statement.bind(value, at: index)
    }

    /// Binds a text.
    public mutating func bind(_ value: String) throws {
        index &+= 1
        try statement.bind(value, at: index)
    }

    /// Binds a text or NULL.
    public mutating func bind(_ value: String?) throws {
        guard let value else { return try bindNull() }
        try bind(value)
    }

    /// Binds an id as a blob of 16 bytes, most significant first.
    public mutating func bind(high: UInt64, low: UInt64) throws {
        index &+= 1
        var halves = (high.bigEndian, low.bigEndian)
        let index = index
        try unsafe withUnsafeBytes(of: &halves) { buffer in
            let bytes = unsafe buffer.bindMemory(to: UInt8.self)
            try statement.bind(unsafe Span(_unsafeElements: bytes), at: index)
        }
    }

    /// Binds bytes as a blob.
    public mutating func bind(_ value: [UInt8]) throws {
        index &+= 1
        try statement.bind(value.span, at: index)
    }

    /// Binds NULL.
    public mutating func bindNull() throws {
        index &+= 1
        try statement.bindNull(at: index)
    }

    /// Binds a value of any kind.
    public mutating func bind(_ value: SQLValue) throws {
        switch value {
        case .null: try bindNull()
        case .integer(let integer): try bind(integer)
        case .real(let real): try bind(real)
        case .text(let text): try bind(text)
        case .blob(let bytes): try bind(bytes)
        case .id(let high, let low): try bind(high: high, low: low)
        }
    }
}
