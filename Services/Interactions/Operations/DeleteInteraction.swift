import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Deletes one of a player's own interactions by a mark (ID-20, ID-21, R-08). Whatever is not the
/// caller's own does not exist for them. What depends on the record stands in the way
/// (D-20); its attachments are a part of it and go along.
extension DeleteInteraction {
    /// What the answer says (ID-25).
    static let message = "Interaction deleted"
    /// How the answer and the operation count.
    static let table = "interactions"

    static func handle(
        _ input: ShowInteraction.Request, _ context: CallContext, _ unit: UnitOfWork,
        _ dependents: InteractionDependents
    ) throws -> DeleteInteraction.Response {
        let scope = try context.requireFamily()
        let found = try own(input.id, scope, unit.transaction)
        let blockers = try dependents.blockers(of: input.id, scope, unit.transaction)
        guard blockers.isEmpty else { throw ServiceError.hasDependents("interaction", blockers) }
        return try delete(found, with: [:], as: name, scope, unit)
    }

    /// The record, if it is one that the player may delete.
    static func own(
        _ id: InteractionID, _ scope: FamilyScope, _ transaction: ReadTransaction
    ) throws -> StoredInteraction {
        guard let found = try InteractionRepository(scope, transaction).find(id) else {
            throw ServiceError.notFound("Interaction")
        }
        return found
    }

    /// Marks the record, and writes the operation down with whatever went along.
    static func delete(
        _ found: StoredInteraction, with others: [String: Int], as operation: String,
        _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws -> DeleteInteraction.Response {
        try InteractionWriter(scope, unit.transaction).delete(
            found.interaction, by: unit.operationID, at: unit.now)
        let deleted = others.merging([table: 1]) { _, own in own }
        try unit.recordOperation(operation, of: scope, counts: deleted)
        try unit.record(InteractionChange.make(InteractionsFeed.deleted, found))
        return DeleteInteraction.Response(
            deleted: deleted, message: message, operationID: unit.operationID)
    }
}
