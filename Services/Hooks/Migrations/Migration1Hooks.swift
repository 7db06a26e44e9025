import Storage

extension Migration {
    /// Hooks and their deliveries.
    ///
    /// The deliveries of a hook are numbered from 1 without gaps; `last_number` is the last one
    /// given. `failing_since` and `kept_since` are housekeeping time, which advances only with
    /// elapsed time. The secret is stored as it is, because each message is signed with it.
    static let hooks = Migration(
        "hooks",
        sql: """
            CREATE TABLE hooks (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                family_unit_id BLOB NOT NULL,
                user_id BLOB NOT NULL,
                address TEXT NOT NULL,
                secret BLOB NOT NULL CHECK (length(secret) = 32),
                records TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                last_number INTEGER NOT NULL DEFAULT 0,
                delivered_at INTEGER,
                failing_since INTEGER,
                problem TEXT,
                switched_off_at INTEGER
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX hooks_by_family ON hooks (family_unit_id, user_id, id);

            CREATE TABLE hook_deliveries (
                hook_id BLOB NOT NULL,
                number INTEGER NOT NULL,
                delivery_id BLOB NOT NULL CHECK (length(delivery_id) = 16),
                service TEXT NOT NULL,
                seq INTEGER NOT NULL,
                type TEXT NOT NULL,
                occurred_at INTEGER NOT NULL,
                body TEXT NOT NULL,
                state TEXT NOT NULL DEFAULT 'waiting'
                    CHECK (state IN ('waiting', 'delivered', 'failed')),
                attempts INTEGER NOT NULL DEFAULT 0,
                problem TEXT,
                delivered_at INTEGER,
                kept_since INTEGER NOT NULL
            ) STRICT;

            CREATE UNIQUE INDEX hook_deliveries_by_number ON hook_deliveries (hook_id, number);

            CREATE UNIQUE INDEX hook_deliveries_by_id ON hook_deliveries (hook_id, delivery_id);

            CREATE INDEX hook_deliveries_by_state ON hook_deliveries (hook_id, state, number);

            CREATE INDEX hook_deliveries_by_age ON hook_deliveries (kept_since);
            """)
}
