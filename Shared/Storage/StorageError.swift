internal import SQLite

/// What the storage refused, and what to do about it.
public struct StorageError: Error, Hashable, Sendable {
    /// The closed list of reasons.
    public enum Code: String, Hashable, Sendable {
        /// The queue is full: nothing was done, try again a little later.
        case busy
        /// The time was over before the work was done: nothing was kept.
        case deadlineExceeded = "deadline_exceeded"
        /// A unique index or primary key already holds the value.
        case unique
        /// A foreign key points nowhere.
        case foreignKey = "foreign_key"
        /// A CHECK, a NOT NULL or a STRICT type said no.
        case check
        /// A text, a blob or a statement beyond its limit.
        case tooBig = "too_big"
        /// A column holds another kind of value than the one asked for.
        case mismatch
        /// SQLite ended the transaction around this command: nothing of it was kept.
        case rolledBack = "rolled_back"
        /// COMMIT failed: whether the command was kept shows only after a restart.
        case outcomeUnknown = "outcome_unknown"
        /// Another process has taken the file over.
        case fenced
        /// Another process owns the file.
        case owned
        /// The file was written by a newer version of this program.
        case newerFile = "newer_file"
        /// The file belongs to something else, or is damaged.
        case wrongFile = "wrong_file"
        /// The file is not the one that was left here, or it is damaged: nothing is written to it
        /// until somebody has decided what is to be done.
        case untrusted
        /// The disk is full: nothing was kept, reads go on.
        case noSpace = "no_space"
        /// The disk is unreadable or gone.
        case disk
        /// The database has been closed.
        case closed
        /// The SQL text is wrong, or anything else that only a developer can mend.
        case statement
    }

    /// The reason.
    public let code: Code
    /// What went wrong, with the remedy where there is one; never a bound value.
    public let message: String
    /// The SQL text concerned.
    public let sql: String?
    /// Whether the limit of a file's size left no room, not the disk.
    private(set) var isFileTooLarge = false

    /// Describes a failure.
    public init(code: Code, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// True when nothing was kept and the same command may succeed later.
    public var isRetryable: Bool {
        switch code {
        case .busy, .deadlineExceeded, .rolledBack, .noSpace: true
        default: false
        }
    }
}

extension StorageError: CustomStringConvertible {
    /// Code, message and SQL text in one line.
    public var description: String {
        "\(code.rawValue): \(message)" + (sql.map { "; SQL: \($0)" } ?? "")
    }
}

extension StorageError {
    /// SQLite ended the transaction around a command.
    static let rolledBack = StorageError(
        code: .rolledBack, message: "the transaction was ended by SQLite; send it again")

    /// Translates what SQLite reported.
    init(_ error: SQLiteError) {
        let code: Code =
            switch error.code {
            case .constraintUnique, .constraintPrimaryKey: .unique
            case .constraintForeignKey: .foreignKey
            case _ where error.isOutOfSpace: .noSpace
            default:
                switch error.code.primary {
                case .constraint: .check
                case .interrupt: .deadlineExceeded
                case .busy, .locked: .busy
                case .tooBig: .tooBig
                case .mismatch: .mismatch
                case .corrupt, .notADatabase: .wrongFile
                case .ioError, .full, .cannotOpen, .noMemory: .disk
                default: .statement
                }
            }
        self.init(code: code, message: error.message, sql: error.sql)
        isFileTooLarge = error.isFileTooLarge
    }

    /// Any error as one of this module.
    static func of(_ error: any Error) -> StorageError {
        switch error {
        case let error as StorageError: error
        case let error as SQLiteError: StorageError(error)
        default: StorageError(code: .statement, message: "\(error)")
        }
    }

    /// Runs SQLite's part of something and translates its error; errors of others pass.
    static func translated<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw StorageError(error)
        }
    }
}
