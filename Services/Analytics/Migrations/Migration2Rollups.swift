import Storage

extension Migration {
    /// Totals of posts per day, per 8 days, per 64 days and of all time, and per quarter of an hour
    /// for busy days (`is_split`). A key consists of the family's number and the period; see
    /// `RollupPeriod`. `sums` is an encoded `Sums`; `parts` holds the posts per quarter of an hour
    /// of a day, or per day of 64 days.
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
