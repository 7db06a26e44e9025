internal import SQLite

/// A storage failure, with its remedy where there is one.
public struct StorageError: Error, Hashable, Sendable {
    /// The causes, as a closed list.
    public enum Code: String, Hashable, Sendable {
        /// The queue is full. Nothing was done; a retry may succeed.
        case busy
        /// The deadline passed before the work was done. Nothing was kept.
        case deadlineExceeded = "deadline_exceeded"
        /// A unique index or primary key already holds the value.
        case unique
        /// A foreign key has no target.
        case foreignKey = "foreign_key"
        /// A CHECK, NOT NULL or STRICT constraint failed.
        case check
        /// A text, blob or statement exceeds its limit.
        case tooBig = "too_big"
        /// A column holds a value of a type other than the requested one.
        case mismatch
        /// SQLite ended the command's transaction. Nothing of the command was kept.
        case rolledBack = "rolled_back"
        /// COMMIT failed. Only a restart shows whether the command was kept.
        case outcomeUnknown = "outcome_unknown"
        /// Another process has taken the file over.
        case fenced
        /// Another process owns the file.
        case owned
        /// The file was written by a newer version of this program.
        case newerFile = "newer_file"
        /// The file belongs to another application or is damaged.
        case wrongFile = "wrong_file"
        /// The file is not the expected one or is damaged. It is not written to until somebody has
        /// decided what to do.
        case untrusted
        /// The index for searches is damaged. The records are not: it can be built again from them.
        case damagedIndex = "damaged_index"
        /// The disk is full. Nothing was kept; reads continue.
        case noSpace = "no_space"
        /// The disk is unreadable or missing.
        case disk
        case closed
        /// The SQL is wrong, or another error that only a developer can fix.
        case statement
    }

    public let code: Code
    /// The cause, and the remedy if there is one; never contains a bound value.
    public let message: String
    /// What SQLite says of a damaged file: for the log, not for people.
    public let detail: String?
    /// The SQL of the failed statement.
    public let sql: String?
    /// Whether the file has reached its size limit although the disk may have space.
    private(set) var isFileTooLarge = false

    public init(code: Code, message: String, detail: String? = nil, sql: String? = nil) {
        self.code = code
        self.message = message
        self.detail = detail
        self.sql = sql
    }

    /// Whether nothing was kept and a retry of the same command may succeed.
    public var isRetryable: Bool {
        switch code {
        case .busy, .deadlineExceeded, .rolledBack, .noSpace: true
        default: false
        }
    }
}

extension StorageError: CustomStringConvertible {
    /// The code, message, detail and SQL on one line.
    public var description: String {
        "\(code.rawValue): \(message)" + (detail.map { " (\($0))" } ?? "")
            + (sql.map { "; SQL: \($0)" } ?? "")
    }
}

extension StorageError {
    /// SQLite ended the transaction of a command.
    static let rolledBack = StorageError(
        code: .rolledBack, message: "the transaction was ended by SQLite; send it again")

    /// Converts an error of SQLite.
    init(_ error: SQLiteError) {
        let code: Code =
            switch error.code {
            case .constraintUnique, .constraintPrimaryKey: .unique
            case .constraintForeignKey: .foreignKey
            case .corruptVirtualTable: .damagedIndex
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

    /// Converts any error to an error of this module.
    static func of(_ error: any Error) -> StorageError {
        switch error {
        case let error as StorageError: error
        case let error as SQLiteError: StorageError(error)
        default: StorageError(code: .statement, message: "\(error)")
        }
    }

    /// Runs `body` and converts errors of SQLite; other errors pass unchanged.
    static func translated<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw StorageError(error)
        }
    }
}
