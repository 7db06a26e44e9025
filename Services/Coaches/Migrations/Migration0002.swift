import Storage

enum Migration0002 {
    static let coaches = Migration(
        "coaches",
        sql: """
            CREATE TABLE coaches (
                family_unit_id BLOB NOT NULL CHECK (length(family_unit_id) = 16),
                id BLOB NOT NULL CHECK (length(id) = 16),
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
                updated_at INTEGER NOT NULL,
                deleted_at INTEGER,
                operation_id BLOB,
                PRIMARY KEY (family_unit_id, id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX coaches_by_name ON coaches (family_unit_id, name_folded, id)
                WHERE deleted_at IS NULL;
            CREATE INDEX coaches_by_school ON coaches (family_unit_id, school_id, name_folded, id)
                WHERE deleted_at IS NULL;
            """)
}
