internal import CSQLite
internal import Glibc

/// How far the checkpoint of a write-ahead log came, in pages.
public struct CheckpointResult: Hashable, Sendable {
    /// Pages in the log.
    public let logPages: Int
    /// Of these, pages that are now in the database file.
    public let movedPages: Int
}

extension Connection {
    /// How hard a checkpoint tries (<https://sqlite.org/c3ref/wal_checkpoint_v2.html>).
    public enum CheckpointMode: Sendable {
        /// Moves what it can without waiting for anyone.
        case passive
        /// Moves everything and waits a little for readers of the log, so that the next commit
        /// writes at its beginning again.
        case restart
        /// Waits for readers, then empties the log file.
        case truncate

        fileprivate var code: Int32 {
            switch self {
            case .passive: SQLITE_CHECKPOINT_PASSIVE
            case .restart: SQLITE_CHECKPOINT_RESTART
            case .truncate: SQLITE_CHECKPOINT_TRUNCATE
            }
        }
    }

    /// How long a restart of the log waits for readers, in milliseconds: many usual reads, and less
    /// than a caller notices.
    public static let restartPatienceMilliseconds: Int32 = 50

    /// Moves pages from the log into the database file.
    @discardableResult
    public func checkpoint(_ mode: CheckpointMode) throws(SQLiteError) -> CheckpointResult {
        var logPages: Int32 = 0
        var movedPages: Int32 = 0
        if mode == .restart {
            _ = unsafe sqlite3_busy_timeout(handle, Self.restartPatienceMilliseconds)
        }
        let code = unsafe sqlite3_wal_checkpoint_v2(
            handle, nil, mode.code, &logPages, &movedPages)
        if mode == .restart {
            _ = unsafe sqlite3_busy_timeout(handle, Self.busyTimeoutMilliseconds)
        }
        // BUSY: a reader stood in the way; the rest moves next time.
        if code & 0xff != SQLITE_BUSY { try check(code, call: "sqlite3_wal_checkpoint_v2") }
        log.movedPages = max(0, Int(movedPages))
        if mode == .truncate && code == SQLITE_OK { log.pages = 0 }
        return CheckpointResult(
            logPages: max(0, Int(logPages)), movedPages: max(0, Int(movedPages)))
    }

    /// What is wrong with the file in SQLite's words, at most `limit` findings; empty for a sound
    /// file. Reads every page (<https://sqlite.org/pragma.html#pragma_integrity_check>).
    public func damages(limit: Int) throws -> [String] {
        var found: [String] = []
        try withStatement("PRAGMA integrity_check(\(limit))") { statement in
            while try statement.step() {
                if let words = try statement.row.text(0), words != "ok" { found.append(words) }
            }
        }
        return found
    }

    /// Copies the database as one snapshot into a new file (0600), synced, under its final name
    /// only when it is complete (<https://sqlite.org/backup.html>).
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
        // One step for all pages: a single snapshot, however many commits happen meanwhile.
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
            let text = unsafe String(cString: strerror(errno))
            throw SQLiteError(
                code: .cannotOpen, message: "open \(path): \(text); choose another folder")
        }
        _ = Glibc.close(descriptor)
    }

    /// A new name is durable only when its folder is synced too.
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
