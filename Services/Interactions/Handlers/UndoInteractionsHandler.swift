import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Brings back what one of the caller's own operations deleted, or takes away what it imported. An
/// operation of somebody else does not exist for the caller; one that was undone before is a
/// conflict, also after its records were deleted again.
extension UndoInteractions {
    private static let table: MarkedTable = MarkedTable("interactions")

    static func handle(
        _ input: UndoInteractions.Request, _ context: CallContext, _ unit: UnitOfWork,
        _ dependents: InteractionDependents
    ) throws -> UndoInteractions.Response {
        let scope = try context.requireFamily()
        let operation = try unit.operation(input.operationID, of: scope)
        guard let operation, operation.actor == scope.userID else {
            throw ServiceError.notFound("Operation")
        }
        if operation.kind == RemoveAttachment.name {
            return try RemoveAttachment.undo(input.operationID, scope, unit)
        }
        let writer = InteractionWriter(scope, unit.transaction)
        if operation.kind == CommitInteractions.name {
            if operation.undoneAt == nil { try writer.discountImport(input.operationID) }
            let removed = try unit.undoImport(
                input.operationID, of: scope, in: [InteractionImport.table])
            return UndoInteractions.Response(restored: [:], removed: removed, interactionIDs: [])
        }
        try DeletedOwners(scope.familyID, unit.transaction).refuse(input.operationID)
        let rows = try writer.deleted(by: input.operationID)
        try writer.countRestoration(of: rows, deletedBy: input.operationID)
        let counts = try unit.undo(
            input.operationID, of: scope, in: [table] + dependents.kinds.map(\.table))
        for row in rows {
            try unit.record(InteractionChange.make(InteractionsFeed.restored, row))
        }
        var restored = [DeleteInteraction.table: rows.count]
        for (kind, count) in zip(dependents.kinds, counts.dropFirst()) where count > 0 {
            restored[kind.type] = Int(count)
        }
        return UndoInteractions.Response(
            restored: restored, interactionIDs: rows.map(\.interaction.id))
    }
}
