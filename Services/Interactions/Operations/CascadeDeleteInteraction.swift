import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Lists what depends on one of the player's own interactions.
extension ListInteractionBlockers {
    static func handle(
        _ input: ShowInteraction.Request, _ scope: FamilyScope, _ transaction: ReadTransaction,
        _ dependents: InteractionDependents
    ) throws -> DeletionBlockers {
        _ = try InteractionRepository(scope, transaction).require(input.id)
        return DeletionBlockers(
            of: "interaction", try dependents.blockers(of: input.id, scope, transaction))
    }
}

/// Deletes one of the player's own interactions with its dependents, under the rules of a simple
/// delete except that nothing blocks it. The result is one operation.
extension CascadeDeleteInteraction {
    static func handle(
        _ input: ShowInteraction.Request, _ scope: FamilyScope, _ unit: UnitOfWork,
        _ dependents: InteractionDependents
    ) throws -> DeleteInteraction.Response {
        let found = try InteractionRepository(scope, unit.transaction).require(input.id)
        let others = try dependents.delete(of: input.id, scope, unit)
        return try DeleteInteraction.delete(found, with: others, as: name, scope, unit)
    }
}
