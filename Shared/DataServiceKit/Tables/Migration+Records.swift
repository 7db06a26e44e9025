public import Storage

extension Migration {
    /// A step that creates a table of records, which deletions and imports mark, and then runs
    /// other SQL. Released steps are made of it, so its text must never change.
    ///
    /// - Parameter columns: The columns between the record's ids and the mark.
    public static func records(_ table: String, columns: String, sql: String) -> Migration {
        Migration(
            table,
            sql: """
                CREATE TABLE \(table) (
                    family_unit_id BLOB NOT NULL CHECK (length(family_unit_id) = 16),
                    id BLOB NOT NULL CHECK (length(id) = 16),
                    \(columns),
                    deleted_at INTEGER,
                    operation_id BLOB,
                    PRIMARY KEY (family_unit_id, id)
                ) STRICT, WITHOUT ROWID;
                \(sql)
                """)
    }

    /// Returns the SQL of a table of rows that belong to families. Released steps are made of it,
    /// so its text must never change.
    ///
    /// - Parameters:
    ///   - ids: The columns of identifiers, which follow the family's.
    ///   - key: The columns of the primary key, after the family's.
    ///   - columns: The other columns.
    public static func familyTableSQL(
        _ name: String, ids: String..., key: String, columns: String
    ) -> String {
        let all = ids.map { "\($0) BLOB NOT NULL CHECK (length(\($0)) = 16),\n" }.joined() + columns
        return """
            CREATE TABLE \(name) (
                family_unit_id BLOB NOT NULL,
                \(all.replacing("\n", with: "\n    ")),
                PRIMARY KEY (family_unit_id, \(key))
            ) STRICT, WITHOUT ROWID;
            """
    }
}
