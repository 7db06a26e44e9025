internal import CSQLite

/// A prepared statement (<https://sqlite.org/c3ref/stmt.html>). It belongs to its connection and
/// stays on the thread that owns it. Parameters count from 1, as in SQLite.
@safe
public final class Statement {
    /// The SQL text it was prepared from.
    public let sql: String

    private let handle: OpaquePointer
    /// Set while `Connection.withStatement` lends it out.
    var isLent = false
    /// When it was last lent out, for the cache's eviction.
    var lastUse: UInt64 = 0

    init(sql: String, connection: OpaquePointer, isKept: Bool) throws(SQLiteError) {
        var prepared: OpaquePointer?
        var text = sql
        var hasMore = false
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                var rest: UnsafePointer<CChar>?
                let code = unsafe sqlite3_prepare_v3(
                    connection, characters.baseAddress, Int32(clamping: characters.count), flags,
                    &prepared, &rest)
                if let base = characters.baseAddress, let rest = unsafe rest {
                    let used = unsafe rest - base
                    let blanks = Set(" \n\t;".utf8.map(CChar.init(bitPattern:)))
                    hasMore = unsafe characters[used...].contains { !blanks.contains($0) }
                }
                return code
            }
        }
        guard code == SQLITE_OK else {
            throw unsafe SQLiteError.of(
                connection, code: code, call: "sqlite3_prepare_v3", sql: sql)
        }
        guard let prepared = unsafe prepared else {
            throw SQLiteError(code: .error, message: "the SQL text is empty", sql: sql)
        }
        guard !hasMore else {
            _ = unsafe sqlite3_finalize(prepared)
            throw SQLiteError(
                code: .error, message: "more than one statement; use runScript", sql: sql)
        }
        self.sql = sql
        unsafe self.handle = prepared
    }

    deinit {
        _ = unsafe sqlite3_finalize(handle)
    }

    /// True for a statement that cannot change the file.
    public var isReadOnly: Bool { unsafe sqlite3_stmt_readonly(handle) != 0 }

    #if DEBUG
        /// The columns of tables that results are taken from as they are.
        var resultOrigins: [(table: String, column: String)] {
            unsafe (0..<sqlite3_column_count(handle)).compactMap { index in
                guard let table = unsafe sqlite3_column_table_name(handle, index),
                    let column = unsafe sqlite3_column_origin_name(handle, index)
                else { return nil }
                return unsafe (String(cString: table), String(cString: column))
            }
        }
    #endif

    /// The number of parameters.
    public var parameterCount: Int { Int(unsafe sqlite3_bind_parameter_count(handle)) }

    /// Binds an integer.
    public func bind(_ value: Int64, at index: Int32) throws(SQLiteError) {
        try check(unsafe sqlite3_bind_int64(handle, index, value), call: "sqlite3_bind_int64")
    }

    /// Binds a floating-point number.
    public func bind(_ value: Double, at index: Int32) throws(SQLiteError) {
        try check(unsafe sqlite3_bind_double(handle, index, value), call: "sqlite3_bind_double")
    }

    /// Binds NULL.
    public func bindNull(at index: Int32) throws(SQLiteError) {
        try check(unsafe sqlite3_bind_null(handle, index), call: "sqlite3_bind_null")
    }

    /// Binds a text as UTF-8.
    public func bind(_ value: String, at index: Int32) throws(SQLiteError) {
        var value = value
        let code = value.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                // An empty text has no address of its own, and a nil address would bind NULL.
                guard let base = characters.baseAddress else {
                    return unsafe csqlite_bind_text_copy(handle, index, "", 0)
                }
                return unsafe csqlite_bind_text_copy(
                    handle, index, base, UInt64(characters.count))
            }
        }
        try check(code, call: "sqlite3_bind_text64")
    }

    /// Binds bytes as a blob.
    public func bind(_ value: Span<UInt8>, at index: Int32) throws(SQLiteError) {
        let code = unsafe value.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else {
                return unsafe sqlite3_bind_zeroblob(handle, index, 0)
            }
            return unsafe csqlite_bind_blob_copy(handle, index, base, UInt64(bytes.count))
        }
        try check(code, call: "sqlite3_bind_blob64")
    }

    /// Steps once. True when a row is ready, false when the statement has finished.
    public func step() throws(SQLiteError) -> Bool {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            // The connection's message is read before the reset clears it.
            let error = failure(code, call: "sqlite3_step")
            _ = unsafe sqlite3_reset(handle)
            throw error
        }
    }

    /// The current row; ask only after `step()` returned true, use it only until the next step.
    public var row: Row { unsafe Row(handle) }

    /// Ends the run and forgets the bound values, so that long texts do not stay in memory.
    public func reset() {
        // The code repeats the last step's failure, which has been thrown already.
        _ = unsafe sqlite3_reset(handle)
        _ = unsafe sqlite3_clear_bindings(handle)
    }

    private func check(_ code: Int32, call: StaticString) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw failure(code, call: call) }
    }

    private func failure(_ code: Int32, call: StaticString) -> SQLiteError {
        unsafe SQLiteError.of(sqlite3_db_handle(handle), code: code, call: call, sql: sql)
    }
}
