import Contracts
import DataServiceKit
import ServiceKit
import Storage

extension ListEventBlockers {
    /// Lists the records that block a simple delete of the event.
    static func handle(
        _ input: ShowEvent.Request, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> DeletionBlockers {
        let event = try EventRepository(scope, transaction).require(input.id)
        return DeletionBlockers(
            of: "event", try DeleteEvent.blockers(of: event.id, scope, transaction))
    }
}

extension DeleteEvent {
    static let message = "Event deleted"

    /// Marks an event and its coaches, which are a part of it, as deleted. Metrics block the
    /// deletion (D-20).
    static func handle(
        _ input: ShowEvent.Request, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> DeleteInteraction.Response {
        try ImportsUnderWay(unit.transaction).requireNone(of: scope.familyID)
        let event = try EventRepository(scope, unit.transaction).require(input.id)
        let blockers = try blockers(of: event.id, scope, unit.transaction)
        guard blockers.isEmpty else { throw ServiceError.hasDependents("event", blockers) }
        return try delete(event, with: [:], as: name, scope, unit)
    }

    static func blockers(
        of id: EventID, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> [DeletionBlocker] {
        let metrics = try MetricRepository(scope, transaction).count(at: id)
        return metrics == 0 ? [] : [DeletionBlocker(type: "metrics", count: metrics)]
    }

    /// Marks the event and its coaches and records the operation with all its counts.
    static func delete(
        _ event: Event, with others: [String: Int], as operation: String, _ scope: FamilyScope,
        _ unit: UnitOfWork
    ) throws -> DeleteInteraction.Response {
        guard try unit.markDeleted(event.id, in: EventRepository.table, of: scope) else {
            throw ServiceError.notFound(.event)
        }
        var deleted = others.merging(["events": 1]) { _, own in own }
        let coaches = try PresenceRepository.delete(at: event.id, scope, unit)
        if coaches > 0 { deleted["event_coaches"] = coaches }
        try unit.recordOperation(operation, of: scope, counts: deleted)
        try unit.record(NewChange(EventsFeed.eventDeleted, of: event))
        return DeleteInteraction.Response(
            deleted: deleted, message: message, operationID: unit.operationID)
    }
}

extension CascadeDeleteEvent {
    /// Deletes the event with its metrics, as one operation.
    static func handle(
        _ input: ShowEvent.Request, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> DeleteInteraction.Response {
        try ImportsUnderWay(unit.transaction).requireNone(of: scope.familyID)
        let event = try EventRepository(scope, unit.transaction).require(input.id)
        let metrics = try MetricRepository(scope, unit.transaction).list(at: event.id)
        let count = try MetricRepository.delete(at: event.id, scope, unit)
        for metric in metrics {
            try unit.record(NewChange(EventsFeed.metricDeleted, of: metric))
        }
        return try DeleteEvent.delete(
            event, with: count > 0 ? ["metrics": count] : [:], as: name, scope, unit)
    }
}
