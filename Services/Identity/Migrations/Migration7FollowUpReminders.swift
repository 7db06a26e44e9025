import Storage

extension IdentitySchema {
    /// Whether users want reminders of overdue follow-ups. Nobody gets any without asking.
    static let followUpReminders = Migration(
        "follow-up reminders",
        sql: """
            ALTER TABLE users ADD COLUMN follow_up_reminders INTEGER NOT NULL DEFAULT 0
                CHECK (follow_up_reminders IN (0, 1));
            """)
}
