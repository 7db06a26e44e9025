public import Contracts
public import Storage

extension Row {
    /// Returns an identifier; throws `mismatch` for NULL or a wrong length.
    @inlinable
    public func identifier<Tag>(
        _ column: Int32, as type: Identifier<Tag>.Type = Identifier<Tag>.self
    ) throws -> Identifier<Tag> {
        let halves = try id(column)
        return Identifier(high: halves.high, low: halves.low)
    }

    /// Returns an identifier, nil for NULL; throws `mismatch` for a wrong length.
    @inlinable
    public func identifierOrNil<Tag>(
        _ column: Int32, as type: Identifier<Tag>.Type = Identifier<Tag>.self
    ) throws -> Identifier<Tag>? {
        try idOrNil(column).map { Identifier(high: $0.high, low: $0.low) }
    }

    /// Returns an instant; throws `mismatch` for NULL.
    @inlinable
    public func instant(_ column: Int32) throws -> Instant {
        Instant(milliseconds: try int64(column))
    }

    /// Returns an instant; nil for NULL.
    @inlinable
    public func instantOrNil(_ column: Int32) throws -> Instant? {
        try int64OrNil(column).map { Instant(milliseconds: $0) }
    }

    /// Returns a value of a closed list; throws `mismatch` for NULL or an unknown value.
    @inlinable
    public func word<Word: RawRepresentable<String>>(
        _ column: Int32, as type: Word.Type = Word.self
    ) throws -> Word {
        guard let word = Word(rawValue: try text(column)) else {
            throw StorageError(code: .mismatch, message: "column \(column) has an unknown word")
        }
        return word
    }

    /// Returns a value of a closed list, nil for NULL; throws `mismatch` for an unknown value.
    @inlinable
    public func wordOrNil<Word: RawRepresentable<String>>(
        _ column: Int32, as type: Word.Type = Word.self
    ) throws -> Word? {
        isNull(column) ? nil : try word(column, as: type)
    }
}
