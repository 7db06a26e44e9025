import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// The replica of the interactions feed: the parties, direction and time of each contact. It
/// updates the figures of coaches accordingly.
struct ContactFeed: Replica {
    var producer: ServiceName { .interactions }
    /// Figures depend on the current time.
    let clock: ProcessClock

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        switch change.type {
        case InteractionsFeed.created, InteractionsFeed.restored:
            try put(try change.decodedPayload(), transaction)
        case InteractionsFeed.imported:
            let imported: Imported = try change.decodedPayload()
            for contact in imported.interactions { try put(contact, transaction) }
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
        case DeletionFeed.erased:
            let step: DeletionFeed.OperationPayload = try change.decodedPayload()
            try writer(step.familyUnitID, transaction).forgetErased()
        default:
            break
        }
    }

    /// Computes the figures affected by a batch, once for the whole batch.
    func finishBatch(in transaction: WriteTransaction) throws {
        try FigureKeeper(transaction, now: clock.now()).computeOldOnes()
    }

    func clear(in transaction: WriteTransaction) throws {
        try ContactLogWriter.clear(transaction)
    }

    private struct Imported: Decodable {
        let interactions: [LoggedContact]
    }

    private func put(_ contact: LoggedContact, _ transaction: WriteTransaction) throws {
        try writer(contact.familyUnitID, transaction).put(contact)
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
