import Storage

enum Migration0011 {
    /// The merges of schools: which stays, which went, the one that stays before and after as JSON,
    /// and the coaches who moved, as a JSON array of their ids.
    static let schoolMerges = Migration(
        "merges of schools",
        sql: """
            CREATE TABLE school_merges (
                family_unit_id BLOB NOT NULL,
                operation_id BLOB NOT NULL CHECK (length(operation_id) = 16),
                kept_id BLOB NOT NULL CHECK (length(kept_id) = 16),
                merged_id BLOB NOT NULL CHECK (length(merged_id) = 16),
                before TEXT NOT NULL,
                after TEXT NOT NULL,
                coaches TEXT NOT NULL,
                PRIMARY KEY (family_unit_id, operation_id)
            ) STRICT, WITHOUT ROWID;
            """)
}
