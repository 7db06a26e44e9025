import Contracts
import DataServiceKit
import Storage

/// Stores who wants weekly digests, and since when, from identity's feed (N-120).
struct DigestWishes: Replica {
    var producer: ServiceName { .identity }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        let digests = DigestRepository(transaction)
        switch change.type {
        case IdentityFeed.memberChanged:
            let member: IdentityFeed.MemberPayload = try change.decodedPayload()
            if member.weeklyDigest == true {
                try digests.wish(member.userID, in: member.familyUnitID, since: change.occurredAt)
            } else {
                try digests.endWish(of: member.userID, in: member.familyUnitID)
            }
        case IdentityFeed.memberRemoved:
            let member: IdentityFeed.MemberPayload = try change.decodedPayload()
            try digests.endWish(of: member.userID, in: member.familyUnitID)
        default:
            break
        }
    }

    /// The feed tells the wishes again. Digests that were made stay made.
    func clear(in transaction: WriteTransaction) throws {
        try DigestRepository(transaction).clearWishes()
    }
}
