import Storage

extension Migration {
    /// What players decide about their next contacts. `due_on` is a day, in days since 1970.
    ///
    /// A player's queue looks up the last contact with each coach, so that the index of the
    /// contacts with a coach now has the logger, too: a sibling's contacts cost nothing.
    static let followUps = Migration(
        "follow-ups",
        sql: """
            CREATE TABLE follow_ups (
                family_unit_id BLOB NOT NULL,
                coach_id BLOB NOT NULL CHECK (length(coach_id) = 16),
                player_id BLOB NOT NULL CHECK (length(player_id) = 16),
                id BLOB NOT NULL CHECK (length(id) = 16),
                version INTEGER NOT NULL CHECK (version > 0),
                cadence_days INTEGER CHECK (cadence_days > 0),
                decision TEXT CHECK (decision IN ('done', 'skip', 'snooze', 'date')),
                reason TEXT CHECK (reason IN ('answer', 'cadence', 'planned')),
                due_on INTEGER,
                decided_at INTEGER,
                PRIMARY KEY (family_unit_id, coach_id, player_id),
                CHECK ((decision IS NULL) = (reason IS NULL)
                    AND (decision IS NULL) = (due_on IS NULL)
                    AND (decision IS NULL) = (decided_at IS NULL))
            ) STRICT, WITHOUT ROWID;

            DROP INDEX interactions_by_coach;
            CREATE INDEX interactions_by_coach
                ON interactions (family_unit_id, coach_id, logged_by, newest_first)
                WHERE coach_id IS NOT NULL AND deleted_at IS NULL;
            """)
}
