import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Reads the events of one family.
struct EventRepository {
    static let columns = """
        events.id, events.user_id, events.school_id, schools.name, events.type, events.name,
        events.location, events.address, events.city, events.state, events.start_date,
        events.end_date, events.start_time, events.end_time, events.checkin_time, events.url,
        events.description, events.event_source, events.performance_notes, events.stats_recorded,
        events.cost_cents, events.registered, events.attended, events.version, events.created_at,
        events.updated_at
        FROM events LEFT JOIN schools
            ON schools.family_unit_id = events.family_unit_id AND schools.id = events.school_id
        """
    static let showSQL = """
        SELECT \(columns)
        WHERE events.family_unit_id = ?1 AND events.id = ?2 AND events.deleted_at IS NULL
        """
    static let anySQL = """
        SELECT \(columns) WHERE events.family_unit_id = ?1 AND events.id = ?2
        """
    static let byOperationSQL = """
        SELECT \(columns)
        WHERE events.family_unit_id = ?1 AND events.operation_id = ?2
            AND events.deleted_at IS NOT NULL
        ORDER BY events.id
        """
    /// An event with the same name and first day, including one staged by the import.
    static let twinSQL = """
        SELECT id FROM events
        WHERE family_unit_id = ?1 AND name_folded = ?2 AND start_date = ?3
            AND (deleted_at IS NULL OR operation_id = ?4)
        LIMIT 1
        """

    private let family: FamilyID
    private let transaction: ReadTransaction

    init(_ scope: FamilyScope, _ transaction: ReadTransaction) {
        self.init(scope.familyID, transaction)
    }

    /// For background work, which has no caller.
    init(_ family: FamilyID, _ transaction: ReadTransaction) {
        self.family = family
        self.transaction = transaction
    }

    /// The events of a selection, in its order and up to its limit.
    func list(_ selection: EventSelection) throws -> [Event] {
        let presences = try PresenceRepository(family, transaction).coachesByEvent()
        var events: [Event] = []
        try transaction.query(
            EventSelection.rowsSQL(by: selection.order),
            bind: { try selection.bind(family: family, limit: selection.limit, to: &$0) },
            row: { row in
                var event = try self.event(row)
                event.coachesPresent = presences[event.id] ?? []
                events.append(event)
            })
        return events
    }

    /// The number of events in a selection, regardless of its limit.
    func count(_ selection: EventSelection) throws -> Int {
        var count = 0
        try transaction.query(
            EventSelection.countSQL,
            bind: { try selection.bind(family: family, limit: nil, to: &$0) },
            row: { count = Int(try $0.int64(0)) })
        return count
    }

    /// Returns one event of the family, or `nil`.
    func find(_ id: EventID) throws -> Event? {
        var found = try transaction.first(
            Self.showSQL, SQLValue(family), SQLValue(id), map: event)
        found?.coachesPresent = try PresenceRepository(family, transaction).coaches(at: id)
        return found
    }

    /// Returns one event, deleted or not.
    func findAny(_ id: EventID) throws -> Event? {
        var found = try transaction.first(
            Self.anySQL, SQLValue(family), SQLValue(id), map: event)
        found?.coachesPresent = try PresenceRepository(family, transaction).coaches(at: id)
        return found
    }

    /// Returns one event, or throws `not_found` as the page shows it (EV-39).
    func require(_ id: EventID) throws -> Event {
        guard let event = try find(id) else { throw ServiceError.notFound(.event) }
        return event
    }

    /// Returns the events that an operation deleted.
    func deleted(by operation: OperationID) throws -> [Event] {
        try transaction.rows(
            Self.byOperationSQL, SQLValue(family), SQLValue(operation), map: event)
    }

    /// The id of an event with the same name and first day, including one staged by this import.
    func twin(of event: Event, staged: OperationID) throws -> EventID? {
        try transaction.first(
            Self.twinSQL, SQLValue(family), SQLValue(SearchFolding.fold(event.name)),
            .text(event.startDate.text), SQLValue(staged)
        ) { try $0.identifier(0) }
    }

    private func event(_ row: borrowing Row) throws -> Event {
        var event = Event(
            id: try row.identifier(0), familyUnitID: family, userID: try row.identifier(1),
            type: try row.word(4), name: try row.text(5), startDate: try row.day(10),
            at: try row.instant(24))
        event.schoolID = try row.identifierOrNil(2)
        event.schoolName = try row.textOrNil(3)
        event.location = try row.textOrNil(6)
        event.address = try row.textOrNil(7)
        event.city = try row.textOrNil(8)
        event.state = try row.textOrNil(9)
        event.endDate = try row.dayOrNil(11)
        event.startTime = try row.timeOrNil(12)
        event.endTime = try row.timeOrNil(13)
        event.checkinTime = try row.timeOrNil(14)
        event.url = try row.textOrNil(15)
        event.description = try row.textOrNil(16)
        event.eventSource = try row.wordOrNil(17)
        event.performanceNotes = try row.textOrNil(18)
        event.statsRecorded = try row.textOrNil(19).map { text in
            try JSONCoding.decodeResponse(RecordedStats.self, from: Array(text.utf8))
        }
        event.cost = try row.int64OrNil(20).map { Double($0) / 100 }
        event.registered = try row.bool(21)
        event.attended = try row.bool(22)
        event.version = Int(try row.int64(23))
        event.updatedAt = try row.instant(25)
        return event
    }
}
