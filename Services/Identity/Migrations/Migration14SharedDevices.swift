import Storage

extension IdentitySchema {
    /// Sessions on devices that other people use, too.
    static let sharedDevices = Migration(
        "shared devices",
        sql: """
            ALTER TABLE sessions ADD COLUMN is_shared INTEGER NOT NULL DEFAULT 0
                CHECK (is_shared IN (0, 1));
            """)
}
