import Storage

extension Migration {
    /// Admits notifications about change hooks; see the step before.
    static let hookAlerts = Migration(
        "hook alerts",
        sql: """
            CREATE TABLE new_notifications (
                user_id BLOB NOT NULL,
                newest_first INTEGER NOT NULL,
                id BLOB NOT NULL CHECK (length(id) = 16),
                family_unit_id BLOB NOT NULL,
                type TEXT NOT NULL CHECK (type IN (
                    'inbound_interaction', 'follow_up_reminder', 'deadline_alert',
                    'weekly_digest', 'new_device', 'hook_off')),
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

            INSERT INTO new_notifications (
                user_id, newest_first, id, family_unit_id, type, title, message, priority,
                related_entity_type, related_entity_id, scheduled_for, read_at, withdrawn_at)
            SELECT
                user_id, newest_first, id, family_unit_id, type, title, message, priority,
                related_entity_type, related_entity_id, scheduled_for, read_at, withdrawn_at
            FROM notifications;

            DROP TABLE notifications;

            ALTER TABLE new_notifications RENAME TO notifications;

            CREATE UNIQUE INDEX notifications_by_cause
                ON notifications (related_entity_id, user_id, type);

            CREATE UNIQUE INDEX notifications_by_id ON notifications (user_id, id);

            CREATE INDEX notifications_counted
                ON notifications (user_id, family_unit_id, read_at, withdrawn_at)
                WHERE withdrawn_at IS NULL;

            CREATE INDEX notifications_unread
                ON notifications (user_id, newest_first, id, family_unit_id)
                WHERE withdrawn_at IS NULL AND read_at IS NULL;
            """)
}
