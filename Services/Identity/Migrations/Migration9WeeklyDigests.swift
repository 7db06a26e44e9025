import Storage

extension IdentitySchema {
    /// Whether users want weekly digests. Nobody gets any without asking.
    static let weeklyDigests = Migration(
        "weekly digests",
        sql: """
            ALTER TABLE users ADD COLUMN weekly_digest INTEGER NOT NULL DEFAULT 0
                CHECK (weekly_digest IN (0, 1));
            """)
}
