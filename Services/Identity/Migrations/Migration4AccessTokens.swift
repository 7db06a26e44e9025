import Storage

extension IdentitySchema {
    /// Access tokens are sessions with rights and an end of their own; `device` is their name.
    static let accessTokens = Migration(
        "access tokens",
        sql: """
            ALTER TABLE sessions ADD COLUMN token_rights TEXT
                CHECK (token_rights IN ('read', 'write'));
            ALTER TABLE sessions ADD COLUMN expires_at INTEGER
                CHECK ((expires_at IS NULL) = (token_rights IS NULL));
            """)
}
