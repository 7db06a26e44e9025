import Storage

extension Migration {
    /// The queue's entries about contacts that name no coach of the family: decisions and reminders
    /// are about a coach or about such a contact, and these contacts have an index of their own, in
    /// which the last one of each direction with a school and a name comes first. It also has the
    /// columns of its condition, so that SQLite reads no row.
    static let unlistedContacts = Migration(
        "contacts without a coach",
        sql: """
            ALTER TABLE follow_ups RENAME COLUMN coach_id TO entry_id;
            ALTER TABLE nudges RENAME COLUMN coach_id TO entry_id;
            CREATE INDEX interactions_without_coach ON interactions (
                family_unit_id, logged_by, school_id, other_coach_name, direction, newest_first, id,
                coach_id, deleted_at)
                WHERE coach_id IS NULL AND deleted_at IS NULL;
            """)
}
