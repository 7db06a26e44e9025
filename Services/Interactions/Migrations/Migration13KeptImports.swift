import DataServiceKit
import Storage

extension Migration {
    /// Rows of files that players keep for later. `answers` is a JSON list of texts. A kept import
    /// is no longer shown from `expires_at` on, a time of day; it is erased when, besides, the
    /// housekeeping time has reached `due_at`.
    static let keptImports = Migration(
        "kept imports",
        sql: """
            \(keptImportsTable)

            CREATE INDEX kept_imports_by_expiry ON kept_imports (expires_at);
            """)

    private static let keptImportsTable = familyTableSQL(
        "kept_imports", ids: "user_id", "id", key: "user_id, id",
        columns: """
            name TEXT NOT NULL,
            row_count INTEGER NOT NULL CHECK (row_count > 0),
            kept_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            rows TEXT NOT NULL,
            answers TEXT NOT NULL
            """)
}
