import Storage

extension Migration {
    /// The profiles of players. Their ids are those of the players.
    static let profiles = Migration(
        "profiles",
        sql: """
            CREATE TABLE profiles (
                family_unit_id BLOB NOT NULL,
                id BLOB NOT NULL,
                user_id BLOB NOT NULL,
                positions TEXT,
                positions_for TEXT NOT NULL CHECK (positions_for IN ('me', 'family', 'coaches')),
                graduation_year INTEGER,
                graduation_year_for TEXT NOT NULL
                    CHECK (graduation_year_for IN ('me', 'family', 'coaches')),
                height TEXT,
                height_for TEXT NOT NULL CHECK (height_for IN ('me', 'family', 'coaches')),
                weight INTEGER,
                weight_for TEXT NOT NULL CHECK (weight_for IN ('me', 'family', 'coaches')),
                gpa REAL,
                gpa_for TEXT NOT NULL CHECK (gpa_for IN ('me', 'family', 'coaches')),
                video_links TEXT,
                video_links_for TEXT NOT NULL
                    CHECK (video_links_for IN ('me', 'family', 'coaches')),
                version INTEGER NOT NULL,
                created_at INTEGER NOT NULL,
                updated_at INTEGER NOT NULL,
                deleted_at INTEGER,
                operation_id BLOB,
                PRIMARY KEY (family_unit_id, id)
            ) STRICT, WITHOUT ROWID;
            """)
}
