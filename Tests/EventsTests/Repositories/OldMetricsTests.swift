import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Events

/// A database that was made before metrics could be edited.
@Suite struct OldMetricsTests {
    // N-06
    @Test func anOldMetricIsReadAndEdited() throws {
        let (family, id) = (FamilyID(high: 1, low: 1), MetricID(high: 2, low: 2))
        let recorded = Instant(milliseconds: 1_770_724_800_000)
        try OldDatabase.upgrade(.events, EventsService.schema, before: "metric edits") {
            transaction in
            try transaction.execute(
                """
                INSERT INTO metrics (family_unit_id, id, user_id, metric_type, value, unit,
                    recorded_date, verified, search_text, created_at)
                VALUES (?1, ?2, ?3, 'velocity', 92.5, 'mph', '2026-02-03', 1, '', ?4)
                """, family, id, UserID(high: 3, low: 3), recorded)
        } then: { database in
            var metric = try #require(
                try database.read { try MetricRepository(family, $0).find(id) })
            #expect(metric.version == 1 && metric.updatedAt == recorded && metric.value == 92.5)
            metric.version = 2
            metric.updatedAt = recorded.advanced(by: .seconds(1))
            let edited = metric
            try database.write { try Metric.table.store(edited, $0) }
            #expect(try database.read { try MetricRepository(family, $0).find(id) } == edited)
        }
    }
}
