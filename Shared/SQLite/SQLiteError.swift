internal import Glibc

/// What SQLite refused, and what to do about it.
public struct SQLiteError: Error, Hashable, Sendable {
    /// The extended result code.
    public let code: ResultCode
    /// What went wrong, with the remedy where there is one.
    public let message: String
    /// The SQL text concerned, never the values bound to it.
    public let sql: String?
    /// The `errno` behind an I/O error; 0 where there is none.
    public let systemError: Int32

    /// Describes a failure.
    public init(
        code: ResultCode, message: String, sql: String? = nil, systemError: Int32 = 0
    ) {
        self.code = code
        self.message = message
        self.sql = sql
        self.systemError = systemError
    }
}

extension SQLiteError {
    /// Whether the disk, a quota or the limit of a file's size left no room.
    public var isOutOfSpace: Bool {
        switch code.primary {
        case .full: true
        case .ioError, .cannotOpen: [ENOSPC, EDQUOT, EFBIG].contains(systemError)
        default: false
        }
    }

    /// Whether the limit of a file's size (RLIMIT_FSIZE) left no room, not the disk.
    public var isFileTooLarge: Bool { code.primary == .ioError && systemError == EFBIG }

    /// Whether a COMMIT that failed so is known to have kept nothing.
    ///
    /// With a write-ahead log all frames are written first, then synced, then made visible in the
    /// wal-index. FULL and IOERR_WRITE come from writing a frame: the one that commits is missing
    /// or torn, and recovery, which checks sums, passes over it. Any later error (a sync, the
    /// wal-index) leaves frames that recovery may find whole.
    public var leavesNothingOfCommit: Bool {
        isOutOfSpace && (code.primary == .full || code == .ioErrorWrite)
    }
}

extension SQLiteError: CustomStringConvertible {
    /// Message, code and SQL text in one line; bound values never appear.
    public var description: String {
        let place = sql.map { "; SQL: \($0)" } ?? ""
        return "SQLite \(code.rawValue): \(message)\(place)"
    }
}

extension SQLiteError {
    /// The remedy for a code, for the end of a message; nil where the code has none of its own.
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
