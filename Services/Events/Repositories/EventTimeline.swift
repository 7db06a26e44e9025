import Contracts
import DataServiceKit
import Foundation
import Storage

/// Reads the events of one family in the timelines of coaches and schools.
@Memberwise(labels: false)
struct EventTimeline {
    /// ?1 family, ?2 school, ?3 the last first day, ?4 the id after which events of that day are
    /// read, or NULL for all of them, ?5 limit.
    static let schoolSQL = timelineSQL("events.school_id = ?2")
    /// ?2 coach.
    static let coachSQL = timelineSQL(
        """
        events.id IN (
            SELECT event_id FROM event_coaches
            WHERE family_unit_id = ?1 AND coach_id = ?2 AND deleted_at IS NULL)
        """)

    private static func timelineSQL(_ condition: String) -> String {
        """
        SELECT \(EventRepository.columns)
        WHERE events.family_unit_id = ?1 AND \(condition) AND events.deleted_at IS NULL
            AND +events.start_date <= ?3
            AND (?4 IS NULL OR +events.start_date < ?3 OR +events.id > ?4)
        ORDER BY events.start_date DESC, events.id LIMIT ?5
        """
    }

    private let family: FamilyID
    /// Where the days of events begin.
    private let zone: TimeZone
    private let transaction: ReadTransaction

    /// Returns at most `limit` events after a place, without their coaches, newest first, then by
    /// id.
    func page(
        of subject: TimelineSubject, after cursor: TimelineCursor?, limit: Int
    ) throws -> [Event] {
        // Contacts without a time come after all events.
        if let cursor, cursor.instant == nil { return [] }
        let (last, after) = bounds(cursor)
        func events(_ sql: String, _ id: some SQLBindable) throws -> [Event] {
            try transaction.rows(
                sql, family, id, last, after, limit, map: Event.table.record)
        }
        return switch subject {
        case .school(let id): try events(Self.schoolSQL, id)
        case .coach(let id): try events(Self.coachSQL, id)
        }
    }

    /// The last first day of events after a place. If the place is the beginning of that day, only
    /// its events with a greater id follow.
    private func bounds(_ cursor: TimelineCursor?) -> (last: CivilDay, after: RecordID?) {
        guard let cursor, let instant = cursor.instant else {
            return (WallClock.day(of: .latest, in: .gmt), nil)
        }
        let day = WallClock.day(of: instant, in: zone)
        let begins = TimelineEntry.beginning(of: day, in: zone)
        return (day, begins == instant ? cursor.id : nil)
    }
}
