internal import CSQLite

/// A result code of SQLite, with its extended part (<https://sqlite.org/rescode.html>).
public struct ResultCode: RawRepresentable, Hashable, Sendable {
    /// The extended code as SQLite returns it.
    public let rawValue: Int32

    /// Wraps an extended code.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The family of the code: its low eight bits.
    public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

    /// Generic failure, mostly a mistake in the SQL text.
    public static let error = ResultCode(rawValue: SQLITE_ERROR)
    /// Another connection holds the lock that was needed.
    public static let busy = ResultCode(rawValue: SQLITE_BUSY)
    /// A lock inside this connection stands in the way.
    public static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    /// Memory could not be had.
    public static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
    /// A write through a read-only connection.
    public static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    /// The operation was cut short, here: its deadline passed.
    public static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
    /// The operating system refused a read, a write or a sync.
    public static let ioError = ResultCode(rawValue: SQLITE_IOERR)
    /// The file is damaged.
    public static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    /// The disk is full.
    public static let full = ResultCode(rawValue: SQLITE_FULL)
    /// The file could not be opened.
    public static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    /// A text or blob beyond the limit of its size.
    public static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
    /// A constraint was violated; the extended code says which.
    public static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    /// A value of another type than the one asked for.
    public static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
    /// The library was used against its rules.
    public static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
    /// A parameter or column number that does not exist.
    public static let range = ResultCode(rawValue: SQLITE_RANGE)
    /// The file is not a database, or not one of this application.
    public static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

    // The extended codes are macros over other macros, which Swift does not import.

    /// A CHECK constraint said no.
    public static let constraintCheck = ResultCode(rawValue: SQLITE_CONSTRAINT | 1 << 8)
    /// A foreign key pointed nowhere.
    public static let constraintForeignKey = ResultCode(rawValue: SQLITE_CONSTRAINT | 3 << 8)
    /// A NOT NULL column was given NULL.
    public static let constraintNotNull = ResultCode(rawValue: SQLITE_CONSTRAINT | 5 << 8)
    /// A primary key was already there.
    public static let constraintPrimaryKey = ResultCode(rawValue: SQLITE_CONSTRAINT | 6 << 8)
    /// A unique index already held the value.
    public static let constraintUnique = ResultCode(rawValue: SQLITE_CONSTRAINT | 8 << 8)
    /// A STRICT table was given a value of another type.
    public static let constraintDataType = ResultCode(rawValue: SQLITE_CONSTRAINT | 12 << 8)
    /// A sync to disk failed: what is on the disk is unknown.
    public static let ioErrorFsync = ResultCode(rawValue: SQLITE_IOERR | 4 << 8)
    /// A write was refused by the operating system for another reason than a full disk.
    public static let ioErrorWrite = ResultCode(rawValue: SQLITE_IOERR | 3 << 8)
}
