import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Marks several of the player's own interactions as deleted, as one operation (ID-20, R-08). If
/// one of them is not there or has dependents, nothing is deleted. Records of others count as
/// missing (R-09), so that the answer tells nothing about them.
extension DeleteInteractions {
    static func handle(
        _ input: Input, _ scope: FamilyScope, _ unit: UnitOfWork,
        _ dependents: InteractionDependents
    ) throws -> Response {
        let found = try InteractionRepository(scope, unit.transaction)
            .require(input.ids, Refusal.missing)
        var blockers: [String: Int] = [:]
        for row in found {
            let kinds = try dependents.blockers(of: row.interaction.id, scope, unit.transaction)
            for kind in kinds { blockers[kind.type, default: 0] += kind.count }
        }
        guard blockers.isEmpty else {
            throw ServiceError.hasDependents(
                found.count == 1 ? "interaction" : "selection",
                blockers.sorted { $0.key < $1.key }.map {
                    DeletionBlocker(type: $0.key, count: $0.value)
                })
        }
        let writer = InteractionWriter(scope, unit.transaction)
        for row in found {
            try writer.delete(row.interaction, by: unit.operationID, at: unit.now)
            try unit.record(InteractionChange.make(InteractionsFeed.deleted, row))
        }
        let deleted = [DeleteInteraction.table: found.count]
        try unit.recordOperation(name, of: scope, counts: deleted)
        return Response(
            deleted: deleted, message: "\(CountedNoun.text(found.count, "interactions")) deleted",
            operationID: unit.operationID)
    }
}
