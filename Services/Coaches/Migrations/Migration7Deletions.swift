import DataServiceKit
import Storage

extension Migration {
    /// Deletions that span services and the replies of participants. `began_at` is the start of the
    /// current phase; counts are JSON objects by table. The figures of a coach with `restoring_by`
    /// wait until all dependent records are restored. For events the school of each is stored, for
    /// posts only the number per coach and school.
    static let deletions = Migration(
        "deletions across services",
        sql: """
            \(deletionsTable)
            CREATE INDEX deletions_running ON deletions (began_at)
                WHERE phase IN ('deleting', 'restoring', 'purging');
            \(participantsTable)
            \(eventsTable)
            CREATE INDEX events_by_school ON events_of_schools (family_unit_id, school_id);
            \(postCountsTable)
            ALTER TABLE coaches ADD COLUMN restoring_by BLOB;
            CREATE INDEX coaches_restoring ON coaches (family_unit_id, restoring_by)
                WHERE restoring_by IS NOT NULL;
            """)

    private static let deletionsTable = Migration.familyTableSQL(
        "deletions", ids: "operation_id", key: "operation_id",
        columns: """
            kind TEXT NOT NULL CHECK (kind IN ('coach', 'school')),
            record_id BLOB NOT NULL CHECK (length(record_id) = 16),
            phase TEXT NOT NULL CHECK (phase IN (
                'deleting', 'deleted', 'restoring', 'restored', 'purging', 'purged')),
            own_counts TEXT NOT NULL,
            began_at INTEGER NOT NULL
            """)

    private static let participantsTable = Migration.familyTableSQL(
        "deletion_participants", key: "operation_id, participant",
        columns: """
            operation_id BLOB NOT NULL,
            participant TEXT NOT NULL,
            is_awaited INTEGER NOT NULL,
            deleted TEXT NOT NULL DEFAULT '{}',
            restored TEXT NOT NULL DEFAULT '{}'
            """)

    private static let eventsTable = Migration.familyTableSQL(
        "events_of_schools", ids: "id", key: "id", columns: "school_id BLOB NOT NULL")

    private static let postCountsTable = Migration.familyTableSQL(
        "post_counts", key: "kind, record_id",
        columns: """
            kind TEXT NOT NULL CHECK (kind IN ('coach', 'school')),
            record_id BLOB NOT NULL CHECK (length(record_id) = 16),
            row_count INTEGER NOT NULL
            """)
}
