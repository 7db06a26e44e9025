import Storage

extension Migration {
    /// When a metric was edited; one that never was has the time at which it was recorded.
    static let metricEdits = Migration(
        "metric edits",
        sql: """
            ALTER TABLE metrics ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
            UPDATE metrics SET updated_at = created_at;
            """)
}
