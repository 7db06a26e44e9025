import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Trash and undo for events and metrics. They belong to the family, so every player may undo.
enum EventsTrash {
    private static let events = EventRepository.table
    private static let tables: [(name: String, table: MarkedTable)] = [
        ("events", events), ("event_coaches", PresenceRepository.table),
        ("metrics", MetricRepository.table),
    ]

    static let plan = TrashPlan(
        tables: [
            TrashTable(
                events, title: "name",
                parts: [TrashTable.Part("event_coaches", of: "event_id", isMarked: true)]),
            TrashTable(PresenceRepository.table, title: "name"),
            TrashTable(MetricRepository.table, title: "metric_type || ' ' || value"),
        ]
    ) { id, operation, scope, unit in
        switch operation.kind {
        case CommitImport<EventImportRow>.name:
            try undoImport(
                id, EventImport.table, updates: ImportUpdates(UpdatedEvents.self), scope, unit)
        case CommitImport<MetricImportRow>.name: try undoImport(id, MetricImport.table, scope, unit)
        default: try restore(id, scope, unit)
        }
    }

    private static func undoImport(
        _ id: OperationID, _ table: ImportTable, updates: ImportUpdates? = nil,
        _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> UndoOperation.Response {
        var response = try unit.undoImport(id, of: scope, in: [table], updates: updates)
        // Throwing rolls the transaction back if an event still has metrics.
        try unit.refuseOrphans(
            orphansSQL, of: id, scope,
            one: "A metric was recorded at these events; delete it first",
            many: { "\($0) metrics were recorded at these events; delete them first" })
        let coaches = try unit.transaction.execute(coachesSQL, scope.familyID, id, unit.now)
        if coaches > 0 {
            response.removed["event_coaches"] = Int(coaches)
            try unit.recount(id, of: scope.familyID, response.removed)
        }
        return response
    }

    private static func restore(
        _ id: OperationID, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> UndoOperation.Response {
        try DeletionTombstones(scope.familyID, unit.transaction)
            .requireOwners(of: id, in: EventsOfDeleted.events)
        let lost = try unit.releaseLost(
            by: id, in: EventsOfDeleted.events, of: scope.familyID, observer: EventsOfDeleted())
        let metricsWithoutEvent = try EventsOfParts(id, scope, unit).prepareReturn()
        let events = EventRepository(scope, unit.transaction)
        let deletedEvents = try events.deleted(by: id).map(\.id)
        let deletedMetrics = try MetricRepository(scope, unit.transaction).deleted(by: id)
        let changedEvents = try PresenceRepository(scope.familyID, unit.transaction)
            .events(of: id)
        let counts = try unit.undo(id, of: scope, in: tables.map(\.table))
        for event in deletedEvents {
            try unit.record(
                NewChange(EventsFeed.eventRestored, of: try events.require(event)))
        }
        for event in changedEvents where !deletedEvents.contains(event) {
            try unit.record(
                NewChange(EventsFeed.eventChanged, of: try events.require(event)))
        }
        for metric in deletedMetrics {
            try unit.record(NewChange(EventsFeed.metricRestored, of: metric))
        }
        var restored: [String: Int] = [:]
        for (table, count) in zip(tables, counts) where count > 0 {
            restored[table.name] = Int(count)
        }
        var response = UndoOperation.Response(
            id, restored: restored,
            ids: deletedEvents.map(\.text) + deletedMetrics.map(\.id.text))
        response.lost = lost.isEmpty ? nil : lost
        response.noteLost(.event, of: "metrics", metricsWithoutEvent)
        return response
    }

    /// Marks the coaches of an import's events as deleted. ?3 instant.
    static let coachesSQL = """
        UPDATE event_coaches SET deleted_at = ?3, operation_id = ?2
        WHERE family_unit_id = ?1 AND deleted_at IS NULL AND event_id IN (
            SELECT id FROM events INDEXED BY events_by_operation
            WHERE family_unit_id = ?1 AND operation_id = ?2)
        """
    static let orphansSQL = """
        SELECT count(*) FROM import_records CROSS JOIN metrics INDEXED BY metrics_by_event
        WHERE import_records.family_unit_id = ?1 AND import_records.import_id = ?2
            AND import_records.table_name = 'events'
            AND metrics.family_unit_id = ?1 AND metrics.event_id = import_records.record_id
            AND metrics.event_id IS NOT NULL AND metrics.deleted_at IS NULL
        """
}
