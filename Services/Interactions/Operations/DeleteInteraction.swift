import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Marks one of the player's own interactions as deleted (ID-20, ID-21, R-08). Records of others
/// are reported as not found. Dependents block the deletion (D-20); attachments are part of
/// the record.
extension DeleteInteraction {
    /// The message in the response (ID-25).
    static let message = "Interaction deleted"
    /// The name for interactions in answers and operation counts.
    static let table = "interactions"

    static func handle(
        _ input: ShowInteraction.Request, _ scope: FamilyScope, _ unit: UnitOfWork,
        _ dependents: InteractionDependents
    ) throws -> DeleteInteraction.Response {
        let found = try InteractionRepository(scope, unit.transaction).require(input.id)
        let blockers = try dependents.blockers(of: input.id, scope, unit.transaction)
        guard blockers.isEmpty else { throw ServiceError.hasDependents("interaction", blockers) }
        return try delete(found, with: [:], as: name, scope, unit)
    }

    /// Marks the record and records the operation with all its counts.
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
