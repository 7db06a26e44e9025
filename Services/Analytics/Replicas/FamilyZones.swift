import Contracts
import DataServiceKit
import Storage

/// Invalidates the cached answers of a family whose time zone may have changed. The zone itself is
/// in the shared identity replica.
struct FamilyZones: Replica {
    var producer: ServiceName { .identity }

    let cache: AnswerCache

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        guard change.type == IdentityFeed.familyChanged else { return }
        let payload: IdentityFeed.FamilyPayload = try change.decodedPayload()
        guard var family = try Family.find(payload.familyUnitID, transaction) else { return }
        try family.incrementVersion(transaction)
        cache.require(family.version, of: payload.familyUnitID)
    }

    func clear(in transaction: WriteTransaction) throws {}
}
