internal import Glibc
internal import SQLite

/// The right to a database file that no service has open: as long as it is held, none can start
/// with the file.
public final class FileOwnership: Sendable {
    private let lock: OwnerLock

    /// Takes the lock of the file at this path, which need not exist.
    ///
    /// - Throws: `owned` when a service has it, `disk` when the folder cannot be used.
    public init(ofDatabase path: String) throws(StorageError) {
        lock = try OwnerLock(path: path + ".lock", patience: .zero)
    }

    /// Lets go of the file.
    public func release() { lock.release() }
}

/// A database file at one instant, read beside whoever has it open. It belongs to the thread that
/// made it. From `take` to `end` the file's log cannot be emptied; the log of a dead service stays.
public final class DatabaseSnapshot {
    private let connection: Connection

    /// Opens the file of any service; nothing is in sight yet.
    ///
    /// - Throws: `disk` when it cannot be opened, `wrongFile` when it is no database.
    public init(path: String) throws {
        connection = try StorageError.translated {
            let connection = try Connection(path: path, mode: .reader, applicationID: nil)
            _ = try connection.scalar(Dialect.hasTrackTable)
            return connection
        }
    }

    /// Keeps what is committed now in sight.
    ///
    /// - Throws: `disk`, `wrongFile`.
    public func take() throws {
        try StorageError.translated {
            // The first query of the transaction takes the snapshot.
            try connection.run(Dialect.beginReading)
            _ = try connection.scalar(Dialect.hasTrackTable)
        }
    }

    /// Copies what was committed then into a new file (0600), synced.
    ///
    /// - Throws: `disk` when the target exists or cannot be written.
    public func copy(to path: String) throws {
        try StorageError.translated { try connection.backUp(to: path) }
    }

    /// Lets go of the file. A second call does nothing.
    public func end() { connection.close() }
}

/// A database file that nobody has open, as a whole.
public enum DatabaseFile {
    /// Findings that are named at most.
    public static let findingsMax = 5

    /// What is wrong with the file; empty for a sound database. Reads all of it.
    public static func damages(at path: String) -> [String] {
        do {
            return try StorageError.translated {
                let connection = try Connection(path: path, mode: .reader, applicationID: nil)
                defer { connection.close() }
                var found = try connection.damages(limit: findingsMax)
                if found.isEmpty, try connection.scalar(Dialect.danglingReferences) != 0 {
                    found.append("rows refer to rows that are not there")
                }
                return found
            }
        } catch {
            return ["\(error)"]
        }
    }

    /// Reads the file of any service. What the closure threw is passed on.
    public static func read<Value>(
        at path: String, _ body: (ReadTransaction) throws -> Value
    ) throws -> Value {
        let connection = try StorageError.translated {
            try Connection(path: path, mode: .reader, applicationID: nil)
        }
        defer { connection.close() }
        let transaction = ReadTransaction(connection)
        defer { transaction.end() }
        return try body(transaction)
    }

    /// Why a service would not write to the file if it started now; nil when nothing is wrong.
    /// Nobody has the file open (`FileOwnership`); it stays as it is, and so does all beside it.
    /// Damage is not looked for.
    public static func refusal(_ configuration: DatabaseConfiguration) throws -> StorageError? {
        let files = DatabaseFiles(configuration)
        let entry = LifeRecord.entry(at: files.record)
        // An accepted file is copied as it is, but not together with the log of another one.
        if Judge.log(of: files, entry) == .strange { return FileRefusal.strangeLog.error(files) }
        let acceptance = files.accepted
        if acceptance?.scope == .everything { return nil }
        let refusal = try StorageError.translated {
            try Judge.foresee(files, entry, looksForDamage: false)
        }
        guard let refusal, acceptance?.covers(refusal, of: files) != true else { return nil }
        return refusal
    }

    /// The content of the acceptance file of a restored database. The first start then has all
    /// followers read the file again. It accepts neither that the file is missing or damaged, nor
    /// that it is not the one that `recordRestored` has recorded.
    public static let restoredAcceptance = Acceptance.restoredWord + "\n"

    /// Records the state of a restored file beside it, as a service does that wrote it. A file from
    /// before there were marks has no state to record.
    ///
    /// - Throws: `disk`, `wrongFile`.
    public static func recordRestored(at path: String) throws {
        let found = try StorageError.translated {
            let connection = try Connection(path: path, mode: .reader, applicationID: nil)
            defer { connection.close() }
            return try FileState.read(from: connection)
        }
        guard let found else { return }
        let entry = LifeRecord.Entry(isMade: true, state: found, settledCommits: found.commits)
        try LifeRecord(path: path + ".life").write(entry, isSynced: true)
    }
}
