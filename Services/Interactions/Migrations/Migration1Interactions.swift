import Storage

extension Migration {
    /// Interactions and their counters.
    ///
    /// A family's rows are adjacent, newest first: `newest_first` is the negative time of
    /// occurrence, or else of logging, in milliseconds (D-06); rows without either are last (D-05).
    /// `search_text` is the folded text for searches. It is the last column, so that lists need not
    /// read past it. `interest_answers` is a comma-separated list of words.
    static let interactions = Migration(
        "interactions",
        sql: """
            CREATE TABLE interactions (
                family_unit_id BLOB NOT NULL,
                newest_first INTEGER NOT NULL,
                id BLOB NOT NULL,
                logged_by BLOB NOT NULL,
                deleted_at INTEGER,
                operation_id BLOB,
                version INTEGER NOT NULL CHECK (version > 0),
                type TEXT NOT NULL CHECK (type IN (
                    'email', 'phone_call', 'text', 'in_person_visit', 'virtual_meeting',
                    'camp', 'showcase', 'tweet', 'dm', 'game')),
                direction TEXT NOT NULL CHECK (direction IN ('outbound', 'inbound')),
                sentiment TEXT CHECK (
                    sentiment IN ('very_positive', 'positive', 'neutral', 'negative')),
                school_id BLOB,
                coach_id BLOB,
                event_id BLOB,
                occurred_at INTEGER,
                created_at INTEGER,
                updated_at INTEGER,
                interest_level TEXT CHECK (interest_level IN ('high', 'medium', 'low')),
                interest_answers TEXT,
                other_coach_name TEXT,
                subject TEXT,
                attachments TEXT NOT NULL,
                content TEXT,
                search_text TEXT,
                PRIMARY KEY (family_unit_id, newest_first, id),
                CHECK (newest_first =
                    coalesce(-occurred_at, -created_at, 9223372036854775807))
            ) STRICT, WITHOUT ROWID;

            CREATE UNIQUE INDEX interactions_by_id ON interactions (family_unit_id, id);

            CREATE INDEX interactions_by_logger
                ON interactions (family_unit_id, logged_by, deleted_at, newest_first);

            CREATE INDEX interactions_by_operation
                ON interactions (family_unit_id, operation_id)
                WHERE operation_id IS NOT NULL;

            CREATE TABLE interaction_counters (
                family_unit_id BLOB NOT NULL,
                logged_by BLOB NOT NULL,
                direction TEXT NOT NULL,
                row_count INTEGER NOT NULL CHECK (row_count >= 0),
                PRIMARY KEY (family_unit_id, logged_by, direction)
            ) STRICT, WITHOUT ROWID;
            """)
}
