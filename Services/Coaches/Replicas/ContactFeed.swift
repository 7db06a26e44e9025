import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The replica of the interactions feed: the parties, direction and time of each contact. It
/// updates the figures of coaches accordingly.
struct ContactFeed: RecordingReplica {
    var producer: ServiceName { .interactions }
    /// Figures depend on the current time.
    let clock: ProcessClock

    func apply(_ change: Change, in unit: UnitOfWork) throws {
        let transaction = unit.transaction
        switch change.type {
        case InteractionsFeed.created, InteractionsFeed.restored:
            try put(try change.decodedPayload(), of: change, unit)
        case InteractionsFeed.changed, InteractionsFeed.reversed:
            try edit(try change.decodedPayload(), of: change, unit)
        case InteractionsFeed.imported:
            let imported: Imported = try change.decodedPayload()
            for contact in imported.interactions { try put(contact, of: change, unit) }
        case InteractionsFeed.deleted:
            let contact: LoggedContact = try change.decodedPayload()
            try writer(contact.familyUnitID, transaction)
                .remove(contact.id, at: change.occurredAt)
        case InteractionsFeed.removed:
            let removed: InteractionsFeed.RemovedPayload = try change.decodedPayload()
            let writer = writer(removed.familyUnitID, transaction)
            for id in removed.ids.compactMap({ InteractionID(text: $0) }) {
                try writer.remove(id, at: change.occurredAt)
            }
        case TrashFeed.purged:
            guard let family = change.familyUnitID else { break }
            try forget(
                (change.decodedPayload() as TrashFeed.PurgedPayload).ids, family, transaction)
        case DeletionFeed.removing:
            let removed: DeletionFeed.RemovingPayload = try change.decodedPayload()
            try forget(removed.ids, removed.familyUnitID, transaction)
        case DeletionFeed.restored:
            let step: DeletionFeed.OperationPayload = try change.decodedPayload()
            try writer(step.familyUnitID, transaction).everythingIsBack()
        default:
            break
        }
    }

    /// Computes the figures affected by a batch, once for the whole batch.
    func finishBatch(in transaction: WriteTransaction) throws {
        try ResponseFigureUpdater(transaction, now: clock.now()).computeOldOnes()
    }

    func clear(in transaction: WriteTransaction) throws {
        try ContactLogWriter.clear(transaction)
    }

    @JSONObject
    private struct Imported: Decodable, JSONReadable {
        let interactions: [LoggedContact]
    }

    private func put(_ contact: LoggedContact, of change: Change, _ unit: UnitOfWork) throws {
        let family = contact.familyUnitID
        try writer(family, unit.transaction).put(contact)
        try LateReferences(of: change, family, unit).restore(contact.schoolID, contact.coachID)
    }

    private func edit(_ contact: LoggedContact, of change: Change, _ unit: UnitOfWork) throws {
        let family = contact.familyUnitID
        guard try writer(family, unit.transaction).edit(contact) else { return }
        try LateReferences(of: change, family, unit).restore(contact.schoolID, contact.coachID)
    }

    /// Deletes purged contacts.
    private func forget(
        _ ids: [String], _ family: FamilyID, _ transaction: WriteTransaction
    ) throws {
        let writer = writer(family, transaction)
        for id in ids.compactMap({ InteractionID(text: $0) }) { try writer.forget(id) }
    }

    private func writer(_ family: FamilyID, _ transaction: WriteTransaction) -> ContactLogWriter {
        ContactLogWriter(family: family, transaction: transaction)
    }
}
