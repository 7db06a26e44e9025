public import Contracts
public import Storage

extension SQLValue {
    /// An identifier as 16 octets.
    public init<Tag>(_ identifier: Identifier<Tag>) {
        self = .blob(identifier.octets)
    }

    /// An identifier as 16 octets, or NULL.
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
    public init<Word: RawRepresentable<String>>(word: Word?) {
        self = SQLValue(word?.rawValue)
    }
}

extension Row {
    /// An identifier; throws `mismatch` for NULL or another length.
    public func identifier<Tag>(
        _ column: Int32, as type: Identifier<Tag>.Type = Identifier<Tag>.self
    ) throws -> Identifier<Tag> {
        guard let identifier = try identifierOrNil(column, as: type) else {
            throw StorageError(code: .mismatch, message: "column \(column) is NULL, wanted an id")
        }
        return identifier
    }

    /// An identifier or NULL; throws `mismatch` for another length.
    public func identifierOrNil<Tag>(
        _ column: Int32, as type: Identifier<Tag>.Type = Identifier<Tag>.self
    ) throws -> Identifier<Tag>? {
        if isNull(column) { return nil }
        let identifier = withOctets(column) { octets -> Identifier<Tag>? in
            guard octets.count == 16 else { return nil }
            var high: UInt64 = 0
            var low: UInt64 = 0
            for position in 0..<8 {
                high = high << 8 | UInt64(octets[position])
                low = low << 8 | UInt64(octets[position + 8])
            }
            return Identifier(high: high, low: low)
        }
        guard let identifier else {
            throw StorageError(code: .mismatch, message: "column \(column) is no id of 16 octets")
        }
        return identifier
    }

    /// An instant; throws `mismatch` for NULL.
    public func instant(_ column: Int32) throws -> Instant {
        Instant(milliseconds: try int64(column))
    }

    /// An instant or NULL.
    public func instantOrNil(_ column: Int32) throws -> Instant? {
        try int64OrNil(column).map { Instant(milliseconds: $0) }
    }

    /// A word of a closed list; throws `mismatch` for NULL or an unknown word.
    public func word<Word: RawRepresentable<String>>(
        _ column: Int32, as type: Word.Type = Word.self
    ) throws -> Word {
        guard let word = Word(rawValue: try text(column)) else {
            throw StorageError(code: .mismatch, message: "column \(column) has an unknown word")
        }
        return word
    }

    /// A word of a closed list or NULL; throws `mismatch` for an unknown word.
    public func wordOrNil<Word: RawRepresentable<String>>(
        _ column: Int32, as type: Word.Type = Word.self
    ) throws -> Word? {
        isNull(column) ? nil : try word(column, as: type)
    }
}
