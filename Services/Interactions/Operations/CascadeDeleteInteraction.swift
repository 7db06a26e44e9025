import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Tells a player what depends on one of their own interactions.
extension ListInteractionBlockers {
    static func handle(
        _ input: ShowInteraction.Request, _ context: CallContext, _ transaction: ReadTransaction,
        _ dependents: InteractionDependents
    ) throws -> DeletionBlockers {
        let scope = try context.requireFamily()
        _ = try DeleteInteraction.own(input.id, scope, transaction)
        return DeletionBlockers(
            of: "interaction", try dependents.blockers(of: input.id, scope, transaction))
    }
}

/// Deletes one of a player's own interactions with what depends on it: the rules of the plain
/// deletion, but nothing stands in the way. One operation undoes it all.
extension CascadeDeleteInteraction {
    static func handle(
        _ input: ShowInteraction.Request, _ context: CallContext, _ unit: UnitOfWork,
        _ dependents: InteractionDependents
    ) throws -> DeleteInteraction.Response {
        let scope = try context.requireFamily()
        let found = try DeleteInteraction.own(input.id, scope, unit.transaction)
        let others = try dependents.delete(of: input.id, scope, unit)
        return try DeleteInteraction.delete(found, with: others, as: name, scope, unit)
    }
}
