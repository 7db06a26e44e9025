import Storage

extension IdentitySchema {
    /// Codes that replace a lost password, by digest. `made_by` is the parent who created a
    /// one-time code.
    static let resetCodes = Migration(
        "codes that replace a lost password",
        sql: """
            CREATE TABLE reset_codes (
                code_hash BLOB PRIMARY KEY CHECK (length(code_hash) = 32),
                user_id BLOB NOT NULL REFERENCES users,
                means TEXT NOT NULL
                    CHECK (means IN ('recovery_code', 'family_code', 'operator_code')),
                made_by BLOB REFERENCES users,
                created_at INTEGER NOT NULL,
                used_at INTEGER
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX reset_codes_by_user ON reset_codes (user_id, means);
            CREATE INDEX reset_codes_by_maker ON reset_codes (made_by)
                WHERE made_by IS NOT NULL;
            CREATE INDEX family_members_left ON family_members (user_id, deleted_at)
                WHERE role = 'player' AND deleted_at IS NOT NULL;
            """)
}
