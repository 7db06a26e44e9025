import Storage

extension Migration {
    /// Indexes of the records of a coach or school, which are deleted together with it.
    static let references = Migration(
        "records of coaches and schools",
        sql: """
            CREATE INDEX interactions_by_coach ON interactions (family_unit_id, coach_id)
                WHERE coach_id IS NOT NULL AND deleted_at IS NULL;
            CREATE INDEX interactions_by_school ON interactions (family_unit_id, school_id)
                WHERE school_id IS NOT NULL AND deleted_at IS NULL;
            """)
}
