import Contracts
import DataServiceKit
import Storage

/// Removes the hooks of those who leave a family or are no longer its players (N-116). A player who
/// returns begins without hooks; reading the feed again does not remove newer ones.
struct HookOwners: RecordingReplica {
    var producer: ServiceName { .identity }

    func apply(_ change: Change, in unit: UnitOfWork) throws {
        guard let (member, isThere) = try change.member() else { return }
        if isThere, member.role == .player { return }
        let queue = HookQueue(unit.transaction)
        try queue.beginNoLater(than: unit.now, in: member.familyUnitID)
        try queue.forget(member.userID, in: member.familyUnitID, by: change.occurredAt)
    }

    /// The hooks stay; the feed tells again who left.
    func clear(in transaction: WriteTransaction) throws {}
}
