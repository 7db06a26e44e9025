import Contracts
import DataServiceKit
import Storage

/// The replica of the events feed, used to check that an event belongs to the family (D-03).
struct EventsReplica: Replica {
    var producer: ServiceName { .events }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        for step in try EventStep.steps(of: change) {
            switch step {
            case .stored(let event): try store(event, in: transaction)
            case .removed(let id, let family): try remove(id, of: family, in: transaction)
            }
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
