import DataServiceKit
import Storage

extension Migration {
    /// The replica of the coaches feed: schools, and coaches with contact details.
    static let names = Migration(
        "names",
        sql: """
            \(NamesTable("schools").creationSQL)
            CREATE TABLE coaches (
                family_unit_id BLOB NOT NULL,
                id BLOB NOT NULL,
                school_id BLOB,
                role TEXT NOT NULL,
                name TEXT NOT NULL,
                name_folded TEXT NOT NULL,
                email TEXT,
                phone TEXT,
                PRIMARY KEY (family_unit_id, id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX coaches_by_school
                ON coaches (family_unit_id, school_id, name_folded, id);
            """)
}
