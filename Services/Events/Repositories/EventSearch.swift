import Contracts
import DataServiceKit
import Storage

/// The texts of events and metrics for searches.
enum EventSearch {
    static let sources = [events, metrics]

    private static let events = SearchSource(
        .event, in: "events",
        columns: """
            school_id, type, name, location, address, city, state, start_date, description,
            performance_notes
            """,
        companions: [
            .names(from: "schools", by: "school_id", in: "events", index: "events_by_school"),
            SearchSource.Companion(
                "event_coaches", columns: "name, deleted_at",
                records: """
                    SELECT id FROM events
                    WHERE family_unit_id = ROW.family_unit_id AND id = ROW.event_id
                        AND deleted_at IS NULL
                    """),
        ]
    ) { family, id, transaction in
        try transaction.first(eventSQL, family, id) { row in
            let texts = try (4...9).map { try row.textOrNil($0) }
            return SearchDocument(
                type: try row.text(0), day: CivilDay(text: try row.text(1)), title: try row.text(2),
                coach: try row.textOrNil(10) ?? "", school: try row.textOrNil(3) ?? "",
                text: texts.compactMap { $0 }.joined(separator: "\n"))
        }
    }

    private static let metrics = SearchSource(
        .metric, in: "metrics", columns: "event_id, metric_type, value, unit, recorded_date, notes",
        companions: [
            SearchSource.Companion(
                "events", columns: "name, deleted_at",
                records: """
                    SELECT id FROM metrics INDEXED BY metrics_by_event
                    WHERE family_unit_id = ROW.family_unit_id AND event_id = ROW.id
                        AND deleted_at IS NULL
                    """)
        ]
    ) { family, id, transaction in
        try transaction.first(metricSQL, family, id) { row in
            let label = MetricKind.label(of: try row.text(0))
            let value = MetricValue.text(try row.double(1))
            let texts = try (4...5).map { try row.textOrNil($0) }
            return SearchDocument(
                day: CivilDay(text: try row.text(3)), title: "\(label) \(value) \(try row.text(2))",
                text: texts.compactMap { $0 }.joined(separator: "\n"))
        }
    }

    /// ?1 family, ?2 event.
    static let eventSQL = """
        SELECT e.type, e.start_date, e.name, s.name, e.location, e.address, e.city, e.state,
            e.description, e.performance_notes, (
                SELECT group_concat(c.name, ', ') FROM event_coaches AS c
                    INDEXED BY event_coaches_of_event
                WHERE c.family_unit_id = ?1 AND c.event_id = ?2 AND c.deleted_at IS NULL)
        FROM events AS e
        LEFT JOIN schools AS s ON s.family_unit_id = ?1 AND s.id = e.school_id
        WHERE e.family_unit_id = ?1 AND e.id = ?2 AND e.deleted_at IS NULL
        """
    /// ?1 family, ?2 metric.
    static let metricSQL = """
        SELECT m.metric_type, m.value, m.unit, m.recorded_date, m.notes, e.name
        FROM metrics AS m
        LEFT JOIN events AS e
            ON e.family_unit_id = ?1 AND e.id = m.event_id AND e.deleted_at IS NULL
        WHERE m.family_unit_id = ?1 AND m.id = ?2 AND m.deleted_at IS NULL
        """
}

extension Migration {
    /// The index of searches.
    static let search = SearchTables.migration(EventSearch.sources)
    static let searchWords = SearchTables.splittingAgain(EventSearch.sources)
}
