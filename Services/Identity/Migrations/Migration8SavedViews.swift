import Storage

extension IdentitySchema {
    /// Filters that members saved under a name. `folded_name` is the name in which case, accents
    /// and punctuation do not count; `filters` is a JSON list of flags with their values, as
    /// `SavedFilter` writes it. They end with their owner's membership.
    static let savedViews = Migration(
        "saved views",
        sql: """
            CREATE TABLE saved_views (
                family_unit_id BLOB NOT NULL REFERENCES families,
                user_id BLOB NOT NULL REFERENCES users,
                list TEXT NOT NULL,
                folded_name TEXT NOT NULL CHECK (length(folded_name) >= 1),
                id BLOB NOT NULL CHECK (length(id) = 16),
                name TEXT NOT NULL,
                filters TEXT NOT NULL,
                is_shared INTEGER NOT NULL CHECK (is_shared IN (0, 1)),
                saved_at INTEGER NOT NULL,
                PRIMARY KEY (family_unit_id, user_id, list, folded_name)
            ) STRICT, WITHOUT ROWID;
            """)
}
