import Storage

extension Migration {
    /// Who wants weekly digests since when, and the digests that were made: one for each member and
    /// week. The message is kept until the mail program has taken it. `kept_since` is housekeeping
    /// time.
    static let digests = Migration(
        "digests",
        sql: """
            CREATE TABLE digest_wishes (
                family_unit_id BLOB NOT NULL,
                user_id BLOB NOT NULL,
                since INTEGER NOT NULL,
                PRIMARY KEY (family_unit_id, user_id)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE digests (
                family_unit_id BLOB NOT NULL,
                user_id BLOB NOT NULL,
                week TEXT NOT NULL,
                id BLOB NOT NULL CHECK (length(id) = 16),
                made_at INTEGER NOT NULL,
                message BLOB,
                attempts INTEGER NOT NULL DEFAULT 0,
                problem TEXT,
                sent_at INTEGER,
                kept_since INTEGER NOT NULL
            ) STRICT;

            CREATE UNIQUE INDEX digests_by_week ON digests (family_unit_id, user_id, week);

            CREATE INDEX digests_waiting ON digests (id) WHERE message IS NOT NULL;

            CREATE INDEX digests_by_age ON digests (kept_since);
            """)
}
