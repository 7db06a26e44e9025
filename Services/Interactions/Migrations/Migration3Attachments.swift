import Storage

extension Migration {
    /// Attached files and uploads in progress.
    ///
    /// A file's row is written last; until then its content in the folder belongs to no record.
    /// Removed files are marked, and their names can be used again. `position` is the order in
    /// which an interaction's files were attached.
    static let attachments = Migration(
        "attached files",
        sql: """
            CREATE TABLE attachments (
                family_unit_id BLOB NOT NULL,
                interaction_id BLOB NOT NULL,
                position INTEGER NOT NULL CHECK (position > 0),
                \(fileColumns),
                deleted_at INTEGER,
                operation_id BLOB,
                PRIMARY KEY (family_unit_id, interaction_id, position)
            ) STRICT, WITHOUT ROWID;

            CREATE UNIQUE INDEX attachments_by_id ON attachments (id);

            CREATE UNIQUE INDEX attachments_by_name
                ON attachments (family_unit_id, interaction_id, name)
                WHERE deleted_at IS NULL;

            CREATE INDEX attachments_by_operation
                ON attachments (family_unit_id, operation_id)
                WHERE operation_id IS NOT NULL;

            CREATE TABLE uploads (
                family_unit_id BLOB NOT NULL,
                interaction_id BLOB NOT NULL,
                \(fileColumns),
                PRIMARY KEY (family_unit_id, interaction_id, id)
            ) STRICT, WITHOUT ROWID;

            CREATE UNIQUE INDEX uploads_by_id ON uploads (id);

            CREATE INDEX uploads_by_age ON uploads (created_at);
            """)

    /// The columns of files, whether they are attached or not yet.
    private static let fileColumns = """
        id BLOB NOT NULL CHECK (length(id) = 16),
        name TEXT NOT NULL,
        media_type TEXT NOT NULL,
        size INTEGER NOT NULL CHECK (size >= 0),
        sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
        created_at INTEGER NOT NULL
        """
}
