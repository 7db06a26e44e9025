/// The statements that differ from engine to engine. Everything else in this module and in the
/// repositories is SQL that SQLite and PostgreSQL share.
enum Dialect {
    /// A transaction that holds the write lock from its start.
    static let beginWriting = "BEGIN IMMEDIATE"
    /// A transaction whose first query takes the snapshot.
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

    /// Rows that point nowhere; must be empty at the end of a migration.
    static let danglingReferences = "SELECT count(*) FROM pragma_foreign_key_check"
    /// Postpones the check of foreign keys to the end of the transaction.
    static let deferReferences = "PRAGMA defer_foreign_keys = ON"

    /// The table of this module: one row, read in every write transaction.
    static let createOwnerTable = """
        CREATE TABLE storage_owner (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            owner_epoch INTEGER NOT NULL
        ) STRICT;
        INSERT INTO storage_owner (id, owner_epoch) VALUES (1, 0);
        """
    /// What the record beside the file is compared with (`LifeRecord`): a mark that each take-over
    /// draws anew, and the number of transactions.
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
    /// Numbers a transaction that wrote something.
    static let countCommit =
        "UPDATE storage_owner SET commits = commits + 1 WHERE id = 1 RETURNING commits"
    static let readOwnerEpoch = "SELECT owner_epoch FROM storage_owner WHERE id = 1"
    static let readTables = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    /// Makes all indexes anew from their tables.
    static let makeIndexesAnew = "REINDEX"

    /// How far each track of migrations has come.
    static let createTrackTable = """
        CREATE TABLE schema_tracks (
            name TEXT PRIMARY KEY,
            version INTEGER NOT NULL CHECK (version > 0)
        ) STRICT, WITHOUT ROWID;
        """
    static let hasTrackTable =
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'schema_tracks'"
}
