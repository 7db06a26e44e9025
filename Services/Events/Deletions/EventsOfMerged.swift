import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Lets the events of a school be those of the school that stays when two are merged. Each is
/// reported as a change; its version stays, because nothing that a person wrote has changed.
enum EventsOfMerged {
    static let table = "events"

    /// The events of a school and whether they are in the trash, but no rows of a file that is
    /// being imported: those were checked for this school. ?1 family, ?2 school.
    static let findSQL = """
        SELECT id, deleted_at IS NOT NULL FROM events INDEXED BY events_by_school
        WHERE family_unit_id = ?1 AND school_id = ?2 AND school_id IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM imports WHERE imports.family_unit_id = ?1
                AND imports.import_id = events.operation_id AND imports.state = 'open')
        """
    /// ?1 family, ?2 event, ?3 old school, ?4 new school.
    static let moveSQL = """
        UPDATE events SET school_id = ?4
        WHERE family_unit_id = ?1 AND id = ?2 AND school_id = ?3
        """

    /// Every statement, for tests of their plans.
    static let statements = [findSQL, moveSQL]

    static func move(_ merge: Merge, _ work: DeletionWork) throws {
        let found = try work.unit.transaction.rows(findSQL, work.family, merge.from) {
            (id: try $0.identifier(0) as RecordID, isTrashed: try $0.bool(1))
        }
        let moved = MovedRecords(work)
        for row in found { try moved.note([row.id], in: table, areTrashed: row.isTrashed) }
        _ = try refer(found.map(\.id), merge, work)
    }

    static func moveBack(_ merge: Merge, _ work: DeletionWork) throws -> [String: Int] {
        [table: try refer(MovedRecords(work).ids(in: table), merge.reversed, work)]
    }

    /// Changes the school of events, and reports those that are not in the trash. Returns how many
    /// those were.
    private static func refer(
        _ ids: [RecordID], _ merge: Merge, _ work: DeletionWork
    ) throws -> Int {
        let transaction = work.unit.transaction
        let repository = EventRepository(work.family, transaction)
        var count = 0
        for id in ids {
            guard
                try transaction.execute(moveSQL, work.family, id, merge.from, merge.into) > 0
            else { continue }
            guard let event = try repository.find(EventID(id)) else { continue }
            count += 1
            try work.unit.record(NewChange(EventsFeed.eventChanged, of: event))
        }
        return count
    }
}
