import Contracts
import DataServiceKit
import Storage

/// Makes the alerts from the change feed of interactions (X-20, D-45): effect and cursor are one
/// transaction, and nobody who logs waits for it.
///
/// Only records logged one by one alert: an import has changes of its own kind, which are passed
/// over like everything else.
struct InboundAlerts: Replica {
    var producer: ServiceName { .interactions }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        let alerts = AlertRepository(transaction)
        switch change.type {
        case InteractionsFeed.created:
            let logged: LoggedInteraction = try change.decodedPayload()
            if logged.alerts { try alerts.tell(logged, at: change.occurredAt) }
        case InteractionsFeed.deleted:
            try alerts.withdraw(try change.interactionID(), at: change.occurredAt)
        case InteractionsFeed.restored:
            try alerts.giveBack(try change.interactionID())
        case InteractionsFeed.removed:
            let removed: InteractionsFeed.RemovedPayload = try change.decodedPayload()
            for id in removed.ids.compactMap({ InteractionID(text: $0) }) {
                try alerts.withdraw(id, at: change.occurredAt)
            }
        default:
            break
        }
    }

    /// The feed begins anew, and may not hold every record any more: nothing is seen until the feed
    /// tells of it again. What was read stays read.
    func clear(in transaction: WriteTransaction) throws {
        try AlertRepository(transaction).withdrawAll()
    }
}

extension Change {
    private struct Named: Decodable {
        let id: InteractionID
    }

    /// The interaction that the change is about.
    fileprivate func interactionID() throws -> InteractionID {
        let named: Named = try decodedPayload()
        return named.id
    }
}
