import Storage

extension Migration {
    /// Everybody who was ever recorded at an event goes with it for good. What an earlier version
    /// brought back without its event is put right: who was there is nowhere to be seen, and a
    /// metric names an event that is not there.
    static let parts = Migration(
        "parts of events",
        sql: """
            CREATE INDEX event_coaches_of_event ON event_coaches (family_unit_id, event_id);
            DELETE FROM event_coaches WHERE NOT EXISTS (
                SELECT 1 FROM events WHERE events.family_unit_id = event_coaches.family_unit_id
                    AND events.id = event_coaches.event_id);
            UPDATE metrics SET event_id = NULL
            WHERE event_id IS NOT NULL AND deleted_at IS NULL AND NOT EXISTS (
                SELECT 1 FROM events WHERE events.family_unit_id = metrics.family_unit_id
                    AND events.id = metrics.event_id);
            """)
}
