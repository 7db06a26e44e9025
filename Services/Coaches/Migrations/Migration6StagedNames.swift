import Storage

extension Migration {
    /// An index for finding a staged school by name, with or without a catalogue id.
    static let stagedNames = Migration(
        "names of staged schools",
        sql: """
            CREATE INDEX schools_staged_by_name
                ON schools (family_unit_id, operation_id, name_folded)
                WHERE operation_id IS NOT NULL;
            """)
}
