import Base
internal import Glibc

/// A failure of SQLite, with its remedy where there is one.
@Memberwise
public struct SQLiteError: Error, Hashable, Sendable {
    public let code: ResultCode
    /// The cause, and the remedy if there is one.
    public let message: String
    /// The SQL of the failed statement, without bound values.
    public var sql: String?
    /// The `errno` of an I/O error; 0 if there is none.
    public var systemError: Int32 = 0
}

extension SQLiteError {
    /// Whether the disk, a quota or a file size limit left no space.
    public var isOutOfSpace: Bool {
        switch code.primary {
        case .full: true
        case .ioError, .cannotOpen: [ENOSPC, EDQUOT, EFBIG].contains(systemError)
        default: false
        }
    }

    /// Whether the file has reached its size limit (RLIMIT_FSIZE) although the disk may have space.
    public var isFileTooLarge: Bool { code.primary == .ioError && systemError == EFBIG }

    /// Whether a COMMIT that failed with this error certainly kept nothing.
    ///
    /// With a write-ahead log, COMMIT first writes all frames, then syncs them, then publishes them
    /// in the wal-index. FULL and IOERR_WRITE come from writing a frame: the commit frame is
    /// missing or torn, and recovery ignores it because of its checksum. After a later error (sync,
    /// wal-index) recovery may find complete frames.
    public var leavesNothingOfCommit: Bool {
        isOutOfSpace && (code.primary == .full || code == .ioErrorWrite)
    }
}

extension SQLiteError: CustomStringConvertible {
    /// The message, code and SQL on one line, without bound values.
    public var description: String {
        let place = sql.map { "; SQL: \($0)" } ?? ""
        return "SQLite \(code.rawValue): \(message)\(place)"
    }
}

extension SQLiteError {
    /// Returns the remedy for a code, to append to a message; nil if there is none.
    static func remedy(for code: ResultCode) -> String? {
        switch code.primary {
        case .busy, .locked: "another process uses the file; stop it or wait"
        case .full: "free space on the disk"
        case .corrupt, .notADatabase: "restore the newest backup of the file"
        case .cannotOpen: "check that the folder exists and belongs to this user"
        case .readOnly: "write through the connection that owns the file"
        case .interrupt: "ask for less or allow more time"
        case .tooBig: "send a shorter text"
        case .ioError: "check the disk; the process has to start again"
        default: nil
        }
    }
}
