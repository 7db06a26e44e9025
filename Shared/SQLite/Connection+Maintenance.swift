internal import CSQLite
internal import Glibc

/// The result of a checkpoint of the write-ahead log, in pages.
public struct CheckpointResult: Hashable, Sendable {
    /// Pages in the log.
    public let walPages: Int
    /// Of these, pages that are now in the database file.
    public let movedPages: Int
    /// Whether every page of the log is in the database file.
    public let isComplete: Bool
}

extension Connection {
    /// How a checkpoint treats readers (<https://sqlite.org/c3ref/wal_checkpoint_v2.html>).
    public enum CheckpointMode: Sendable {
        /// Moves as many pages as possible without waiting.
        case passive
        /// Moves all pages and waits briefly for readers of the log, so that the next commit
        /// restarts the log at its beginning.
        case restart
        /// Waits for readers, then truncates the log file.
        case truncate

        fileprivate var code: Int32 {
            switch self {
            case .passive: SQLITE_CHECKPOINT_PASSIVE
            case .restart: SQLITE_CHECKPOINT_RESTART
            case .truncate: SQLITE_CHECKPOINT_TRUNCATE
            }
        }
    }

    /// How long a restart of the log waits for readers, in milliseconds: longer than most reads,
    /// but not noticeable to a caller.
    public static let restartPatienceMilliseconds: Int32 = 50

    /// Moves pages from the log into the database file. A hurried checkpoint waits for readers no
    /// longer than a restart does.
    @discardableResult
    public func checkpoint(
        _ mode: CheckpointMode, isHurried: Bool = false
    ) throws(SQLiteError) -> CheckpointResult {
        var walPages: Int32 = 0
        var movedPages: Int32 = 0
        let isHurried = isHurried || mode == .restart
        if isHurried {
            _ = unsafe sqlite3_busy_timeout(handle, Self.restartPatienceMilliseconds)
        }
        let code = unsafe sqlite3_wal_checkpoint_v2(
            handle, nil, mode.code, &walPages, &movedPages)
        if isHurried {
            _ = unsafe sqlite3_busy_timeout(handle, Self.busyTimeoutMilliseconds)
        }
        // BUSY: a reader prevented part of it; the next checkpoint moves the rest.
        if code & 0xff != SQLITE_BUSY { try check(code, call: "sqlite3_wal_checkpoint_v2") }
        log.movedPages = max(0, Int(movedPages))
        if mode == .truncate && code == SQLITE_OK { log.pages = 0 }
        return CheckpointResult(
            walPages: max(0, Int(walPages)), movedPages: max(0, Int(movedPages)),
            isComplete: code == SQLITE_OK && walPages >= 0 && walPages == movedPages)
    }

    /// Sets whether the log stays unchanged when the last connection closes, instead of being moved
    /// into the file. Used for files that must not be changed.
    public func keepLogOnClose(_ keeps: Bool) throws(SQLiteError) {
        try turn(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on: keeps)
    }

    /// Looks for damage in the whole file, or in one table with its indexes
    /// (<https://sqlite.org/pragma.html#pragma_quick_check>).
    ///
    /// - Returns: the first damage in SQLite's words; nil when there is none.
    public func damage(inTable table: String? = nil) throws(SQLiteError) -> String? {
        let argument = table.map { "'" + $0.replacing("'", with: "''") + "'" } ?? "1"
        let verdict = try scalarText("PRAGMA quick_check(\(argument))")
        return verdict == "ok" ? nil : verdict ?? "no answer"
    }

    /// The frames of one region of the wal-index (<https://sqlite.org/walformat.html>, 2.1); the
    /// first region also contains the header and has 34 fewer.
    private static let framesPerRegion = 4_096
    /// The size of a page with its header in the log, in bytes.
    private static let frameBytes = 4_096 + 24

    /// The size of the database's file without its log, in bytes.
    public var fileBytes: Int64 { Self.bytes(of: path) }

    /// The size of the log's file, in bytes.
    public var logFileBytes: Int64 { Self.bytes(of: path + "-wal") }

    private static func bytes(of path: String) -> Int64 {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return 0 }
        return Int64(status.st_size)
    }

    /// Allocates disk space after the end of the log, for its growth, without changing its length.
    /// Does nothing if there is no space.
    public func allocateLog(bytes: Int64) {
        let descriptor = unsafe Glibc.open(path + "-wal", O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        // SQLite does not lock the log file, so closing it here drops no lock.
        guard descriptor >= 0 else { return }
        defer { _ = Glibc.close(descriptor) }
        _ = csqlite_allocate(descriptor, Int(logFileBytes), Int(bytes))
    }

    /// Makes the database file grow in steps of this many bytes; 0 for the least necessary
    /// (<https://sqlite.org/c3ref/c_fcntl_begin_atomic_write.html>, CHUNK_SIZE).
    public func growInChunks(of bytes: Int32) {
        var bytes = bytes
        _ = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_CHUNK_SIZE, &bytes)
    }

    /// The most pages that COMMIT writes: the part of a transaction in the cache (2 MiB).
    private static let commitPagesMax = 600

    /// Extends the wal-index for the whole log and the pages that COMMIT will add. Call it before
    /// COMMIT, which would extend the wal-index only after the sync, when an error leaves the
    /// outcome unknown. An error here leaves a transaction that can be rolled back.
    public func prepareCommit() throws(SQLiteError) {
        let frames = Int(logFileBytes) / Self.frameBytes + Self.commitPagesMax
        // The first region exists as long as the file is open.
        let regions = frames / Self.framesPerRegion + 1
        guard regions > log.indexRegions else { return }
        let code = unsafe csqlite_extend_wal_index(handle, Int32(clamping: regions))
        guard code == SQLITE_OK else {
            throw SQLiteError(
                code: ResultCode(rawValue: code),
                message: "the wal-index of \(path) cannot grow", systemError: errno)
        }
        log.indexRegions = regions
    }

    /// Returns at most `limit` findings about a damaged file, in SQLite's words. Reads every page
    /// (<https://sqlite.org/pragma.html#pragma_integrity_check>).
    public func damages(limit: Int) throws -> [String] {
        var found: [String] = []
        try withStatement("PRAGMA integrity_check(\(limit))") { statement in
            while try statement.step() {
                if let words = try statement.row.text(0), words != "ok" { found.append(words) }
            }
        }
        return found
    }

    /// Copies the database as one snapshot into a new file (0600) and syncs it. The file gets its
    /// final name only when it is complete (<https://sqlite.org/backup.html>).
    ///
    /// - Throws: `cannotOpen` when the target exists or cannot be made.
    public func backUp(to target: String) throws(SQLiteError) {
        let draft = target + ".part"
        guard unsafe access(target, F_OK) != 0 else {
            throw SQLiteError(
                code: .cannotOpen, message: "\(target) exists; choose another name or remove it")
        }
        _ = unsafe unlink(draft)
        do {
            try copyPages(to: draft)
        } catch {
            _ = unsafe unlink(draft)
            throw error
        }
        guard unsafe rename(draft, target) == 0 else {
            throw SQLiteError(code: .ioError, message: "rename \(draft): errno \(errno)")
        }
        try Self.syncFolder(of: target)
    }

    private func copyPages(to draft: String) throws(SQLiteError) {
        try Self.makePrivateFile(at: draft)
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = unsafe sqlite3_open_v2(draft, &opened, flags, nil)
        defer { _ = unsafe sqlite3_close_v2(opened) }
        guard code == SQLITE_OK, let copy = unsafe opened else {
            throw unsafe SQLiteError.of(opened, code: code, call: "sqlite3_open_v2", at: draft)
        }
        guard let backup = unsafe sqlite3_backup_init(copy, "main", handle, "main") else {
            let code = unsafe sqlite3_errcode(copy)
            throw unsafe SQLiteError.of(copy, code: code, call: "sqlite3_backup_init")
        }
        // A single step for all pages copies one snapshot, however many commits happen meanwhile.
        let stepped = unsafe sqlite3_backup_step(backup, -1)
        let finished = unsafe sqlite3_backup_finish(backup)
        guard stepped == SQLITE_DONE, finished == SQLITE_OK else {
            let code = stepped == SQLITE_DONE ? finished : stepped
            throw unsafe SQLiteError.of(copy, code: code, call: "sqlite3_backup_step")
        }
    }

    private static func makePrivateFile(at path: String) throws(SQLiteError) {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = unsafe Glibc.open(path, flags, 0o600)
        guard descriptor >= 0 else {
            let code = errno
            let text = unsafe String(cString: strerror(code))
            throw SQLiteError(
                code: .cannotOpen, message: "open \(path): \(text); choose another folder",
                systemError: code)
        }
        _ = Glibc.close(descriptor)
    }

    /// Syncs the folder; without this a new name is not durable.
    private static func syncFolder(of path: String) throws(SQLiteError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw SQLiteError(code: .ioError, message: "open \(folder): errno \(errno)")
        }
        defer { _ = Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw SQLiteError(code: .ioErrorFsync, message: "fsync \(folder): errno \(errno)")
        }
    }
}
