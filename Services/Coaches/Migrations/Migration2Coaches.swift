import DataServiceKit
import Storage

extension Migration {
    static let coaches = Migration.records(
        "coaches",
        columns: """
            school_id BLOB,
            role TEXT NOT NULL CHECK (role IN ('head', 'assistant', 'recruiting')),
            first_name TEXT NOT NULL,
            last_name TEXT NOT NULL,
            name_folded TEXT NOT NULL,
            email TEXT,
            phone TEXT,
            twitter_handle TEXT,
            instagram_handle TEXT,
            notes TEXT,
            version INTEGER NOT NULL DEFAULT 1,
            created_by BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL
            """,
        sql: """
            CREATE INDEX coaches_by_name ON coaches (family_unit_id, name_folded, id)
                WHERE deleted_at IS NULL;
            CREATE INDEX coaches_by_school ON coaches (family_unit_id, school_id, name_folded, id)
                WHERE deleted_at IS NULL;
            """)
}
