import Storage

extension Migration {
    /// Notifications, and the periods in which members wanted alerts.
    ///
    /// A user's rows are adjacent, newest first: `newest_first` is the negative of `scheduled_for`.
    /// There is one row per user and cause (`notifications_by_cause`). A row whose record was
    /// deleted has `withdrawn_at` and is hidden; it reappears with the record, with its read state
    /// unchanged. Each row of `alert_spells` is identified by the change in identity's feed with
    /// which it began.
    static let notifications = Migration(
        "notifications",
        sql: """
            \(NotificationTable.creation("notifications", types: NotificationTable.firstTypes))

            \(NotificationTable.indexes)

            CREATE TABLE alert_spells (
                family_unit_id BLOB NOT NULL,
                user_id BLOB NOT NULL,
                began_with INTEGER NOT NULL,
                begins_at INTEGER NOT NULL,
                ends_at INTEGER CHECK (ends_at >= begins_at),
                PRIMARY KEY (family_unit_id, user_id, began_with)
            ) STRICT, WITHOUT ROWID;

            CREATE UNIQUE INDEX alert_spells_open
                ON alert_spells (family_unit_id, user_id) WHERE ends_at IS NULL;
            """)
}
