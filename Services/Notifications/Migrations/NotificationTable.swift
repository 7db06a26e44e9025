import Storage

/// The table of notifications as steps of the schema create it. These texts are parts of released
/// steps: a table of another form gets its own.
enum NotificationTable {
    /// The types of notifications of the first step.
    static let firstTypes = [
        "inbound_interaction", "follow_up_reminder", "deadline_alert", "weekly_digest",
    ]

    /// Creates an empty table that admits these types.
    static func creation(_ name: String, types: [String]) -> String {
        let list = types.map { "'\($0)'" }.joined(separator: ", ")
        return """
            CREATE TABLE \(name) (
                user_id BLOB NOT NULL,
                newest_first INTEGER NOT NULL,
                id BLOB NOT NULL CHECK (length(id) = 16),
                family_unit_id BLOB NOT NULL,
                type TEXT NOT NULL CHECK (type IN (\(list))),
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
            """
    }

    static let indexes = """
        CREATE UNIQUE INDEX notifications_by_cause
            ON notifications (related_entity_id, user_id, type);

        CREATE UNIQUE INDEX notifications_by_id ON notifications (user_id, id);

        CREATE INDEX notifications_counted
            ON notifications (user_id, family_unit_id, read_at, withdrawn_at)
            WHERE withdrawn_at IS NULL;

        CREATE INDEX notifications_unread
            ON notifications (user_id, newest_first, id, family_unit_id)
            WHERE withdrawn_at IS NULL AND read_at IS NULL;
        """
}

extension Migration {
    /// Admits notifications of these types. SQLite cannot change a check of a column, so the table
    /// is copied (Making Other Kinds Of Table Schema Changes, in its page on ALTER TABLE).
    static func notifications(_ name: String, admitting types: [String]) -> Migration {
        Migration(
            name,
            sql: """
                \(NotificationTable.creation("new_notifications", types: types))

                INSERT INTO new_notifications (
                    user_id, newest_first, id, family_unit_id, type, title, message, priority,
                    related_entity_type, related_entity_id, scheduled_for, read_at, withdrawn_at)
                SELECT
                    user_id, newest_first, id, family_unit_id, type, title, message, priority,
                    related_entity_type, related_entity_id, scheduled_for, read_at, withdrawn_at
                FROM notifications;

                DROP TABLE notifications;

                ALTER TABLE new_notifications RENAME TO notifications;

                \(NotificationTable.indexes)
                """)
    }
}
