import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Deletes one of a player's own interactions by a mark (ID-20, ID-21, R-08). Whatever is not the
/// caller's own does not exist for them.
extension DeleteInteraction {
    /// What the answer says (ID-25).
    static let message = "Interaction deleted"
    /// How the answer and the operation count.
    static let table = "interactions"

    static func handle(
        _ input: ShowInteraction.Request, _ context: CallContext, _ unit: UnitOfWork
    ) throws -> DeleteInteraction.Response {
        let scope = try context.requireFamily()
        let transaction = unit.transaction
        guard let found = try InteractionRepository(scope, transaction).find(input.id) else {
            throw ServiceError.notFound("Interaction")
        }
        let deleted = [table: 1]
        try InteractionWriter(scope, transaction).delete(
            found.interaction, by: unit.operationID, at: unit.now)
        try unit.recordOperation(DeleteInteraction.name, of: scope, counts: deleted)
        try unit.record(InteractionChange.make(InteractionsFeed.deleted, found))
        return DeleteInteraction.Response(
            deleted: deleted, message: message, operationID: unit.operationID)
    }
}
