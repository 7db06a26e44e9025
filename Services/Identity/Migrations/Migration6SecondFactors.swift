import Storage

extension IdentitySchema {
    /// The secrets of authenticator apps. Without `confirmed_at` the app has not shown a code yet,
    /// and sign-ins need none. `last_step` is that of the last code used, which counts once (RFC
    /// 6238, section 5.2).
    static let secondFactors = Migration(
        "second factors",
        sql: """
            CREATE TABLE second_factors (
                user_id BLOB PRIMARY KEY REFERENCES users,
                secret BLOB NOT NULL CHECK (length(secret) = 20),
                created_at INTEGER NOT NULL,
                confirmed_at INTEGER,
                last_step INTEGER NOT NULL DEFAULT -1
            ) STRICT, WITHOUT ROWID;
            """)
}
