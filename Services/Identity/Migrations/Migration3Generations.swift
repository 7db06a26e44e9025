import Storage

extension IdentitySchema {
    /// Passports are revoked by generation instead of by time.
    static let generations = Migration(
        "generations of passports",
        sql: """
            DROP INDEX users_not_before;
            ALTER TABLE users DROP COLUMN passports_not_before;
            ALTER TABLE users ADD COLUMN passport_generation INTEGER NOT NULL DEFAULT 0;
            """)
}
