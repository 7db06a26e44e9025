import Storage

extension Migration {
    /// What is known of the time of contacts that name no coach, and when they were logged, beside
    /// their places in the index that the queue reads alone.
    static let unlistedDays = Migration(
        "days of contacts without a coach",
        sql: """
            DROP INDEX interactions_without_coach;
            CREATE INDEX interactions_without_coach ON interactions (
                family_unit_id, logged_by, school_id, other_coach_name, direction, newest_first, id,
                coach_id, deleted_at, occurred_precision, created_at)
                WHERE coach_id IS NULL AND deleted_at IS NULL;
            """)
}
