import Storage

enum Migration0007 {
    /// Deletions that span services and the replies of participants. `began_at` is the start of the
    /// current phase; counts are JSON objects by table. The figures of a coach with `restoring_by`
    /// wait until all dependent records are restored. For events the school of each is stored, for
    /// posts only the number per coach and school.
    static let deletions = Migration(
        "deletions across services",
        sql: """
            CREATE TABLE deletions (
                family_unit_id BLOB NOT NULL,
                operation_id BLOB NOT NULL CHECK (length(operation_id) = 16),
                kind TEXT NOT NULL CHECK (kind IN ('coach', 'school')),
                record_id BLOB NOT NULL CHECK (length(record_id) = 16),
                phase TEXT NOT NULL CHECK (phase IN (
                    'deleting', 'deleted', 'restoring', 'restored', 'purging', 'purged')),
                own_counts TEXT NOT NULL,
                began_at INTEGER NOT NULL,
                PRIMARY KEY (family_unit_id, operation_id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX deletions_running ON deletions (began_at)
                WHERE phase IN ('deleting', 'restoring', 'purging');
            CREATE TABLE deletion_participants (
                family_unit_id BLOB NOT NULL,
                operation_id BLOB NOT NULL,
                participant TEXT NOT NULL,
                is_awaited INTEGER NOT NULL,
                deleted TEXT NOT NULL DEFAULT '{}',
                restored TEXT NOT NULL DEFAULT '{}',
                PRIMARY KEY (family_unit_id, operation_id, participant)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE events_of_schools (
                family_unit_id BLOB NOT NULL,
                id BLOB NOT NULL CHECK (length(id) = 16),
                school_id BLOB NOT NULL,
                PRIMARY KEY (family_unit_id, id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX events_by_school ON events_of_schools (family_unit_id, school_id);
            CREATE TABLE post_counts (
                family_unit_id BLOB NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('coach', 'school')),
                record_id BLOB NOT NULL CHECK (length(record_id) = 16),
                row_count INTEGER NOT NULL,
                PRIMARY KEY (family_unit_id, kind, record_id)
            ) STRICT, WITHOUT ROWID;
            ALTER TABLE coaches ADD COLUMN restoring_by BLOB;
            CREATE INDEX coaches_restoring ON coaches (family_unit_id, restoring_by)
                WHERE restoring_by IS NOT NULL;
            """)
}
