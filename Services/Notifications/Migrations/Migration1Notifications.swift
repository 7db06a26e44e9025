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
            CREATE TABLE notifications (
                user_id BLOB NOT NULL,
                newest_first INTEGER NOT NULL,
                id BLOB NOT NULL CHECK (length(id) = 16),
                family_unit_id BLOB NOT NULL,
                type TEXT NOT NULL CHECK (type IN (
                    'inbound_interaction', 'follow_up_reminder', 'deadline_alert',
                    'weekly_digest')),
                title TEXT NOT NULL,
                message TEXT,
                priority TEXT NOT NULL CHECK (priority IN ('low', 'normal', 'high')),
                related_entity_type TEXT NOT NULL,
                related_entity_id BLOB NOT NULL CHECK (length(related_entity_id) = 16),
                scheduled_for INTEGER NOT NULL,
                read_at INTEGER,
                withdrawn_at INTEGER,
                PRIMARY KEY (user_id, newest_first, id),
                CHECK (newest_first = -scheduled_for)
            ) STRICT, WITHOUT ROWID;

            CREATE UNIQUE INDEX notifications_by_cause
                ON notifications (related_entity_id, user_id, type);

            CREATE UNIQUE INDEX notifications_by_id ON notifications (user_id, id);

            CREATE INDEX notifications_counted
                ON notifications (user_id, family_unit_id, read_at, withdrawn_at)
                WHERE withdrawn_at IS NULL;

            CREATE INDEX notifications_unread
                ON notifications (user_id, newest_first, id, family_unit_id)
                WHERE withdrawn_at IS NULL AND read_at IS NULL;

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
