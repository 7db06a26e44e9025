/// What SQLite refused, and what to do about it.
public struct SQLiteError: Error, Hashable, Sendable {
    /// The extended result code.
    public let code: ResultCode
    /// What went wrong, with the remedy where there is one.
    public let message: String
    /// The SQL text concerned, never the values bound to it.
    public let sql: String?

    /// Describes a failure.
    public init(code: ResultCode, message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
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
