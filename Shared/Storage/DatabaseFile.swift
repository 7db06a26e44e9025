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
/// made it. As long as it is there, the file's log cannot be emptied.
public final class DatabaseSnapshot {
    private let connection: Connection

    /// Opens the file of any service and keeps what is committed now in sight.
    ///
    /// - Throws: `disk` when it cannot be opened, `wrongFile` when it is no database.
    public init(path: String) throws {
        connection = try StorageError.translated {
            let connection = try Connection(path: path, mode: .reader, applicationID: nil)
            // The first query of the transaction takes the snapshot.
            try connection.run(Dialect.beginReading)
            _ = try connection.scalar(Dialect.readSchemaVersion)
            _ = try connection.scalar(Dialect.hasTrackTable)
            return connection
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

    /// Changes the file of any service in one transaction, without migrating it, and empties its
    /// log, so that the file is whole by itself.
    public static func edit<Value>(
        at path: String, _ body: (WriteTransaction) throws -> Value
    ) throws -> Value {
        try StorageError.translated {
            let connection = try Connection(path: path, mode: .owner, applicationID: nil)
            defer { connection.close() }
            let transaction = WriteTransaction(connection)
            defer { transaction.end() }
            try connection.run(Dialect.beginWriting)
            do {
                let value = try body(transaction)
                try connection.run(Dialect.commit)
                try connection.checkpoint(.truncate)
                return value
            } catch {
                if connection.isInTransaction { try? connection.run(Dialect.rollback) }
                throw error
            }
        }
    }
}
