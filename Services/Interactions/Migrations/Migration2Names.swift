import Storage

extension Migration {
    /// The replica of what coaches publishes: names to show (a coach's is
    /// "First Last"), and whose coach is whose.
    static let names = Migration(
        "names of schools and coaches",
        sql: """
            CREATE TABLE schools (
                family_unit_id BLOB NOT NULL,
                id BLOB NOT NULL,
                name TEXT NOT NULL,
                PRIMARY KEY (family_unit_id, id)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE coaches (
                family_unit_id BLOB NOT NULL,
                id BLOB NOT NULL,
                school_id BLOB,
                name TEXT NOT NULL,
                PRIMARY KEY (family_unit_id, id)
            ) STRICT, WITHOUT ROWID;
            """)
}
