import DataServiceKit
import Storage

extension Migration {
    /// Reminders of overdue follow-ups: who wants them, when members were last reminded of a coach,
    /// and when to look at a family next. `nudged_on` is a day, in days since 1970.
    static let nudges = Migration(
        "nudges",
        sql: """
            \(wishesTable)

            \(nudgesTable)

            CREATE INDEX nudges_by_coach ON nudges (family_unit_id, coach_id);

            CREATE TABLE nudge_times (
                family_unit_id BLOB PRIMARY KEY,
                looks_at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX nudge_times_next ON nudge_times (looks_at);
            """)

    private static let wishesTable = familyTableSQL(
        "reminder_wishes", ids: "user_id", key: "user_id",
        columns: "role TEXT NOT NULL CHECK (role IN ('player', 'parent'))")

    private static let nudgesTable = familyTableSQL(
        "nudges", ids: "player_id", "coach_id", "id", key: "player_id, coach_id",
        columns: """
            version INTEGER NOT NULL CHECK (version > 0),
            nudged_on INTEGER NOT NULL
            """)
}
