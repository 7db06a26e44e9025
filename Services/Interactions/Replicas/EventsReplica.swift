import Contracts
import DataServiceKit
import Storage

/// The replica of the events feed, used to check that an event belongs to the family (D-03).
struct EventsReplica: Replica {
    var producer: ServiceName { .events }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        switch change.type {
        case EventsFeed.eventChanged, EventsFeed.eventRestored:
            try store(try change.decodedPayload(), in: transaction)
        case EventsFeed.eventsImported:
            let imported: EventsFeed.EventsPayload = try change.decodedPayload()
            for event in imported.events { try store(event, in: transaction) }
        case EventsFeed.eventDeleted:
            let event: EventsFeed.EventPayload = try change.decodedPayload()
            try remove(event.id, of: event.familyUnitID, in: transaction)
        case EventsFeed.eventsRemoved:
            let removed: EventsFeed.RemovedPayload = try change.decodedPayload()
            for id in removed.ids.compactMap({ EventID(text: $0) }) {
                try remove(id, of: removed.familyUnitID, in: transaction)
            }
        default:
            break
        }
    }

    private func store(
        _ event: EventsFeed.EventPayload, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO events (family_unit_id, id, name) VALUES (?1, ?2, ?3)
            ON CONFLICT (family_unit_id, id) DO UPDATE SET name = excluded.name
            """, event.familyUnitID, event.id, event.name)
    }

    private func remove(
        _ id: EventID, of family: FamilyID, in transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            "DELETE FROM events WHERE family_unit_id = ?1 AND id = ?2", family, id)
    }

    func clear(in transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM events /* all families: a rebuild */")
    }
}
