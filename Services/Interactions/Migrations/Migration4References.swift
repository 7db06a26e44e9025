import Storage

extension Migration {
    /// The records of a coach and of a school, which go along when those are deleted.
    static let references = Migration(
        "records of coaches and schools",
        sql: """
            CREATE INDEX interactions_by_coach ON interactions (family_unit_id, coach_id)
                WHERE coach_id IS NOT NULL AND deleted_at IS NULL;
            CREATE INDEX interactions_by_school ON interactions (family_unit_id, school_id)
                WHERE school_id IS NOT NULL AND deleted_at IS NULL;
            """)
}
