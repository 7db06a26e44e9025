import Storage

extension Migration {
    /// Indexes of deleted contacts by coach and school. A deletion stays in the trash while other
    /// players can restore contacts that refer to its coach or school.
    static let deletedContacts = Migration(
        "deleted contacts",
        sql: """
            CREATE INDEX contacts_deleted_by_coach ON contacts (family_unit_id, coach_id)
                WHERE coach_id IS NOT NULL AND deleted_at IS NOT NULL;
            CREATE INDEX contacts_deleted_by_school ON contacts (family_unit_id, school_id)
                WHERE school_id IS NOT NULL AND deleted_at IS NOT NULL;
            """)
}
