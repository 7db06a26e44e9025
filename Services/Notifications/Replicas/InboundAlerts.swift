import Contracts
import DataServiceKit
import Storage

/// Makes the alerts from the change feed of interactions (X-20, D-45): effect and cursor are one
/// transaction, and nobody who logs waits for it.
///
/// Only records logged one by one alert: an import has changes of its own kind, which are passed
/// over like everything else.
///
/// When interactions has answered to the deletion of a coach or a school, the alerts of what went
/// along are gone too, and this service answers in its turn.
struct InboundAlerts: RecordingReplica {
    var producer: ServiceName { .interactions }

    func apply(_ change: Change, in unit: UnitOfWork) throws {
        let alerts = AlertRepository(unit.transaction)
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
        case TrashFeed.purged:
            try erase((change.decodedPayload() as TrashFeed.PurgedPayload).ids, alerts)
        case DeletionFeed.removing:
            try erase((change.decodedPayload() as DeletionFeed.RemovingPayload).ids, alerts)
        case DeletionFeed.applied, DeletionFeed.restored, DeletionFeed.erased:
            try answer(change, unit)
        default:
            break
        }
    }

    /// Removed for good: no undo brings the records back, nor what was told of them.
    private func erase(_ ids: [String], _ alerts: AlertRepository) throws {
        for id in ids.compactMap({ InteractionID(text: $0) }) { try alerts.erase(id) }
    }

    /// Alerts only tell of records: none of them is counted.
    private func answer(_ change: Change, _ unit: UnitOfWork) throws {
        DeletionStep.received.reach()
        let done: DeletionFeed.CountsPayload = try change.decodedPayload()
        try unit.record(
            NewChange(
                change.type, of: DeletionFeed.aggregate, done.operationID,
                version: change.aggregateVersion, family: done.familyUnitID,
                payload: DeletionFeed.CountsPayload(
                    operationID: done.operationID, familyUnitID: done.familyUnitID, counts: [:])))
        let isApplied = change.type == DeletionFeed.applied
        (isApplied ? DeletionStep.applied : .told).reach()
        (isApplied ? DeletionStep.appliedCommitted : .toldCommitted).reach(afterCommitOf: unit)
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
