import DataServiceKit
import Storage

extension Migration {
    /// The replica of the coaches feed: names (of coaches as "First Last") and the school of each
    /// coach.
    static let names = Migration(
        "names of schools and coaches",
        sql: """
            \(NamesTable("schools").creationSQL)

            CREATE TABLE coaches (
                family_unit_id BLOB NOT NULL,
                id BLOB NOT NULL,
                school_id BLOB,
                name TEXT NOT NULL,
                PRIMARY KEY (family_unit_id, id)
            ) STRICT, WITHOUT ROWID;
            """)
}
