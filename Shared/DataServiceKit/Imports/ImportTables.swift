public import Storage

/// The tables that imports need, on a track of their own for the services that import.
///
/// Staged records lie in their own table, marked as deleted by the import: nobody sees them, and
/// their marks do not count in unique indexes. A commit decides that they come; then the marks are
/// taken away batch by batch, each in a transaction of its own (`ImportsUnderWay`).
public enum ImportTables {
    /// Imports with their batches, the changes that a commit will publish, a journal of the records
    /// that each one added, and what its file called them (`import_keys`; they count once the
    /// import's state is `committed`). `imports_under_way` has the committed ones whose records are
    /// not all there yet, with who committed them and how many changes told of them so far.
    public static let track = MigrationTrack(
        "imports",
        [
            Migration(
                "imports",
                sql: """
                    CREATE TABLE imports (
                        family_unit_id BLOB NOT NULL,
                        import_id BLOB NOT NULL CHECK (length(import_id) = 16),
                        kind TEXT NOT NULL,
                        actor BLOB NOT NULL,
                        state TEXT NOT NULL CHECK (state IN ('open', 'committed', 'discarded')),
                        batches INTEGER NOT NULL,
                        row_count INTEGER NOT NULL,
                        refused_count INTEGER NOT NULL,
                        skipped_count INTEGER NOT NULL,
                        fingerprint TEXT,
                        touched_at INTEGER NOT NULL,
                        PRIMARY KEY (family_unit_id, import_id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX imports_unfinished ON imports (state, touched_at)
                        WHERE state <> 'committed';
                    CREATE INDEX imports_by_file ON imports (family_unit_id, kind, fingerprint)
                        WHERE state = 'committed';

                    CREATE TABLE import_batches (
                        family_unit_id BLOB NOT NULL,
                        import_id BLOB NOT NULL,
                        number INTEGER NOT NULL,
                        verdicts TEXT NOT NULL,
                        PRIMARY KEY (family_unit_id, import_id, number)
                    ) STRICT, WITHOUT ROWID;

                    CREATE TABLE import_changes (
                        id INTEGER PRIMARY KEY,
                        family_unit_id BLOB NOT NULL,
                        import_id BLOB NOT NULL,
                        type TEXT NOT NULL,
                        payload TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX import_changes_by_import
                        ON import_changes (family_unit_id, import_id, id);

                    CREATE TABLE import_records (
                        family_unit_id BLOB NOT NULL,
                        import_id BLOB NOT NULL,
                        table_name TEXT NOT NULL,
                        record_id BLOB NOT NULL,
                        PRIMARY KEY (family_unit_id, import_id, table_name, record_id)
                    ) STRICT, WITHOUT ROWID;

                    CREATE TABLE import_keys (
                        family_unit_id BLOB NOT NULL,
                        file_key TEXT NOT NULL,
                        import_id BLOB NOT NULL,
                        record_id BLOB NOT NULL,
                        PRIMARY KEY (family_unit_id, file_key, import_id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX import_keys_by_import
                        ON import_keys (family_unit_id, import_id);
                    """),
            Migration(
                "imports under way",
                sql: """
                    CREATE TABLE imports_under_way (
                        family_unit_id BLOB NOT NULL,
                        import_id BLOB NOT NULL CHECK (length(import_id) = 16),
                        kind TEXT NOT NULL,
                        actor BLOB NOT NULL,
                        role TEXT NOT NULL,
                        trace_id BLOB,
                        counts TEXT NOT NULL,
                        told INTEGER NOT NULL CHECK (told >= 0),
                        began_at INTEGER NOT NULL,
                        PRIMARY KEY (family_unit_id, import_id)
                    ) STRICT, WITHOUT ROWID;
                    """),
        ])
}

/// A table that imports fill, and how the change feed tells of it. It has an index on family and
/// operation by the name of the table with `_by_operation` behind it.
public struct ImportTable: Sendable {
    /// The table; its name is also the key under which a change lists the records.
    public let table: MarkedTable
    /// The type of a change that tells of added records.
    public let importedType: String
    /// The type of a change that tells that they are gone again.
    public let removedType: String

    var name: String { table.name }

    /// A table with its changes.
    public init(_ table: MarkedTable, importedType: String, removedType: String) {
        self.table = table
        self.importedType = importedType
        self.removedType = removedType
    }
}
