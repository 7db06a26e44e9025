import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage

/// The filters and order of a list of events; filters combine with AND.
struct EventSelection {
    private static let status = """
        CASE WHEN events.attended THEN 'attended' WHEN events.registered THEN 'registered'
            ELSE 'not_registered' END
        """
    private static let conditions = FilterConditions<EventFilter>(parametersFrom: 6) { filter in
        switch filter {
        case .search: .contains("events.search_text")
        case .type: .equal("events.type")
        case .status: .equal(status)
        case .schoolID: .equal("events.school_id")
        case .period: .own
        }
    }
    private static let conditionsSQL = """
        WHERE events.family_unit_id = ?1 AND events.deleted_at IS NULL
            AND (?2 IS NULL OR events.last_day >= ?2)
            AND (?3 IS NULL OR events.last_day < ?3)
            AND (?5 IS NULL OR events.start_date < ?5)\(conditions.sql)
        """
    static let countSQL = "SELECT count(*) FROM events \(conditionsSQL) LIMIT ?4"

    static func rowsSQL(by order: EventOrder) -> String {
        let columns =
            switch order {
            case .date: "events.start_date, events.name_folded, events.id"
            case .latest: "events.start_date DESC, events.name_folded, events.id"
            case .name: "events.name_folded, events.start_date, events.id"
            }
        return """
            SELECT \(EventRepository.columns)
            \(conditionsSQL)
            ORDER BY \(columns) LIMIT ?4
            """
    }

    private let input: ListInput<EventFilter>
    /// The first day that counts as upcoming.
    private let today: CivilDay

    /// Uses the reader's current date, in the reader's time zone or otherwise the family's.
    init(
        _ input: ListInput<EventFilter>, _ context: CallContext, _ transaction: ReadTransaction
    ) throws {
        self.input = input
        let family = try context.requireFamily().familyID
        let named = input.timeZone.flatMap { TimeZone(identifier: $0) }
        let zone = try named ?? IdentityReplica.timeZone(of: family, in: transaction)
        today = WallClock.day(of: context.now, in: zone)
    }

    var order: EventOrder { input.order }
    var limit: Int? { input.limit }

    /// Returns the values of the parameters for a list with at most `limit` events.
    func values(_ family: FamilyID, limit: Int?) -> [any SQLBindable] {
        let period: EventPeriod? =
            if case .word(let word) = input[.period] { EventPeriod(rawValue: word.word) } else {
                nil
            }
        let days = period?.days(from: today)
        return [family, days?.endsFrom, days?.endsBefore, limit ?? -1, days?.beginsBefore]
            + Self.conditions.values(of: input)
    }
}
