import Storage

extension IdentitySchema {
    /// Whether parents may log for players; NULL until the family decides.
    static let parentsLog = Migration(
        "parents who log",
        sql: """
            ALTER TABLE families ADD COLUMN parents_log INTEGER CHECK (parents_log IN (0, 1));
            """)
}
