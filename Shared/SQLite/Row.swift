internal import CSQLite

/// The kind of a value in a column (<https://sqlite.org/c3ref/c_blob.html>).
public enum StorageClass: Sendable {
    case integer, real, text, blob, null
}

/// The current row of a statement, good until the next step. It cannot be copied, so a function
/// that is lent one cannot keep it. Columns count from 0; one past the end reads as NULL.
@safe
public struct Row: ~Copyable {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    /// The number of columns.
    public var count: Int { Int(unsafe sqlite3_column_count(handle)) }

    /// The kind of the value in a column.
    public func storageClass(_ column: Int32) -> StorageClass {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    /// True when the column holds NULL.
    public func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// The integer in a column; nil for NULL. Throws `mismatch` for any other kind.
    public func int64(_ column: Int32) throws(SQLiteError) -> Int64? {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: return unsafe sqlite3_column_int64(handle, column)
        case SQLITE_NULL: return nil
        default: throw mismatch(column, wanted: "an integer")
        }
    }

    /// The number in a column, integers widened; nil for NULL. Throws `mismatch` for text or blob.
    public func double(_ column: Int32) throws(SQLiteError) -> Double? {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_FLOAT, SQLITE_INTEGER: return unsafe sqlite3_column_double(handle, column)
        case SQLITE_NULL: return nil
        default: throw mismatch(column, wanted: "a number")
        }
    }

    /// The text in a column; nil for NULL. Throws `mismatch` for any other kind.
    public func text(_ column: Int32) throws(SQLiteError) -> String? {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_TEXT: return unsafe String(decoding: bytes(column), as: UTF8.self)
        case SQLITE_NULL: return nil
        default: throw mismatch(column, wanted: "text")
        }
    }

    /// The UTF-8 bytes of a text column, or the bytes of a blob, without a copy; an empty span
    /// for NULL and for any number. The span ends with the closure.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ column: Int32, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(unsafe Span(_unsafeElements: unsafeBytes(column) ?? Self.noBytes))
    }

    /// The same bytes where they lie: good until the next step, reset or conversion. `nil` for
    /// NULL and for any number.
    public func unsafeBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_TEXT, SQLITE_BLOB: unsafe bytes(column)
        default: nil
        }
    }

    /// A blob of 16 bytes as two halves, most significant first; nil for NULL. Throws `mismatch`
    /// for anything else.
    public func halves(_ column: Int32) throws(SQLiteError) -> (high: UInt64, low: UInt64)? {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_NULL:
            return nil
        case SQLITE_BLOB:
            let bytes = unsafe UnsafeRawBufferPointer(bytes(column))
            guard bytes.count == 16 else { throw mismatch(column, wanted: "16 bytes") }
            let high = unsafe bytes.loadUnaligned(as: UInt64.self)
            let low = unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            return (UInt64(bigEndian: high), UInt64(bigEndian: low))
        default:
            throw mismatch(column, wanted: "an id")
        }
    }

    private static var noBytes: UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: nil, count: 0)
    }

    /// Bytes in SQLite's own memory, good until the next step, reset or conversion.
    private func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
        // sqlite3_column_blob() of a UTF-8 text gives the same bytes as _text(), unconverted.
        let start = unsafe sqlite3_column_blob(handle, column)
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe UnsafeBufferPointer(
            start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count)
    }

    private func mismatch(_ column: Int32, wanted: String) -> SQLiteError {
        let name = unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) }
        return SQLiteError(
            code: .mismatch,
            message: "column \(name ?? "?") holds \(storageClass(column)), wanted \(wanted)",
            sql: unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) })
    }
}
