import Storage

extension Migration {
    /// The index by type: a family's lists of one type come from it in their order. It and the
    /// index by logger have types and directions, so that these are counted without reading a row.
    static let interactionTypes = Migration(
        "index by type",
        sql: """
            CREATE INDEX interactions_by_type ON interactions (
                family_unit_id, type, deleted_at, newest_first, id, direction);
            DROP INDEX interactions_by_logger;
            CREATE INDEX interactions_by_logger ON interactions (
                family_unit_id, logged_by, deleted_at, newest_first, id, type, direction);
            """)
}
