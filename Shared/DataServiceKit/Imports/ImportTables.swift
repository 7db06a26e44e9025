public import Storage

/// The tables of imports, on their own track for the services that import.
///
/// Staged records are stored in their final table, marked as deleted by the import, so that they
/// are invisible and excluded from unique indexes. After the commit the marks are removed batch by
/// batch, each in its own transaction (`ImportsUnderWay`).
public enum ImportTables {
    /// The imports with their batches, the changes to publish, a journal of the added records, and
    /// the file's keys of the records (`import_keys`, valid once the import's state is
    /// `committed`). `imports_under_way` has the committed imports that are not completely visible,
    /// with the user who committed them and the number of changes published so far.
    ///
    /// `import_updates` has the records that an import changes, as JSON: as they are to be until
    /// that is done (`after`), and as they were, for the undo (`before`). `version` is that of the
    /// record as it was, and then of the record as the import made it, which `before` then has as
    /// `import_made`. `import_lines` has the line that means each record until the import is
    /// visible.
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
            Migration(
                "updates of imports",
                sql: """
                    CREATE TABLE import_updates (
                        family_unit_id BLOB NOT NULL,
                        import_id BLOB NOT NULL,
                        table_name TEXT NOT NULL,
                        record_id BLOB NOT NULL,
                        version INTEGER NOT NULL,
                        before TEXT NOT NULL,
                        after TEXT,
                        PRIMARY KEY (family_unit_id, import_id, table_name, record_id)
                    ) STRICT, WITHOUT ROWID;
                    CREATE INDEX import_updates_by_record
                        ON import_updates (family_unit_id, record_id);
                    CREATE INDEX import_updates_waiting
                        ON import_updates (family_unit_id, import_id, record_id)
                        WHERE after IS NOT NULL;

                    CREATE TABLE import_lines (
                        family_unit_id BLOB NOT NULL,
                        import_id BLOB NOT NULL,
                        record_id BLOB NOT NULL,
                        line INTEGER NOT NULL,
                        PRIMARY KEY (family_unit_id, import_id, record_id)
                    ) STRICT, WITHOUT ROWID;

                    ALTER TABLE imports_under_way ADD COLUMN updated TEXT;
                    ALTER TABLE imports ADD COLUMN unchanged_count INTEGER NOT NULL DEFAULT 0;
                    """),
        ])
}

/// A table that imports fill, and its changes in the feed. It has an index on family and operation,
/// named after the table with the suffix `_by_operation`.
public struct ImportTable: Sendable {
    /// The table, whose name is also the key of the records in a change.
    public let table: MarkedTable
    /// The type of the change for added records.
    public let importedType: String
    /// The type of the change for removed records.
    public let removedType: String

    var name: String { table.name }

    public init(_ table: MarkedTable, importedType: String, removedType: String) {
        self.table = table
        self.importedType = importedType
        self.removedType = removedType
    }
}
