import Storage

extension Migration {
    /// Removes coaches together with a purged event. Also repairs rows that an earlier version
    /// restored without their event: coaches are deleted, metrics lose the reference.
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
