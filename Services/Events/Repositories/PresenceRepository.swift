import Contracts
import DataServiceKit
import ServiceKit
import Storage

/// All SQL about the coaches seen at events, within one family.
@Memberwise(labels: false)
struct PresenceRepository {
    /// Phantom tag of the ids of `event_coaches` rows.
    enum Tag {}

    static let table = MarkedTable("event_coaches")
    static let byEventSQL = """
        SELECT coach_id FROM event_coaches
        WHERE family_unit_id = ?1 AND event_id = ?2 AND deleted_at IS NULL ORDER BY id
        """
    static let allSQL = """
        SELECT event_id, coach_id FROM event_coaches
        WHERE family_unit_id = ?1 AND deleted_at IS NULL ORDER BY id
        """
    static let cardsSQL = """
        SELECT e.coach_id, e.name, e.role, c.name, c.role, c.school_id, c.email, c.phone
        FROM event_coaches AS e LEFT JOIN coaches AS c
            ON c.family_unit_id = e.family_unit_id AND c.id = e.coach_id AND NOT EXISTS (
                SELECT 1 FROM deletion_tombstones AS t
                WHERE t.family_unit_id = ?1 AND t.kind = 'coach' AND t.record_id = e.coach_id)
        WHERE e.family_unit_id = ?1 AND e.event_id = ?2 AND e.deleted_at IS NULL ORDER BY e.id
        """
    static let findSQL = """
        SELECT id FROM event_coaches
        WHERE family_unit_id = ?1 AND event_id = ?2 AND coach_id = ?3 AND deleted_at IS NULL
        """
    static let markSQL = """
        UPDATE event_coaches SET deleted_at = ?3, operation_id = ?4
        WHERE family_unit_id = ?1 AND event_id = ?2 AND deleted_at IS NULL
        """
    static let eventSQL = """
        SELECT event_id FROM event_coaches WHERE family_unit_id = ?1 AND id = ?2
        """
    static let eventOfOperationSQL = """
        SELECT DISTINCT event_id FROM event_coaches
        WHERE family_unit_id = ?1 AND operation_id = ?2
        """

    private let family: FamilyID
    private let transaction: ReadTransaction

    /// The coaches of an event, in the order in which they were recorded (EV-27).
    func coaches(at event: EventID) throws -> [CoachID] {
        try transaction.rows(Self.byEventSQL, family, event) { try $0.identifier(0) }
    }

    /// The coaches of every event that has any.
    func coachesByEvent() throws -> [EventID: [CoachID]] {
        var coaches: [EventID: [CoachID]] = [:]
        try transaction.query(Self.allSQL, family) { row in
            coaches[try row.identifier(0), default: []].append(try row.identifier(1))
        }
        return coaches
    }

    /// The cards of an event's coaches, with their current details and those recorded at the time
    /// (D-25). Coaches are looked up by id, whichever school they are at now (EV-30).
    func cards(at event: EventID) throws -> [CoachPresence] {
        try transaction.rows(Self.cardsSQL, family, event) { row in
            var card = CoachPresence(
                coachID: try row.identifier(0), recordedName: try row.text(1),
                recordedRole: try row.word(2))
            card.name = try row.textOrNil(3)
            card.role = try row.wordOrNil(4)
            card.schoolID = try row.identifierOrNil(5)
            card.email = try row.textOrNil(6)
            card.phone = try row.textOrNil(7)
            return card
        }
    }

    /// The id of a coach's attendance at an event, or `nil`.
    func find(_ coach: CoachID, at event: EventID) throws -> Identifier<Tag>? {
        try transaction.first(Self.findSQL, family, event, coach) {
            try $0.identifier(0)
        }
    }

    /// The event of an attendance row.
    func event(of presence: RecordID) throws -> RecordID? {
        try transaction.first(Self.eventSQL, family, presence) {
            try $0.identifier(0)
        }
    }

    /// The events whose coaches an operation removed.
    func events(of operation: OperationID) throws -> [EventID] {
        try transaction.rows(Self.eventOfOperationSQL, family, operation) {
            try $0.identifier(0)
        }
    }
}

extension PresenceRepository {
    /// Records a coach at an event, with the coach's current name and role.
    static func insert(
        _ coach: AvailableCoach, at event: EventID, _ scope: FamilyScope, _ unit: UnitOfWork
    ) throws {
        try unit.transaction.execute(
            """
            INSERT INTO event_coaches
                (family_unit_id, id, event_id, coach_id, name, role, created_by, created_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """, scope.familyID, Identifier<Tag>.make(at: unit.now), event, coach.id, coach.name,
            coach.role.rawValue, scope.userID, unit.now)
    }

    /// Marks the coaches of an event as deleted by this command. Returns how many.
    static func delete(at event: EventID, _ scope: FamilyScope, _ unit: UnitOfWork) throws -> Int {
        Int(
            try unit.transaction.execute(markSQL, scope.familyID, event, unit.now, unit.operationID)
        )
    }
}
