import Storage

extension Migration {
    /// The merges of coaches: who stays, who went, and the one who stays before and after as JSON.
    static let merges = Migration(
        "merges of coaches",
        sql: """
            \(mergesTableSQL("merges"))
            CREATE INDEX merges_by_merged ON merges (family_unit_id, merged_id);
            """)

    /// Creates a table of merges, with further columns. The text is part of released steps.
    static func mergesTableSQL(_ name: String, columns: String...) -> String {
        """
        CREATE TABLE \(name) (
            family_unit_id BLOB NOT NULL,
            operation_id BLOB NOT NULL CHECK (length(operation_id) = 16),
            kept_id BLOB NOT NULL CHECK (length(kept_id) = 16),
            merged_id BLOB NOT NULL CHECK (length(merged_id) = 16),
            before TEXT NOT NULL,
            after TEXT NOT NULL,
            \(columns.map { "\($0)," }.joined(separator: "\n"))
            PRIMARY KEY (family_unit_id, operation_id)
        ) STRICT, WITHOUT ROWID;
        """
    }
}
