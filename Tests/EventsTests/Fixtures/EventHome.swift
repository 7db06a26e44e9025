import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Support
import Testing

@testable import Events

/// An events service with one family in New York, a school with two coaches, and what tests put
/// into it. It stands still at 2026-02-10T12:00:00Z.
final class EventHome: FamilyFixture {
    let coaches = ListedSource()
    let school = SchoolID(high: 0x5C, low: 1)
    let ann = CoachID(high: 0xC0, low: 1)
    let ben = CoachID(high: 0xC0, low: 2)

    init(isFollowing: Bool = false) throws {
        super.init(try ServiceFixture(.events, schema: EventsService.schema))
        EventsService.serve(on: fixture.service)
        if isFollowing {
            try fixture.service.follow(.coaches, from: coaches, into: EventsService.coachesReplicas)
        }
        let family = family
        _ = try fixture.service.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO replica_families (family_unit_id, name, time_zone)
                VALUES (?1, 'Doe', 'America/New_York')
                """, family)
        }
        if isFollowing { try fixture.service.start() }
        try tell(CoachesFeed.schoolChanged, schoolPayload(school, "State"))
        try tell(CoachesFeed.coachChanged, coach(ann, "Ann", "Lee", at: school))
        try tell(CoachesFeed.coachChanged, coach(ben, "Ben", "Kay", at: school, role: .head))
    }

    deinit { coaches.close() }

    /// The family lets its parents log.
    func letParentsLog() throws {
        let family = family
        _ = try fixture.service.database.write { transaction in
            try transaction.execute(
                "UPDATE replica_families SET parents_log = 1 WHERE family_unit_id = ?1", family)
        }
    }

    // MARK: What coaches tells

    /// Applies a change of coaches at once, as its consumer would.
    func tell(_ type: String, _ payload: some Encodable) throws {
        let source = ListedSource()
        try source.append(type, payload)
        let change = try #require(source.told.first)
        _ = try fixture.service.database.write { transaction in
            try CoachesReplica().apply(change, in: transaction)
        }
    }

    func schoolPayload(_ id: SchoolID, _ name: String) -> CoachesFeed.SchoolPayload {
        .init(familyUnitID: family, id: id, name: name)
    }

    func coach(
        _ id: CoachID, _ first: String, _ last: String, at school: SchoolID?,
        role: CoachRole = .assistant
    ) -> Coach {
        Coach(
            id: id, familyUnitID: family, firstName: first, lastName: last, schoolID: school,
            role: role, email: "\(first.lowercased())@state.example", phone: "336-555-0101",
            version: 1, createdBy: player.userID, createdAt: fixture.now, updatedAt: fixture.now)
    }

    // MARK: Calls

    func call<Op: Contracts.Operation>(
        _ operation: Op.Type, _ request: Op.Request, as person: ServiceFixture.Person? = nil
    ) throws -> Op.Response {
        try fixture.call(operation, request, as: person ?? player, in: family)
    }

    func refusal<Op: Contracts.Operation>(
        of operation: Op.Type, _ request: Op.Request, as person: ServiceFixture.Person? = nil
    ) -> ServiceError? {
        fixture.refusal(of: operation, request, as: person ?? player, in: family)
    }

    @discardableResult
    func add(
        _ name: String = "Spring Showcase 2026", _ start: String = "2026-04-15",
        _ change: (inout EventForm) -> Void = { _ in }
    ) throws -> Event {
        var form = EventForm(type: "showcase", name: name, startDate: start)
        change(&form)
        return try call(AddEvent.self, form).event
    }

    func atSchool() throws -> Event { try add { $0.schoolID = FormField(school.text) } }

    func edit(
        _ event: Event, version: Int? = nil, _ change: (inout EventForm) -> Void
    ) throws -> EditEvent.Response {
        try call(EditEvent.self, Self.form(event, version, change))
    }

    static func form(
        _ event: Event, _ version: Int?, _ change: (inout EventForm) -> Void
    ) -> EventForm {
        EventForm(editing: event, version, change)
    }

    func show(_ event: Event, as person: ServiceFixture.Person? = nil) throws -> ShowEvent.Response
    {
        try call(ShowEvent.self, .init(id: event.id), as: person)
    }

    func names(_ narrow: (inout ListEvents.Request) -> Void = { _ in }) throws -> [String] {
        var request = ListEvents.Request()
        narrow(&request)
        return try call(ListEvents.self, request).events.map(\.name)
    }

    @discardableResult
    func measure(
        _ type: String = "velocity", _ value: Double = 88.5, at event: Event? = nil,
        _ change: (inout MetricForm) -> Void = { _ in }
    ) throws -> Metric {
        var form = MetricForm(metricType: type, value: value, eventID: event?.id)
        change(&form)
        return try call(AddMetric.self, form).metric
    }

    func undo(_ operation: OperationID) throws -> UndoOperation.Response {
        try call(UndoOperation.self, .init(operationID: operation))
    }

    /// The rows of the service's own tables as text, the same for the same contents.
    func contents() throws -> [String] {
        try fixture.service.database.read { transaction in
            var rows: [String] = []
            let mark = "coalesce(hex(operation_id), '-') || ' ' || coalesce(deleted_at, '-')"
            for (table, columns) in [
                ("events", "version || ' ' || updated_at"), ("event_coaches", "name"),
                ("metrics", "value"),
            ] {
                let row = "hex(id) || ' ' || \(columns) || ' ' || \(mark)"
                rows += try transaction.rows("SELECT \(row) FROM \(table) ORDER BY id") {
                    "\(table): \(try $0.text(0))"
                }
            }
            return rows
        }
    }
}
