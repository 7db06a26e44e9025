import Storage

extension Migration {
    /// Admits notifications about accounts and members.
    static let securityAlerts = notifications(
        "security alerts",
        admitting: NotificationTable.firstTypes + ["new_device", "hook_off", "account", "members"])

    /// The members of whom their families know, so that whoever comes again is told of again.
    static let knownMembers = Migration(
        "known members",
        sql: """
            CREATE TABLE known_members (
                family_unit_id BLOB NOT NULL,
                user_id BLOB NOT NULL,
                PRIMARY KEY (family_unit_id, user_id)
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX known_members_by_user ON known_members (user_id, family_unit_id);

            INSERT INTO known_members
            SELECT family_unit_id, user_id FROM replica_members WHERE left_at IS NULL;
            """)
}
