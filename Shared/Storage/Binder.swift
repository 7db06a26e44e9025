internal import SQLite

/// Binds values to a statement's parameters, one after the other.
public struct Binder: ~Copyable {
    private let statement: Statement
    private var index: Int32 = 0

    init(_ statement: Statement) { self.statement = statement }

    /// Binds an integer.
    public mutating func bind(_ value: Int64) throws {
        index &+= 1
        try statement.bind(value, at: index)
    }

    /// Binds a floating-point number.
    public mutating func bind(_ value: Double) throws {
        index &+= 1
        try statement.bind(value, at: index)
    }

    /// Binds a text.
    public mutating func bind(_ value: String) throws {
        index &+= 1
        try statement.bind(value, at: index)
    }

    /// Binds an id as a blob of 16 bytes in big-endian order.
    public mutating func bind(high: UInt64, low: UInt64) throws {
        index &+= 1
        var halves = (high.bigEndian, low.bigEndian)
        let index = index
        try unsafe withUnsafeBytes(of: &halves) { buffer in
            let bytes = unsafe buffer.bindMemory(to: UInt8.self)
            try statement.bind(unsafe Span(_unsafeElements: bytes), at: index)
        }
    }

    /// Binds a byte array as a blob.
    public mutating func bind(_ value: [UInt8]) throws {
        index &+= 1
        try statement.bind(value.span, at: index)
    }

    /// Binds NULL.
    public mutating func bindNull() throws {
        index &+= 1
        try statement.bindNull(at: index)
    }

    /// Throws unless as many values were bound as the statement has parameters.
    func requireAllBound(by sql: String) throws {
        guard Int(index) == statement.parameterCount else {
            throw StorageError(
                code: .statement,
                message: "expected \(statement.parameterCount) values, not \(index)", sql: sql)
        }
    }

    /// Binds a value of any type.
    @inlinable
    public mutating func bind(_ value: some SQLBindable) throws { try value.bind(to: &self) }
}
