import DataServiceKit
import Storage

extension Migration {
    /// The families' tables of contact windows, and the divisions of schools that their rules speak
    /// of. Days are in days since 1970; `types` are words with spaces between them, empty for all.
    ///
    /// Feeds hold the divisions of all schools, so that the feed of coaches is read once more from
    /// its beginning. `applied_changes` keeps how far it was read: what other replicas applied
    /// before is not applied to them again (`UnappliedOnly`).
    static let contactWindows = Migration(
        "contact windows",
        sql: """
            CREATE TABLE contact_windows (
                family_unit_id BLOB NOT NULL,
                position INTEGER NOT NULL CHECK (position > 0),
                division TEXT,
                types TEXT NOT NULL,
                direction TEXT CHECK (direction IN ('outbound', 'inbound')),
                kind TEXT NOT NULL CHECK (kind IN ('open', 'closed')),
                first_day INTEGER NOT NULL,
                last_day INTEGER CHECK (last_day >= first_day),
                note TEXT,
                source TEXT NOT NULL,
                checked_on INTEGER NOT NULL,
                PRIMARY KEY (family_unit_id, position)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE contact_window_files (
                family_unit_id BLOB NOT NULL PRIMARY KEY,
                version INTEGER NOT NULL CHECK (version > 0),
                imported_at INTEGER
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE school_divisions (
                family_unit_id BLOB NOT NULL,
                id BLOB NOT NULL,
                division TEXT NOT NULL,
                PRIMARY KEY (family_unit_id, id)
            ) STRICT, WITHOUT ROWID;

            \(UnappliedOnly.readAgainSQL)
            """)
}
