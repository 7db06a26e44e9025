import Storage

extension Migration {
    /// The replica of the events feed: ids and names.
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
