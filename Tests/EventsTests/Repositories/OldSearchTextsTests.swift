import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Events

/// A database that was made when searches told accents apart.
@Suite struct OldSearchTextsTests {
    // N-131
    @Test func oldEventsAndMetricsLoseTheirAccents() throws {
        let (family, user) = (FamilyID(high: 1, low: 1), UserID(high: 3, low: 3))
        try OldDatabase.upgrade(.events, EventsService.schema, before: "accents") { transaction in
            try transaction.execute(
                """
                INSERT INTO events (family_unit_id, id, user_id, type, name, name_folded, start_date,
                    last_day, registered, attended, search_text, created_at, updated_at)
                VALUES (?1, ?2, ?3, 'camp', 'Été', 'été', '2026-06-01', '2026-06-01', 0, 0, 'été',
                    0, 0)
                """, family, EventID(high: 2, low: 2), user)
            try transaction.execute(
                """
                INSERT INTO metrics (family_unit_id, id, user_id, metric_type, value, unit,
                    recorded_date, verified, search_text, created_at)
                VALUES (?1, ?2, ?3, 'velocity', 92.5, 'mph', '2026-02-03', 1, 'à pied', 0)
                """, family, MetricID(high: 2, low: 3), user)
        } then: { database in
            let stored = try database.read {
                try $0.rows(
                    """
                    SELECT name_folded || ' ' || search_text FROM events
                    UNION ALL SELECT search_text FROM metrics
                    """
                ) { try $0.text(0) }
            }
            #expect(stored == ["été ete", "a pied"])
        }
    }
}
