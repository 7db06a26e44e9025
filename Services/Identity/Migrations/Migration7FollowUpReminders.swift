import Storage

extension IdentitySchema {
    /// Whether users want reminders of overdue follow-ups. Nobody gets any without asking.
    static let followUpReminders = wish("follow-up reminders", "follow_up_reminders")

    /// Adds a wish of users that nobody has before. The text is part of released steps.
    static func wish(_ name: String, _ column: String) -> Migration {
        Migration(
            name,
            sql: """
                ALTER TABLE users ADD COLUMN \(column) INTEGER NOT NULL DEFAULT 0
                    CHECK (\(column) IN (0, 1));
                """)
    }
}
