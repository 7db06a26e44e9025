internal import SQLite

/// A row of a query, valid for the duration of a closure. Columns count from 0. For NULL the plain
/// accessors throw `mismatch` and the optional ones return nil. Both throw `mismatch` for a value
/// of another type.
public struct Row: ~Copyable {
    private let base: SQLite.Row

    init(_ base: consuming SQLite.Row) { self.base = base }

    /// Returns whether the column is NULL.
    public func isNull(_ column: Int32) -> Bool { base.isNull(column) }

    /// Returns an integer.
    public func int64(_ column: Int32) throws -> Int64 {
        guard let value = try base.int64(column) else { throw Self.missing(column) }
        return value
    }

    /// Returns an integer; nil for NULL.
    public func int64OrNil(_ column: Int32) throws -> Int64? { try base.int64(column) }

    /// Returns a Boolean; 0 is false.
    public func bool(_ column: Int32) throws -> Bool { try int64(column) != 0 }

    /// Returns a floating-point number.
    public func double(_ column: Int32) throws -> Double {
        guard let value = try base.double(column) else { throw Self.missing(column) }
        return value
    }

    /// Returns a floating-point number; nil for NULL.
    public func doubleOrNil(_ column: Int32) throws -> Double? { try base.double(column) }

    /// Returns a text.
    public func text(_ column: Int32) throws -> String {
        guard let value = try base.text(column) else { throw Self.missing(column) }
        return value
    }

    /// Returns a text; nil for NULL.
    public func textOrNil(_ column: Int32) throws -> String? { try base.text(column) }

    /// Returns the halves of an id, a blob of 16 bytes in big-endian order.
    public func id(_ column: Int32) throws -> (high: UInt64, low: UInt64) {
        guard let value = try idOrNil(column) else { throw Self.missing(column) }
        return value
    }

    /// Returns the halves of an id; nil for NULL.
    public func idOrNil(_ column: Int32) throws -> (high: UInt64, low: UInt64)? {
        try base.halves(column)
    }

    /// Returns the bytes of a blob; empty for NULL.
    public func blob(_ column: Int32) -> [UInt8] {
        base.withBytes(column) { bytes in
            unsafe bytes.withUnsafeBufferPointer { unsafe [UInt8]($0) }
        }
    }

    /// Calls `body` with the bytes of a UTF-8 text or a blob, without a copy; empty for NULL.
    @inlinable
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ column: Int32, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = unsafe unsafeBytes(column) ?? UnsafeBufferPointer(start: nil, count: 0)
        return try body(unsafe Span(_unsafeElements: bytes))
    }

    /// Calls `body` with the bytes of a UTF-8 text or a blob, without a copy; nil for NULL.
    @inlinable
    public func withBytesOrNil<Result: ~Copyable, Failure: Error>(
        _ column: Int32, _ body: (Span<UInt8>?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let bytes = unsafe unsafeBytes(column) else { return try body(nil) }
        return try body(unsafe Span(_unsafeElements: bytes))
    }

    /// Returns the bytes in SQLite's memory. Only for the two functions above.
    @usableFromInline
    func unsafeBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
        unsafe base.unsafeBytes(column)
    }

    private static func missing(_ column: Int32) -> StorageError {
        StorageError(code: .mismatch, message: "column \(column) is NULL, wanted a value")
    }
}
