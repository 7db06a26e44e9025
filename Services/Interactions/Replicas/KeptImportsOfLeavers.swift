import Contracts
import DataServiceKit
import Storage

/// Erases what players kept of files when they leave the family or are removed, or are no longer
/// players in it.
struct KeptImportsOfLeavers: Replica {
    var producer: ServiceName { .identity }

    /// Erases only what was kept before the change: a feed that is read again tells of members who
    /// have come back since.
    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        guard let (member, isThere) = try change.member(), !isThere || member.role != .player
        else { return }
        try KeptImportRepository.eraseAll(
            of: member.userID, in: member.familyUnitID, keptUpTo: change.occurredAt, transaction)
    }

    /// Removes nothing: what is kept does not come from the feed.
    func clear(in transaction: WriteTransaction) throws {}
}
