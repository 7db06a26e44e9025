import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// What becomes of coaches present and of metrics that an operation deleted, and that are coming
/// back, where their event is not there.
///
/// An event that can come back comes back first. Without the event there is no coach who was seen
/// there; a metric was measured all the same, and comes back without an event.
struct EventsOfParts {
    /// Whose deletion the event of a row waits for, as long as that can still be undone: what is
    /// being removed and what the undoing of an import took away does not come back.
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

    /// Whether the event of a coach present is gone for good.
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

    /// The statements, for tests of their plans.
    static let statements = [
        missingOfCoachesSQL, missingOfMetricsSQL, lostCoachSQL, releaseMetricsSQL,
    ]

    private let operation: OperationID
    private let scope: FamilyScope
    private let unit: UnitOfWork

    /// The rows that an operation deleted.
    init(_ operation: OperationID, _ scope: FamilyScope, _ unit: UnitOfWork) {
        self.operation = operation
        self.scope = scope
        self.unit = unit
    }

    /// Throws the refusal of what cannot come back, and lets metrics name no event that is gone.
    func prepareReturn() throws {
        let (family, id) = (SQLValue(scope.familyID), SQLValue(operation))
        for sql in [Self.missingOfCoachesSQL, Self.missingOfMetricsSQL] {
            let other = try unit.transaction.first(sql, family, id) {
                try $0.identifier(0) as OperationID
            }
            if let other { throw try refusal(undoFirst: other) }
        }
        let lost = try unit.transaction.scalar(Self.lostCoachSQL, family, id)
        guard lost ?? 0 == 0 else {
            throw ServiceError(
                .conflict, "The event was removed for good, and who was there with it")
        }
        try unit.transaction.execute(Self.releaseMetricsSQL, family, id)
    }

    /// Whether the deletion of a school can still be undone is known once coaches' feed is read.
    private func refusal(undoFirst other: OperationID) throws -> any Error {
        let refusal = ServiceError(
            .conflict, "The event was deleted since; undo that first (\(other))")
        guard try unit.operation(other, of: scope) == nil else { return refusal }
        return ReferenceUnknown(.coaches, refusal: refusal)
    }
}
