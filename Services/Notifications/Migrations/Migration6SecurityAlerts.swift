import Storage

extension Migration {
    /// Admits notifications about accounts and members.
    static let securityAlerts = notifications(
        "security alerts",
        admitting: NotificationTable.firstTypes + ["new_device", "hook_off", "account", "members"])

    /// Finds the families of a user.
    static let membersByUser = Migration(
        "members by user",
        sql: """
            CREATE INDEX replica_members_by_user ON replica_members (user_id, family_unit_id)
                WHERE left_at IS NULL;
            """)
}
