internal import SQLite

/// A row of a query, lent for the length of a closure. Columns count from 0. The plain accessors
/// throw `mismatch` for NULL, the optional ones give nil; both throw it for another kind of value.
public struct Row: ~Copyable {
    private let base: SQLite.Row

    init(_ base: consuming SQLite.Row) { self.base = base }

    /// True when the column holds NULL.
    public func isNull(_ column: Int32) -> Bool { base.isNull(column) }

    /// An integer.
    public func int64(_ column: Int32) throws -> Int64 {
        guard let value = try base.int64(column) else { throw Self.missing(column) }
        return value
    }

    /// An integer or NULL.
    public func int64OrNil(_ column: Int32) throws -> Int64? { try base.int64(column) }

    /// A truth value: 0 is false.
    public func bool(_ column: Int32) throws -> Bool { try int64(column) != 0 }

    /// A number.
    public func double(_ column: Int32) throws -> Double {
        guard let value = try base.double(column) else { throw Self.missing(column) }
        return value
    }

    /// A number or NULL.
    public func doubleOrNil(_ column: Int32) throws -> Double? { try base.double(column) }

    /// A text.
    public func text(_ column: Int32) throws -> String {
        guard let value = try base.text(column) else { throw Self.missing(column) }
        return value
    }

    /// A text or NULL.
    public func textOrNil(_ column: Int32) throws -> String? { try base.text(column) }

    /// The halves of an id: a blob of 16 bytes, most significant first.
    public func id(_ column: Int32) throws -> (high: UInt64, low: UInt64) {
        guard let value = try idOrNil(column) else { throw Self.missing(column) }
        return value
    }

    /// The halves of an id, or nil for NULL.
    public func idOrNil(_ column: Int32) throws -> (high: UInt64, low: UInt64)? {
        try base.halves(column)
    }

    /// The bytes of a blob; none for NULL.
    public func blob(_ column: Int32) -> [UInt8] {
        base.withBytes(column) { bytes in
            unsafe bytes.withUnsafeBufferPointer { unsafe [UInt8]($0) }
        }
    }

    /// The UTF-8 bytes of a text, or the bytes of a blob, without a copy; none for NULL.
    @inlinable
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ column: Int32, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = unsafe unsafeBytes(column) ?? UnsafeBufferPointer(start: nil, count: 0)
        return try body(unsafe Span(_unsafeElements: bytes))
    }

    /// The UTF-8 bytes of a text, or the bytes of a blob, without a copy; `nil` for NULL.
    @inlinable
    public func withBytesOrNil<Result: ~Copyable, Failure: Error>(
        _ column: Int32, _ body: (Span<UInt8>?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let bytes = unsafe unsafeBytes(column) else { return try body(nil) }
        return try body(unsafe Span(_unsafeElements: bytes))
    }

    /// Where the bytes lie in the engine's memory, for the two above alone.
    @usableFromInline
    func unsafeBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
        unsafe base.unsafeBytes(column)
    }

    private static func missing(_ column: Int32) -> StorageError {
        StorageError(code: .mismatch, message: "column \(column) is NULL, wanted a value")
    }
}
