import Storage

extension Migration {
    /// Reminders of overdue follow-ups: who wants them, when members were last reminded of a coach,
    /// and when to look at a family next. `nudged_on` is a day, in days since 1970.
    static let nudges = Migration(
        "nudges",
        sql: """
            CREATE TABLE reminder_wishes (
                family_unit_id BLOB NOT NULL,
                user_id BLOB NOT NULL CHECK (length(user_id) = 16),
                role TEXT NOT NULL CHECK (role IN ('player', 'parent')),
                PRIMARY KEY (family_unit_id, user_id)
            ) STRICT, WITHOUT ROWID;

            CREATE TABLE nudges (
                family_unit_id BLOB NOT NULL,
                player_id BLOB NOT NULL CHECK (length(player_id) = 16),
                coach_id BLOB NOT NULL CHECK (length(coach_id) = 16),
                id BLOB NOT NULL CHECK (length(id) = 16),
                version INTEGER NOT NULL CHECK (version > 0),
                nudged_on INTEGER NOT NULL,
                PRIMARY KEY (family_unit_id, player_id, coach_id)
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX nudges_by_coach ON nudges (family_unit_id, coach_id);

            CREATE TABLE nudge_times (
                family_unit_id BLOB PRIMARY KEY,
                looks_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX nudge_times_next ON nudge_times (looks_at);
            """)
}
