import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// Reads the events of one family.
@Memberwise(labels: false)
struct EventRepository: FamilyRecords {
    static let subject = ErrorSubject.event
    static let table = MarkedTable("events")
    static let columns =
        Event.table.selection + " " + table.joined(with: "schools", by: "school_id")
    static let showSQL = table.presentSQL(columns)
    static let anySQL = table.anySQL(columns)
    static let byOperationSQL = table.markedSQL(columns)
    /// The events with the same name and first day, including those staged by the import.
    static let twinsSQL = """
        SELECT id, type FROM events
        WHERE family_unit_id = ?1 AND name_folded = ?2 AND start_date = ?3
            AND (deleted_at IS NULL OR operation_id = ?4)
        ORDER BY id
        """

    private let family: FamilyID
    private let transaction: ReadTransaction

    /// The events of a selection, in its order and up to its limit.
    func list(_ selection: EventSelection) throws -> [Event] {
        let presences = try PresenceRepository(family, transaction).coachesByEvent()
        return try transaction.rows(
            EventSelection.rowsSQL(by: selection.order),
            values: selection.values(family, limit: selection.limit)
        ) { row in
            var event = try Event.table.record(row)
            event.coachesPresent = presences[event.id] ?? []
            return event
        }
    }

    /// The number of events in a selection, regardless of its limit.
    func count(_ selection: EventSelection) throws -> Int {
        try transaction.count(
            EventSelection.countSQL, values: selection.values(family, limit: nil))
    }

    func find(_ id: EventID) throws -> Event? { try find(id, Self.showSQL) }

    /// Returns one event, deleted or not.
    func findAny(_ id: EventID) throws -> Event? { try find(id, Self.anySQL) }

    private func find(_ id: EventID, _ sql: String) throws -> Event? {
        var found = try transaction.first(sql, family, id, map: Event.table.record)
        found?.coachesPresent = try PresenceRepository(family, transaction).coaches(at: id)
        return found
    }

    /// Returns the events that an operation deleted, without their coaches.
    func deleted(by operation: OperationID) throws -> [Event] {
        try transaction.rows(Self.byOperationSQL, family, operation, map: Event.table.record)
    }

    /// The events with a name and a first day, including those staged by this import. If some are
    /// of the type, only those.
    func twins(
        named name: String, on day: CivilDay, type: EventType, staged: OperationID
    ) throws -> [EventID] {
        let found = try transaction.rows(
            Self.twinsSQL, family, CaseFolding.fold(name), day, staged
        ) { (id: try $0.identifier(0) as EventID, type: try $0.word(1) as EventType) }
        let ofType = found.filter { $0.type == type }
        return (ofType.isEmpty ? found : ofType).map(\.id)
    }
}
