import Contracts
import DataServiceKit
import Storage

/// Creates alerts from the change feed of interactions (X-20, D-45). Alerts and cursor are written
/// in one transaction, and logging does not wait for it.
///
/// Only records logged one by one alert, and records whose direction an edit has reversed; changes
/// of imports are ignored. When interactions replies to the deletion of a coach or school, the
/// alerts of the deleted records are already withdrawn, and this service replies in turn.
struct InboundAlerts: RecordingReplica {
    var producer: ServiceName { .interactions }

    func apply(_ change: Change, in unit: UnitOfWork) throws {
        let alerts = AlertRepository(unit.transaction)
        switch change.type {
        case InteractionsFeed.created:
            let logged: LoggedInteraction = try change.decodedPayload()
            if logged.alerts { try alerts.tell(logged, at: change.occurredAt) }
        case InteractionsFeed.changed:
            // An edit makes no second alert, and a file makes none.
            try alerts.revise(try change.decodedPayload())
        case InteractionsFeed.reversed:
            let logged: LoggedInteraction = try change.decodedPayload()
            try alerts.revise(logged)
            if logged.alerts {
                try alerts.tell(logged, at: change.occurredAt)
            } else {
                try alerts.withdraw(logged.id, at: change.occurredAt)
            }
        case InteractionsFeed.deleted:
            try alerts.withdraw(try change.interactionID(), at: change.occurredAt)
        case InteractionsFeed.restored:
            let logged: LoggedInteraction = try change.decodedPayload()
            if logged.alerts { try alerts.giveBack(logged.id) }
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

    /// Deletes the alerts of purged records, which no undo can restore.
    private func erase(_ ids: [String], _ alerts: AlertRepository) throws {
        for id in ids.compactMap({ InteractionID(text: $0) }) { try alerts.erase(id) }
    }

    /// Replies to a deletion. The counts are empty, since alerts only report records.
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

    /// Hides all alerts until the feed reports their records again, since the new feed may not
    /// contain every record. Their read state is kept.
    func clear(in transaction: WriteTransaction) throws {
        try AlertRepository(transaction).withdrawAll()
    }
}

extension Change {
    private struct Named: Decodable {
        let id: InteractionID
    }

    fileprivate func interactionID() throws -> InteractionID {
        let named: Named = try decodedPayload()
        return named.id
    }
}
