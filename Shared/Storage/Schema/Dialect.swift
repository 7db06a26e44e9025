/// The SQL of this module itself: transactions, schema versions and the owner table.
///
/// A port to PostgreSQL could keep this module's interface: transactions, rows, errors and threads.
/// It could not keep the SQL. The repositories and migrations are written for SQLite as well, with
/// `INDEXED BY`, `WITHOUT ROWID`, `STRICT` and parameters `?1`.
enum Dialect {
    /// Takes the write lock at once.
    static let beginWriting = "BEGIN IMMEDIATE"
    /// Takes the snapshot at the first query.
    static let beginReading = "BEGIN DEFERRED"
    static let commit = "COMMIT"
    static let rollback = "ROLLBACK"

    static let savepoint = "SAVEPOINT command"
    static let releaseSavepoint = "RELEASE SAVEPOINT command"
    static let rollbackToSavepoint = "ROLLBACK TO SAVEPOINT command"

    static let readSchemaVersion = "PRAGMA user_version"
    static func writeSchemaVersion(_ version: Int64) -> String {
        "PRAGMA user_version = \(version)"
    }

    /// Counts foreign keys without a target; must be 0 at the end of a migration.
    static let danglingReferences = "SELECT count(*) FROM pragma_foreign_key_check"
    /// Defers the check of foreign keys to the end of the transaction.
    static let deferReferences = "PRAGMA defer_foreign_keys = ON"

    /// Creates the table of this module: one row, read in every write transaction.
    static let createOwnerTable = """
        CREATE TABLE storage_owner (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            owner_epoch INTEGER NOT NULL
        ) STRICT;
        INSERT INTO storage_owner (id, owner_epoch) VALUES (1, 0);
        """
    /// Adds the values that are compared with the record beside the file (`LifeRecord`): a mark
    /// that is new for each take-over, and the number of transactions.
    static let addMarks = """
        ALTER TABLE storage_owner ADD COLUMN mark BLOB;
        ALTER TABLE storage_owner ADD COLUMN commits INTEGER NOT NULL DEFAULT 0;
        """
    static let hasMarks = """
        SELECT count(*) FROM pragma_table_info('storage_owner') WHERE name = 'commits'
        """
    static let readState =
        "SELECT mark, owner_epoch, commits FROM storage_owner WHERE id = 1 AND mark IS NOT NULL"
    static let takeOver = """
        UPDATE storage_owner
        SET owner_epoch = owner_epoch + 1, commits = commits + 1, mark = ?1 WHERE id = 1
        """
    /// Counts a transaction that wrote something.
    static let countCommit =
        "UPDATE storage_owner SET commits = commits + 1 WHERE id = 1 RETURNING commits"
    static let readOwnerEpoch = "SELECT owner_epoch FROM storage_owner WHERE id = 1"
    static let readTables = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    /// Reads the name of each table with the names of its columns.
    static let readColumns = """
        SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
        WHERE t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY t.name, c.cid
        """
    /// Rebuilds all indexes from their tables.
    static let makeIndexesAnew = "REINDEX"

    /// Creates the table with the version of each migration track.
    static let createTrackTable = """
        CREATE TABLE schema_tracks (
            name TEXT PRIMARY KEY,
            version INTEGER NOT NULL CHECK (version > 0)
        ) STRICT, WITHOUT ROWID;
        """
    static let hasTrackTable =
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'schema_tracks'"
}
