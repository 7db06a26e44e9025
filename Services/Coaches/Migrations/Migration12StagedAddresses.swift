import Storage

extension Migration {
    /// An index for finding a staged coach by address.
    static let stagedAddresses = Migration(
        "addresses of staged coaches",
        sql: """
            CREATE INDEX coaches_staged_by_email
                ON coaches (family_unit_id, operation_id, lower(email))
                WHERE email IS NOT NULL AND operation_id IS NOT NULL;
            """)
}
