import Contracts
import DataServiceKit
import Storage

/// Stores who wants weekly digests, and since when, from identity's feed (N-120).
struct DigestWishes: Replica {
    var producer: ServiceName { .identity }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        guard let (member, isThere) = try change.member() else { return }
        let digests = DigestRepository(transaction)
        if isThere, member.weeklyDigest == true {
            try digests.wish(member.userID, in: member.familyUnitID, since: change.occurredAt)
        } else {
            try digests.endWish(of: member.userID, in: member.familyUnitID)
        }
    }

    /// Removes the wishes. Reading the feed again restores them; existing digests are kept.
    func clear(in transaction: WriteTransaction) throws {
        try DigestRepository(transaction).clearWishes()
    }
}
