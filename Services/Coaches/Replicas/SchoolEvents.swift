import Contracts
import DataServiceKit
import Storage

/// The replica of the events feed: the school of each event, since events block a simple delete of
/// their school. Deleted events are removed until they are restored.
struct SchoolEvents: RecordingReplica {
    var producer: ServiceName { .events }

    func apply(_ change: Change, in unit: UnitOfWork) throws {
        for step in try EventStep.steps(of: change) {
            switch step {
            case .stored(let event): try store(event, of: change, unit)
            case .removed(let id, let family): try forget(id, of: family, unit.transaction)
            }
        }
    }

    func clear(in transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM events_of_schools /* all families: a rebuild */")
    }

    private func store(
        _ event: EventsFeed.EventPayload, of change: Change, _ unit: UnitOfWork
    ) throws {
        guard let school = event.schoolID else {
            return try forget(event.id, of: event.familyUnitID, unit.transaction)
        }
        try LateReferences(of: change, event.familyUnitID, unit).restore(school, nil)
        try unit.transaction.execute(
            """
            INSERT INTO events_of_schools (family_unit_id, id, school_id) VALUES (?1, ?2, ?3)
            ON CONFLICT (family_unit_id, id) DO UPDATE SET school_id = excluded.school_id
            """, event.familyUnitID, event.id, school)
    }

    private func forget(
        _ id: EventID, of family: FamilyID, _ transaction: WriteTransaction
    ) throws {
        try transaction.execute(
            "DELETE FROM events_of_schools WHERE family_unit_id = ?1 AND id = ?2", family, id)
    }
}
