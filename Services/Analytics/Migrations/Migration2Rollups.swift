import Storage

extension Migration {
    /// What the posts of each day, of 8 days, of 64 days and of all time add up to, and of each
    /// quarter of an hour of busy days (`is_split`). Keys begin with the family's number and say
    /// the period; see `RollupPeriod`. `sums` is a `Sums`, `parts` holds the posts of each quarter
    /// of a day, and of each day of 64.
    static let rollups = Migration(
        "rollups",
        sql: """
            CREATE TABLE rollups (
                key INTEGER PRIMARY KEY,
                is_split INTEGER NOT NULL,
                parts BLOB NOT NULL,
                sums BLOB NOT NULL
            ) STRICT;
            CREATE TABLE quarter_rollups (
                key INTEGER PRIMARY KEY,
                sums BLOB NOT NULL
            ) STRICT;
            """)
}
