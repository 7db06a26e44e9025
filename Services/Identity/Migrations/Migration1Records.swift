import Storage

extension IdentitySchema {
    static let migration1 = Migration(
        "users, families, members, codes, sessions",
        sql: """
            CREATE TABLE users (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                email TEXT NOT NULL UNIQUE CHECK (length(email) BETWEEN 5 AND 255),
                full_name TEXT NOT NULL CHECK (length(full_name) >= 1),
                role TEXT NOT NULL CHECK (role IN ('player', 'parent')),
                time_zone TEXT NOT NULL,
                inbound_alerts INTEGER NOT NULL CHECK (inbound_alerts IN (0, 1)),
                password_hash TEXT NOT NULL,
                passports_not_before INTEGER NOT NULL,
                sign_up_key BLOB UNIQUE CHECK (length(sign_up_key) = 16),
                created_at INTEGER NOT NULL,
                version INTEGER NOT NULL
            ) STRICT;

            CREATE TABLE families (
                family_unit_id BLOB PRIMARY KEY CHECK (length(family_unit_id) = 16),
                name TEXT NOT NULL CHECK (length(name) >= 1),
                time_zone TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                version INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE family_codes (
                family_unit_id BLOB NOT NULL REFERENCES families,
                role TEXT NOT NULL CHECK (role IN ('player', 'parent')),
                code TEXT NOT NULL UNIQUE,
                created_at INTEGER NOT NULL,
                PRIMARY KEY (family_unit_id, role)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE family_members (
                family_unit_id BLOB NOT NULL REFERENCES families,
                user_id BLOB NOT NULL REFERENCES users,
                role TEXT NOT NULL CHECK (role IN ('player', 'parent')),
                joined_at INTEGER NOT NULL,
                version INTEGER NOT NULL,
                deleted_at INTEGER,
                operation_id BLOB CHECK (length(operation_id) = 16),
                PRIMARY KEY (family_unit_id, user_id)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX family_members_by_user ON family_members (user_id, joined_at)
                WHERE deleted_at IS NULL;
            CREATE UNIQUE INDEX family_members_one_player ON family_members (user_id)
                WHERE role = 'player' AND deleted_at IS NULL;

            CREATE TABLE sessions (
                id BLOB PRIMARY KEY CHECK (length(id) = 16),
                user_id BLOB NOT NULL REFERENCES users,
                token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
                device TEXT,
                created_at INTEGER NOT NULL,
                last_used_at INTEGER NOT NULL,
                ended_at INTEGER
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX sessions_by_user ON sessions (user_id, last_used_at);
            CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;
            CREATE INDEX users_not_before ON users (passports_not_before)
                WHERE passports_not_before > 0;
            """)
}
