import DataServiceKit
import Storage

extension Migration {
    static let schools = Migration.records(
        "schools",
        columns: """
            name TEXT NOT NULL,
            name_folded TEXT NOT NULL,
            city TEXT,
            state TEXT,
            division TEXT CHECK (division IN ('D1', 'D2', 'D3', 'NAIA', 'JUCO')),
            conference TEXT,
            website TEXT,
            twitter_handle TEXT,
            instagram_handle TEXT,
            notes TEXT,
            catalogue_id TEXT,
            version INTEGER NOT NULL DEFAULT 1,
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL
            """,
        sql: """
            CREATE INDEX schools_by_name ON schools (family_unit_id, name_folded, id)
                WHERE deleted_at IS NULL;
            CREATE UNIQUE INDEX schools_by_catalogue ON schools (family_unit_id, catalogue_id)
                WHERE deleted_at IS NULL AND catalogue_id IS NOT NULL;
            """)
}
