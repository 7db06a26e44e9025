public import Contracts
public import Storage

extension SQLValue {
    /// An identifier as 16 bytes.
    @inlinable
    public init<Tag>(_ identifier: Identifier<Tag>) {
        self = .id(high: identifier.high, low: identifier.low)
    }

    /// An identifier as 16 bytes, or NULL.
    @inlinable
    public init<Tag>(_ identifier: Identifier<Tag>?) {
        self = identifier.map { SQLValue($0) } ?? .null
    }

    /// An instant as milliseconds since 1970.
    public init(_ instant: Instant) {
        self = .integer(instant.milliseconds)
    }

    /// An instant as milliseconds since 1970, or NULL.
    public init(_ instant: Instant?) {
        self = instant.map { SQLValue($0) } ?? .null
    }

    /// A word of a closed list as its text, or NULL.
    @inlinable
    public init<Word: RawRepresentable<String>>(word: Word?) {
        self = SQLValue(word?.rawValue)
    }
}

extension Binder {
    /// Binds an identifier as 16 bytes.
    @inlinable
    public mutating func bind<Tag>(_ identifier: Identifier<Tag>) throws {
        try bind(high: identifier.high, low: identifier.low)
    }

    /// Binds an identifier as 16 bytes, or NULL.
    @inlinable
    public mutating func bind<Tag>(_ identifier: Identifier<Tag>?) throws {
        guard let identifier else { return try bindNull() }
        try bind(identifier)
    }

    /// Binds an instant as milliseconds since 1970.
    public mutating func bind(_ instant: Instant) throws { try bind(instant.milliseconds) }

    /// Binds an instant as milliseconds since 1970, or NULL.
    public mutating func bind(_ instant: Instant?) throws { try bind(instant?.milliseconds) }
}
