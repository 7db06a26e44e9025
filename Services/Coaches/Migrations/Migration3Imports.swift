import Storage

extension Migration {
    /// Indexes for looking up staged rows.
    static let imports = Migration(
        "imports",
        sql: """
            CREATE INDEX schools_by_operation
                ON schools (family_unit_id, operation_id, catalogue_id, name_folded)
                WHERE operation_id IS NOT NULL;
            CREATE INDEX coaches_by_operation
                ON coaches (family_unit_id, operation_id, name_folded)
                WHERE operation_id IS NOT NULL;
            """)
}
