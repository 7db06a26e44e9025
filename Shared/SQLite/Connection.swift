internal import Base
internal import CSQLite
internal import CSystem
internal import Glibc

/// A connection to one database file. It has one owner: it is not `Sendable`, so it never leaves
/// the thread that opened it. Opening applies the profile of `Connection+Profile.swift`.
@safe
public final class Connection {
    /// How the file is opened.
    public enum Mode: Sendable {
        /// Reads and writes; creates the file (0600) when it is missing.
        case owner
        /// Reads only.
        case reader
        /// Reads the file without its log, as if there were none.
        case fileAlone
    }

    /// The most statements kept prepared by one connection.
    public static let cachedStatementsMax = 128

    /// The number of entries for recently lent statements; a power of two.
    private static let recentPlaces = 64

    /// The path as given.
    public let path: String
    /// How it was opened.
    public let mode: Mode

    let handle: OpaquePointer
    let watch = DeadlineWatch()
    let log = WALWatch()
    var splitter: WordSplitter?
    #if DEBUG
        var familyWatch: FamilyWatch?
    #endif
    private var statements: [StatementKey: Statement] = [:]
    /// Recently lent statements by the length of their text, so that the same constant text is
    /// found without hashing it.
    private var recent: [Statement?] = Array(repeating: nil, count: recentPlaces)
    private var uses: UInt64 = 0
    private var isClosed = false

    /// Opens a file and applies the profile. The owner stamps a new file with `applicationID`;
    /// a file with another one is left untouched. Without one, any application's file is opened
    /// and keeps its stamp: for tools that handle the files of several services.
    ///
    /// - Throws: `cannotOpen` when the path cannot be used, `notADatabase` for a foreign file.
    public init(path: String, mode: Mode, applicationID: Int32?) throws(SQLiteError) {
        try LibraryStart.result.get()
        if mode == .owner { try Self.prepareFile(at: path) }
        var opened: OpaquePointer?
        let access = mode == .owner ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
        let isAlone = mode == .fileAlone
        let flags =
            access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (isAlone ? SQLITE_OPEN_URI : 0)
        let name = isAlone ? Self.nameOfFileAlone(path) : path
        let code = unsafe sqlite3_open_v2(name, &opened, flags, nil)
        guard let opened = unsafe opened else {
            throw SQLiteError(code: .noMemory, message: "sqlite3_open_v2: no memory for \(path)")
        }
        guard code == SQLITE_OK else {
            defer { _ = unsafe sqlite3_close_v2(opened) }
            throw unsafe SQLiteError.of(opened, code: code, call: "sqlite3_open_v2", at: path)
        }
        self.path = path
        self.mode = mode
        unsafe self.handle = opened
        do {
            try applyProfile(applicationID: applicationID)
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Finalizes the statements and closes the file. A second call does nothing.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        statements.removeAll()
        recent = Array(repeating: nil, count: Self.recentPlaces)
        splitter = nil
        unsafe sqlite3_progress_handler(handle, 0, nil, nil)
        _ = unsafe sqlite3_wal_hook(handle, nil, nil)
        _ = unsafe sqlite3_close_v2(handle)
    }

    /// Lends the cached prepared statement of a SQL text. It is reset and its bindings are cleared
    /// when the closure ends.
    public func withStatement<Result>(
        _ sql: String, _ body: (Statement) throws -> Result
    ) throws -> Result {
        let statement = try borrow(sql)
        defer { giveBack(statement) }
        return try body(statement)
    }

    /// Runs a statement without parameters and ignores its rows.
    public func run(_ sql: String) throws(SQLiteError) {
        let statement = try borrow(sql)
        defer { giveBack(statement) }
        while try statement.step() {}
    }

    /// Runs several statements separated by semicolons; for migrations.
    public func runScript(_ sql: String) throws(SQLiteError) {
        try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil), call: "sqlite3_exec", sql: sql)
    }

    /// The integer in the first column of the first row; nil when there is no row or it is NULL.
    public func scalar(_ sql: String) throws(SQLiteError) -> Int64? {
        let statement = try borrow(sql)
        defer { giveBack(statement) }
        guard try statement.step() else { return nil }
        return try statement.row.int64(0)
    }

    /// The text in the first column of the first row; nil when there is no row or it is NULL.
    public func scalarText(_ sql: String) throws(SQLiteError) -> String? {
        let statement = try borrow(sql)
        defer { giveBack(statement) }
        guard try statement.step() else { return nil }
        return try statement.row.text(0)
    }

    /// Rows changed by the last INSERT, UPDATE or DELETE.
    public var changedRowCount: Int64 { unsafe sqlite3_changes64(handle) }

    /// The rows changed since the file was opened, including rolled back changes.
    public var totalChangedRowCount: Int64 { unsafe sqlite3_total_changes64(handle) }

    /// The rowid of the last INSERT.
    public var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// True between BEGIN and its end. SQLite ends a transaction by itself after some failures
    /// (<https://sqlite.org/lang_transaction.html>, section 3.2).
    public var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// The steps of a statement's plan, one line each, as EXPLAIN QUERY PLAN words them.
    public func queryPlan(_ sql: String) throws -> [String] {
        try withStatement("EXPLAIN QUERY PLAN " + sql) { statement in
            var lines: [String] = []
            while try statement.step() {
                lines.append(try statement.row.text(3) ?? "")
            }
            return lines
        }
    }

    private func borrow(_ sql: String) throws(SQLiteError) -> Statement {
        uses &+= 1
        let place = sql.utf8.count & (Self.recentPlaces - 1)
        if let known = recent[place], !known.isLent, known.sql == sql {
            return lend(known)
        }
        let key = StatementKey(sql: sql)
        let known = statements[key]
        if let known, !known.isLent {
            recent[place] = known
            return lend(known)
        }
        // A statement that is already lent out (a query inside the same query) gets a second copy.
        let isKept = known == nil
        #if DEBUG
            familyWatch?.begin()
        #endif
        let fresh = try unsafe Statement(sql: sql, connection: handle, isKept: isKept)
        #if DEBUG
            try familyWatch?.check(fresh)
        #endif
        if isKept {
            evictIfFull()
            statements[key] = fresh
            recent[place] = fresh
        }
        return lend(fresh)
    }

    private func lend(_ statement: Statement) -> Statement {
        statement.isLent = true
        statement.lastUse = uses
        return statement
    }

    private func giveBack(_ statement: Statement) {
        statement.reset()
        statement.isLent = false
    }

    private func evictIfFull() {
        guard statements.count >= Self.cachedStatementsMax else { return }
        let idle = statements.values.filter { !$0.isLent }
        guard let oldest = idle.min(by: { $0.lastUse < $1.lastUse }) else { return }
        statements[StatementKey(sql: oldest.sql)] = nil
        let place = oldest.sql.utf8.count & (Self.recentPlaces - 1)
        if recent[place] === oldest { recent[place] = nil }
    }

    func check(
        _ code: Int32, call: StaticString, sql: String? = nil
    ) throws(SQLiteError) {
        guard code == SQLITE_OK else {
            throw unsafe SQLiteError.of(handle, code: code, call: call, sql: sql)
        }
    }

    /// Returns the URI with which SQLite reads a file without its log
    /// (<https://sqlite.org/uri.html#uriimmutable>).
    private static func nameOfFileAlone(_ path: String) -> String {
        "file:\(PercentEncoding.encode(path) { $0 == UInt8(ascii: "/") })?immutable=1"
    }

    /// Creates the file with mode 0600 before SQLite opens it, and removes others' rights.
    private static func prepareFile(at path: String) throws(SQLiteError) {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let descriptor = unsafe Glibc.open(path, flags, 0o600)
        guard descriptor >= 0 else {
            let code = errno
            let text = unsafe String(cString: strerror(code))
            throw SQLiteError(
                code: .cannotOpen,
                message: "open \(path): \(text); "
                    + "check that the folder exists and belongs to this user",
                systemError: code)
        }
        // SQLite has not opened the file yet in this process, so this close drops no lock.
        defer { _ = Glibc.close(descriptor) }
        _ = fchmod(descriptor, 0o600)
    }
}

extension SQLiteError {
    /// Returns the error of a call, with SQLite's message and the remedy.
    static func of(
        _ connection: OpaquePointer?, code: Int32, call: StaticString, sql: String? = nil,
        at place: String? = nil
    ) -> SQLiteError {
        // sqlite3_system_errno() lacks the errno of a failed COMMIT; nothing has changed errno
        // since.
        let systemError = errno
        let extended = unsafe sqlite3_extended_errcode(connection)
        let isSame = extended & 0xff == code & 0xff
        let result = ResultCode(rawValue: isSame ? extended : code)
        precondition(result.primary != .misuse, "SQLite was misused in \(call)")
        var message = "\(call): "
        if let place { message += "\(place): " }
        message +=
            unsafe isSame
            ? String(cString: sqlite3_errmsg(connection)) : String(cString: sqlite3_errstr(code))
        if let remedy = remedy(for: result) { message += "; \(remedy)" }
        return SQLiteError(code: result, message: message, sql: sql, systemError: systemError)
    }
}

/// A SQL text as a key of the cache. Compares the whole text but hashes only its length and end:
/// texts have hundreds of bytes and are looked up several times per command.
private struct StatementKey: Hashable {
    private static let hashedBytes = 16

    let sql: String

    func hash(into hasher: inout Hasher) {
        var end: UInt64 = 0
        for byte in sql.utf8.suffix(Self.hashedBytes) { end = end &* 31 &+ UInt64(byte) }
        hasher.combine(sql.utf8.count)
        hasher.combine(end)
    }
}

/// Settings made once per process, before the first connection.
private enum LibraryStart {
    /// The freed memory that the allocator keeps at the end of each arena, in bytes. Replies of
    /// tens and hundreds of kilobytes are built and freed all the time. Returning their pages to
    /// the system and faulting them in again took a sixth of a list's time.
    static let freedBytesKept: Int32 = 2 << 20

    static let result: Result<Void, SQLiteError> = {
        compass_keep_freed_memory(freedBytesKept)
        // Memory statistics would take a global lock for each allocation.
        let code = csqlite_config_int(SQLITE_CONFIG_MEMSTATUS, 0)
        // MISUSE means that a database was opened before: only the setting is lost.
        guard code == SQLITE_OK || code == SQLITE_MISUSE else {
            return .failure(
                SQLiteError(code: ResultCode(rawValue: code), message: "sqlite3_config failed"))
        }
        guard sqlite3_threadsafe() != 0 else {
            return .failure(
                SQLiteError(
                    code: .misuse,
                    message: "this SQLite library was built without threads; install Debian's"))
        }
        return .success(())
    }()
}
