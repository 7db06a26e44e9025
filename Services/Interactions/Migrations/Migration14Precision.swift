import Storage

extension Migration {
    /// What is known of a contact's time, if it is not the time of day: `day` or `month`. A NULL
    /// takes no byte, so that lists read nothing past the content of other rows.
    static let occurredPrecision = Migration(
        "occurred precision",
        sql: "ALTER TABLE interactions ADD COLUMN occurred_precision TEXT;")
}
