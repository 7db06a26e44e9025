public import Contracts
public import Storage

extension Row {
    /// An identifier; throws `mismatch` for NULL or another length.
    @inlinable
    public func identifier<Tag>(
        _ column: Int32, as type: Identifier<Tag>.Type = Identifier<Tag>.self
    ) throws -> Identifier<Tag> {
        let halves = try id(column)
        return Identifier(high: halves.high, low: halves.low)
    }

    /// An identifier or NULL; throws `mismatch` for another length.
    @inlinable
    public func identifierOrNil<Tag>(
        _ column: Int32, as type: Identifier<Tag>.Type = Identifier<Tag>.self
    ) throws -> Identifier<Tag>? {
        try idOrNil(column).map { Identifier(high: $0.high, low: $0.low) }
    }

    /// An instant; throws `mismatch` for NULL.
    @inlinable
    public func instant(_ column: Int32) throws -> Instant {
        Instant(milliseconds: try int64(column))
    }

    /// An instant or NULL.
    @inlinable
    public func instantOrNil(_ column: Int32) throws -> Instant? {
        try int64OrNil(column).map { Instant(milliseconds: $0) }
    }

    /// A word of a closed list; throws `mismatch` for NULL or an unknown word.
    @inlinable
    public func word<Word: RawRepresentable<String>>(
        _ column: Int32, as type: Word.Type = Word.self
    ) throws -> Word {
        guard let word = Word(rawValue: try text(column)) else {
            throw StorageError(code: .mismatch, message: "column \(column) has an unknown word")
        }
        return word
    }

    /// A word of a closed list or NULL; throws `mismatch` for an unknown word.
    @inlinable
    public func wordOrNil<Word: RawRepresentable<String>>(
        _ column: Int32, as type: Word.Type = Word.self
    ) throws -> Word? {
        isNull(column) ? nil : try word(column, as: type)
    }
}
