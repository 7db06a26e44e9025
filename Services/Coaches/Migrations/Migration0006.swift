import Storage

enum Migration0006 {
    /// Finds a staged school by its name, whether or not it has a catalogue id.
    static let stagedNames = Migration(
        "names of staged schools",
        sql: """
            CREATE INDEX schools_staged_by_name
                ON schools (family_unit_id, operation_id, name_folded)
                WHERE operation_id IS NOT NULL;
            """)
}
