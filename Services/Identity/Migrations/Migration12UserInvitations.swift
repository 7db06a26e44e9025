import Storage

extension IdentitySchema {
    /// The operator's invitations to create an account, by the digests of their codes.
    static let userInvitations = Migration(
        "invitations to create an account",
        sql: """
            CREATE TABLE user_invitations (
                id BLOB PRIMARY KEY,
                code_hash BLOB NOT NULL UNIQUE CHECK (length(code_hash) = 32),
                note TEXT,
                created_at INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                used_at INTEGER,
                used_by BLOB REFERENCES users,
                revoked_at INTEGER
            ) STRICT, WITHOUT ROWID;
            """)
}
