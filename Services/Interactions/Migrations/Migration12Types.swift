import Storage

extension Migration {
    /// The index by type: lists of one type come from it in their order, and types and directions
    /// are counted without reading a row.
    static let interactionTypes = Migration(
        "index by type",
        sql: """
            CREATE INDEX interactions_by_type ON interactions (
                family_unit_id, type, deleted_at, newest_first, id, direction, logged_by);
            """)
}
