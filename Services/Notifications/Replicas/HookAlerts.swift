import Contracts
import DataServiceKit
import Storage

/// Tells players that a change hook of theirs was switched off (N-118). Reading the feed again
/// tells nobody twice.
struct HookAlerts: Replica {
    var producer: ServiceName { .hooks }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        guard change.type == HooksFeed.switchedOff else { return }
        let hook: HooksFeed.HookPayload = try change.decodedPayload()
        try AlertRepository(transaction).tell(hook, at: change.occurredAt)
    }

    /// Players were told, whatever the new feed says.
    func clear(in transaction: WriteTransaction) throws {}
}
