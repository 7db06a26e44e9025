import Contracts
import DataServiceKit
import Storage

/// Queues the changes of a service for the hooks whose players may see them (N-114, N-115).
///
/// The deliveries are written in the transaction that moves the place in the feed. A feed that is
/// read again queues no change twice, and none from before its hook existed.
struct HookChanges: RecordingReplica {
    let producer: ServiceName
    /// Tells the sender that a hook has deliveries.
    let wake: @Sendable (HookID) -> Void

    func apply(_ change: Change, in unit: UnitOfWork) throws {
        guard let hooked = HookedChange(change) else { return }
        let queue = HookQueue(unit.transaction)
        for hook in try queue.candidates(in: hooked.family, at: unit.now) {
            guard hook.records.contains(hooked.record), change.occurredAt >= hook.createdAt,
                try hooked.isVisible(to: hook.player)
            else { continue }
            let delivery = HookBody.deliveryID(
                of: change.eventID, from: producer, to: hook.id)
            guard try !queue.has(delivery, for: hook.id) else { continue }
            let number = try queue.nextNumber(of: hook.id)
            try queue.append(
                QueuedDelivery(
                    hook: hook.id, number: number, id: delivery,
                    position: FeedPosition(service: producer, sequence: change.sequence),
                    body: try HookBody.body(
                        of: hooked, for: hook.id, number: number, from: producer)),
                of: change.type, at: change.occurredAt, housekeepingTime: unit.housekeepingTime)
            unit.transaction.afterCommit { [wake] in wake(hook.id) }
        }
    }

    /// What was queued stays queued: it happened, whatever the new feed says.
    func clear(in transaction: WriteTransaction) throws {}
}
