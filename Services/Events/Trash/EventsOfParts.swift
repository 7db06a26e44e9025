import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Restores event coaches and metrics that an operation deleted when their event no longer exists.
///
/// An event that can be restored must be restored first. If it cannot, its coaches cannot be
/// restored either; a metric is restored without its event.
@Memberwise(labels: false)
struct EventsOfParts {
    /// The operation that deleted the event of a row and can still be undone: events being purged
    /// or removed by undoing an import cannot be restored.
    private static func missingSQL(_ table: StaticString) -> String {
        """
        SELECT events.operation_id FROM \(table) AS part INDEXED BY \(table)_by_operation
        CROSS JOIN events ON events.family_unit_id = ?1 AND events.id = part.event_id
        WHERE part.family_unit_id = ?1 AND part.operation_id = ?2
            AND part.deleted_at IS NOT NULL AND events.deleted_at IS NOT NULL
            AND events.operation_id <> ?2
            AND NOT EXISTS (
                SELECT 1 FROM erasures WHERE erasures.family_unit_id = ?1
                    AND erasures.operation_id = events.operation_id)
            AND NOT EXISTS (
                SELECT 1 FROM operations WHERE operations.family_unit_id = ?1
                    AND operations.operation_id = events.operation_id
                    AND operations.effect = 'added')
        LIMIT 1
        """
    }
    static let missingOfCoachesSQL = missingSQL("event_coaches")
    static let missingOfMetricsSQL = missingSQL("metrics")

    /// The number of event coaches whose event cannot be restored.
    static let lostCoachSQL = """
        SELECT count(*) FROM event_coaches AS part INDEXED BY event_coaches_by_operation
        WHERE part.family_unit_id = ?1 AND part.operation_id = ?2
            AND part.deleted_at IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM events WHERE events.family_unit_id = ?1
                    AND events.id = part.event_id
                    AND (events.deleted_at IS NULL OR events.operation_id = ?2))
        """
    static let releaseMetricsSQL = """
        UPDATE metrics INDEXED BY metrics_by_operation SET event_id = NULL
        WHERE family_unit_id = ?1 AND operation_id = ?2
            AND deleted_at IS NOT NULL AND event_id IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM events WHERE events.family_unit_id = ?1
                    AND events.id = metrics.event_id
                    AND (events.deleted_at IS NULL OR events.operation_id = ?2))
        """

    /// All statements, for tests of their query plans.
    static let statements = [
        missingOfCoachesSQL, missingOfMetricsSQL, lostCoachSQL, releaseMetricsSQL,
    ]

    private let operation: OperationID
    private let scope: FamilyScope
    private let unit: UnitOfWork

    /// Throws if a row cannot be restored, and clears references of metrics to events that cannot
    /// be restored. Returns the number of these metrics.
    func prepareReturn() throws -> Int {
        let (family, id) = (scope.familyID, operation)
        for sql in [Self.missingOfCoachesSQL, Self.missingOfMetricsSQL] {
            let other = try unit.transaction.first(sql, family, id) {
                try $0.identifier(0) as OperationID
            }
            if let other { throw try refusal(undoFirst: other) }
        }
        let lost = try unit.transaction.scalar(Self.lostCoachSQL, family, id)
        guard lost ?? 0 == 0 else {
            throw ServiceError(
                .conflict, "The event was removed for good, together with its coaches")
        }
        return Int(try unit.transaction.execute(Self.releaseMetricsSQL, family, id))
    }

    /// Builds the refusal. Whether the deletion of a school can still be undone is only known once
    /// the coaches feed is read to the end.
    private func refusal(undoFirst other: OperationID) throws -> any Error {
        let refusal = ServiceError(
            .conflict, "The event has since been deleted; undo that first (\(other))")
        guard try unit.operation(other, of: scope) == nil else { return refusal }
        return UnknownReference(.coaches, refusal: refusal)
    }
}
