import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Lets the presences of a coach at events be those of the coach who stays when two are merged, and
/// the events of a school those of the school that stays. At an event where both coaches were
/// recorded, one presence remains.
struct PresencesOfMerged: MergedRecords {
    static let table = "event_coaches"

    /// The presences of a coach: record, event, whether it is in the trash, whether the coach who
    /// stays is recorded there or was. ?1 family, ?2 coach who goes, ?3 coach who stays.
    static let findSQL = """
        SELECT gone.id, gone.event_id, gone.deleted_at IS NOT NULL, EXISTS (
            SELECT 1 FROM event_coaches AS own
            WHERE own.family_unit_id = ?1 AND own.event_id = gone.event_id
                AND own.coach_id = ?3 AND (own.deleted_at IS NULL OR gone.deleted_at IS NOT NULL))
        FROM event_coaches AS gone INDEXED BY event_coaches_by_coach
        WHERE gone.family_unit_id = ?1 AND gone.coach_id = ?2
        """
    /// ?1 family, ?2 record, ?3 old coach, ?4 new coach.
    static let moveSQL = """
        UPDATE OR IGNORE event_coaches SET coach_id = ?4
        WHERE family_unit_id = ?1 AND id = ?2 AND coach_id = ?3
        """
    /// ?1 family, ?2 record, ?3 operation, ?4 time.
    static let markSQL = """
        UPDATE event_coaches SET deleted_at = ?4, operation_id = ?3
        WHERE family_unit_id = ?1 AND id = ?2 AND deleted_at IS NULL
        """
    static let isLiveSQL = """
        SELECT deleted_at IS NULL FROM event_coaches WHERE family_unit_id = ?1 AND id = ?2
        """

    /// Every statement, for tests of their plans.
    static let statements = [findSQL, moveSQL, markSQL, isLiveSQL]

    private struct Presence {
        let id: RecordID
        let event: EventID
        let isTrashed: Bool
        /// Whether the coach who stays was there, too.
        let isDouble: Bool
    }

    func move(_ merge: Merge, _ work: DeletionWork, at instant: Instant) throws {
        guard merge.kind == .coach else { return try EventsOfMerged.move(merge, work) }
        let transaction = work.unit.transaction
        let found = try transaction.rows(Self.findSQL, work.family, merge.from, merge.into) {
            Presence(
                id: try $0.identifier(0), event: try $0.identifier(1),
                isTrashed: try $0.bool(2), isDouble: try $0.bool(3))
        }
        for presence in found where presence.isDouble && !presence.isTrashed {
            try transaction.execute(
                Self.markSQL, work.family, presence.id, work.operationID, instant)
        }
        // A presence in the trash beside one of the other coach stays as it is: both could return.
        let moved = MovedRecords(work)
        for presence in found where !presence.isDouble {
            try moved.note([presence.id], in: Self.table, areTrashed: presence.isTrashed)
            try transaction.execute(
                Self.moveSQL, work.family, presence.id, merge.from, merge.into)
        }
        try tell(found.filter { !$0.isTrashed }.map(\.event), work)
    }

    func moveBack(_ merge: Merge, _ work: DeletionWork) throws -> [String: Int] {
        guard merge.kind == .coach else { return try EventsOfMerged.moveBack(merge, work) }
        let transaction = work.unit.transaction
        let presences = PresenceRepository(work.family, transaction)
        let moved = try MovedRecords(work).ids(in: Self.table).filter { id in
            try transaction.execute(Self.moveSQL, work.family, id, merge.into, merge.from) > 0
        }
        let live = try moved.filter { id in
            try transaction.scalar(Self.isLiveSQL, work.family, id) == 1
        }
        try tell(live.compactMap { try presences.event(of: $0).map { EventID($0) } }, work)
        return [Self.table: live.count]
    }

    /// Reports the events as changed.
    private func tell(_ events: [EventID], _ work: DeletionWork) throws {
        let repository = EventRepository(work.family, work.unit.transaction)
        for id in Set(events).sorted() {
            guard let event = try repository.findAny(id) else { continue }
            try work.unit.record(NewChange(EventsFeed.eventChanged, of: event))
        }
    }
}
