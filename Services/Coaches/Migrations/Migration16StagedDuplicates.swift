import Storage

extension Migration {
    /// Indexes for finding the rows of a file that are like another row of it.
    static let stagedDuplicates = Migration(
        "possible duplicates among staged records",
        sql: """
            CREATE INDEX schools_staged_by_name_key
                ON schools (family_unit_id, operation_id, name_key)
                WHERE operation_id IS NOT NULL;
            CREATE INDEX coaches_staged_by_name_key
                ON coaches (family_unit_id, operation_id, name_key, school_id)
                WHERE operation_id IS NOT NULL;
            CREATE INDEX coaches_staged_by_phone
                ON coaches (family_unit_id, operation_id, phone_digits)
                WHERE phone_digits IS NOT NULL AND operation_id IS NOT NULL;
            """)
}
