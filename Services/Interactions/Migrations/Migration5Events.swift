import Storage

extension Migration {
    /// What the service keeps of events: that they are there, and what they are called.
    static let events = Migration(
        "events",
        sql: """
            CREATE TABLE events (
                family_unit_id BLOB NOT NULL,
                id BLOB NOT NULL,
                name TEXT NOT NULL,
                PRIMARY KEY (family_unit_id, id)
            ) STRICT, WITHOUT ROWID;
            """)
}
