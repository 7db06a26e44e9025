import Storage

extension Migration {
    /// Indexes for finding the coaches who share an address or a number with a new one.
    static let contactData = Migration(
        "addresses and numbers of coaches",
        sql: """
            CREATE INDEX coaches_by_email ON coaches (family_unit_id, lower(email), id)
                WHERE email IS NOT NULL AND deleted_at IS NULL;
            CREATE INDEX coaches_by_phone ON coaches (family_unit_id, phone_digits, id)
                WHERE phone_digits IS NOT NULL AND deleted_at IS NULL;
            """)
}
