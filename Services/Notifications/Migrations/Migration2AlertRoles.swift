import Storage

extension Migration {
    /// Adds the member's role to alert periods. Siblings get no alerts, since they cannot open what
    /// another player logged. Deletes the alerts they got before; an author's own alert is
    /// recognized by being read on arrival.
    static let alertRoles = Migration(
        "alert roles",
        sql: """
            ALTER TABLE alert_spells ADD COLUMN role TEXT NOT NULL DEFAULT 'player'
                CHECK (role IN ('player', 'parent'));

            UPDATE alert_spells SET role = 'parent' WHERE EXISTS (
                SELECT 1 FROM replica_members AS m
                WHERE m.family_unit_id = alert_spells.family_unit_id
                    AND m.user_id = alert_spells.user_id AND m.role = 'parent');

            DELETE FROM notifications
            WHERE type = 'inbound_interaction' AND read_at IS NOT scheduled_for
                AND NOT EXISTS (
                    SELECT 1 FROM replica_members AS m
                    WHERE m.family_unit_id = notifications.family_unit_id
                        AND m.user_id = notifications.user_id AND m.role = 'parent');
            """)
}
