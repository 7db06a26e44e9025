internal import CSQLite

/// A result code of SQLite with its extended part (<https://sqlite.org/rescode.html>).
public struct ResultCode: RawRepresentable, Hashable, Sendable {
    /// The extended code.
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The primary code: the low 8 bits.
    public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

    /// A generic failure, usually an error in the SQL.
    public static let error = ResultCode(rawValue: SQLITE_ERROR)
    /// Another connection holds the required lock.
    public static let busy = ResultCode(rawValue: SQLITE_BUSY)
    /// A lock of this connection prevents the operation.
    public static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    /// Out of memory.
    public static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
    /// A write on a read-only connection.
    public static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    /// The operation was interrupted, here because its deadline passed.
    public static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
    /// The operating system failed to read, write or sync.
    public static let ioError = ResultCode(rawValue: SQLITE_IOERR)
    /// The file is damaged.
    public static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    /// The disk is full.
    public static let full = ResultCode(rawValue: SQLITE_FULL)
    /// The file could not be opened.
    public static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    /// A text or blob exceeds the size limit.
    public static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
    /// A constraint was violated; see the extended code.
    public static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    /// A value has a type other than the requested one.
    public static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
    public static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
    /// A parameter or column number is out of range.
    public static let range = ResultCode(rawValue: SQLITE_RANGE)
    /// The file is not a database or not this application's.
    public static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

    // The extended codes are macros over other macros, which Swift does not import.

    /// The index of a virtual table, such as one for searches, is damaged.
    public static let corruptVirtualTable = ResultCode(rawValue: SQLITE_CORRUPT | 1 << 8)
    /// A CHECK constraint failed.
    public static let constraintCheck = ResultCode(rawValue: SQLITE_CONSTRAINT | 1 << 8)
    /// A foreign key has no target.
    public static let constraintForeignKey = ResultCode(rawValue: SQLITE_CONSTRAINT | 3 << 8)
    /// A NOT NULL column was set to NULL.
    public static let constraintNotNull = ResultCode(rawValue: SQLITE_CONSTRAINT | 5 << 8)
    /// A primary key already exists.
    public static let constraintPrimaryKey = ResultCode(rawValue: SQLITE_CONSTRAINT | 6 << 8)
    /// A unique index already holds the value.
    public static let constraintUnique = ResultCode(rawValue: SQLITE_CONSTRAINT | 8 << 8)
    /// A column of a STRICT table got a value of another type.
    public static let constraintDataType = ResultCode(rawValue: SQLITE_CONSTRAINT | 12 << 8)
    /// A sync failed; what is on the disk is unknown.
    public static let ioErrorFsync = ResultCode(rawValue: SQLITE_IOERR | 4 << 8)
    /// A write failed for a reason other than a full disk.
    public static let ioErrorWrite = ResultCode(rawValue: SQLITE_IOERR | 3 << 8)
}
