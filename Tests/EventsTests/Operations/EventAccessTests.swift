import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import Events

/// who gets which answer to every operation of the service.
@Suite("Events: access")
struct EventAccessTests {
    /// What the callers get, in their order: player, sibling, parent, a player of another family,
    /// somebody without a family, nobody.
    private static let reads = "ok ok ok not_found not_found unauthenticated"
    private static let writes = "ok ok forbidden not_found not_found unauthenticated"
    private static let closed = "forbidden forbidden forbidden forbidden forbidden unauthenticated"
    private static let absent =
        "not_found not_found forbidden not_found not_found unauthenticated"

    struct Line: CustomStringConvertible {
        let name: String
        let answers: String
        let ask: @Sendable (EventHome, Records, ServiceFixture.Person?) -> ServiceError?
        var description: String { name }

        init<Op: Contracts.Operation>(
            _ operation: Op.Type, _ answers: String,
            _ request: @escaping @Sendable (Records) -> Op.Request
        ) {
            name = Op.name
            self.answers = answers
            ask = { home, records, person in
                home.fixture.refusal(
                    of: operation, request(records), as: person, in: home.family)
            }
        }
    }

    /// What requests name.
    struct Records: Sendable {
        /// An event with a metric and a coach, and one with neither.
        let event, bare: EventID
        let metric: MetricID
        /// A coach who is at the event, and one who is not.
        let present, available: CoachID
    }

    private static let missing = OperationID(high: 1, low: 1)

    static let lines: [Line] = [
        Line(ListEvents.self, reads) { _ in .init() },
        Line(ShowEvent.self, reads) { .init(id: $0.event) },
        Line(ListAvailableCoaches.self, reads) { .init(id: $0.event) },
        Line(ListMetrics.self, reads) { _ in .init() },
        Line(ShowPersonalBests.self, reads) { _ in .init() },
        Line(SearchRecords<SearchedEvents>.self, reads) { _ in .init("spring") },
        Line(RebuildSearch<SearchedEvents>.self, closed) { _ in .init() },
        Line(ListTimeline<TimelineEvents>.self, reads) { .init(.coach($0.present)) },
        Line(AddEvent.self, writes) { _ in
            .init(type: "game", name: "Game", startDate: "2026-03-01")
        },
        Line(EditEvent.self, writes) { records in
            var form = EventForm(name: "Edited")
            form.id = FormField(records.event.text)
            return form
        },
        Line(AttendEvent.self, writes) { .init(id: $0.event) },
        Line(ListEventBlockers.self, writes) { .init(id: $0.event) },
        Line(DeleteEvent.self, writes) { .init(id: $0.bare) },
        Line(CascadeDeleteEvent.self, writes) { .init(id: $0.event) },
        Line(AddEventCoach.self, writes) { .init(id: $0.event, coachID: $0.available) },
        Line(RemoveEventCoach.self, writes) { .init(id: $0.event, coachID: $0.present) },
        Line(AddMetric.self, writes) { .init(metricType: "era", value: 1, eventID: $0.event) },
        Line(EditMetric.self, writes) { records in
            var form = MetricForm(value: 2)
            form.id = FormField(records.metric.text)
            return form
        },
        Line(DeleteMetric.self, writes) { .init(id: $0.metric) },
        Line(ListProfiles.self, reads) { _ in .init() },
        // Nobody has a profile with this id.
        Line(EditProfile.self, absent) { _ in
            var form = ProfileForm()
            form.id = FormField(missing.text)
            return form
        },
        Line(StageImport<EventImportRow>.self, writes) { _ in
            .init(importID: nil, number: 1, rows: [.init(line: 2, form: .init())])
        },
        Line(CommitImport<EventImportRow>.self, absent) { _ in .init(importID: missing) },
        Line(DiscardImport<EventImportRow>.self, writes) { _ in .init(importID: missing) },
        Line(StageImport<MetricImportRow>.self, writes) { _ in
            .init(importID: nil, number: 1, rows: [.init(line: 2, form: .init())])
        },
        Line(CommitImport<MetricImportRow>.self, absent) { _ in .init(importID: missing) },
        Line(DiscardImport<MetricImportRow>.self, writes) { _ in .init(importID: missing) },
    ]

    @Test func everyOperationIsInTheTable() {
        let own = OperationCatalogue.all.filter { $0.service == .events }.map(\.name)
        #expect(Self.lines.map(\.name).sorted() == own)
    }

    @Test(arguments: lines)
    func everybodyGetsTheirAnswer(line: Line) throws {
        let answers = line.answers.split(separator: " ").map(String.init)
        for (place, answer) in answers.enumerated() {
            // Each caller meets the same records: what one changed is not there for the next.
            let home = try EventHome()
            let event = try home.atSchool()
            _ = try home.call(AddEventCoach.self, .init(id: event.id, coachID: home.ben))
            let records = Records(
                event: event.id, bare: try home.add("Bare", "2026-06-01").id,
                metric: try home.measure(at: event).id, present: home.ben, available: home.ann)
            let contents = try home.contents()
            let callers: [ServiceFixture.Person?] = [
                home.player, home.sibling, home.parent, home.stranger, .init(), nil,
            ]
            let error = line.ask(home, records, callers[place])
            #expect((error?.code.rawValue ?? "ok") == answer, "caller \(place)")
            if error != nil { #expect(try home.contents() == contents, "caller \(place)") }
        }
    }

    // another family's record and a missing one answer the same, byte for byte.
    @Test func aForeignRecordAnswersLikeAMissingOne() throws {
        let home = try EventHome()
        let event = try home.add()
        let metric = try home.measure(at: event)
        func inOther<Op: Contracts.Operation>(_ type: Op.Type, _ request: Op.Request)
            -> ServiceError?
        {
            home.fixture.refusal(of: type, request, as: home.stranger, in: home.otherFamily)
        }
        let nothing = EventID(high: 1, low: 1)
        let pairs: [(ServiceError?, ServiceError?)] = [
            (
                inOther(AttendEvent.self, .init(id: event.id)),
                inOther(AttendEvent.self, .init(id: nothing))
            ),
            (
                inOther(DeleteEvent.self, .init(id: event.id)),
                inOther(DeleteEvent.self, .init(id: nothing))
            ),
            (
                inOther(DeleteMetric.self, .init(id: metric.id)),
                inOther(DeleteMetric.self, .init(id: MetricID(high: 1, low: 1)))
            ),
            (
                inOther(AddMetric.self, .init(metricType: "era", value: 1, eventID: event.id)),
                inOther(AddMetric.self, .init(metricType: "era", value: 1, eventID: nothing))
            ),
        ]
        for (foreign, missing) in pairs {
            #expect(foreign != nil && foreign == missing)
        }
    }

    // N-98: the family opens to its parents what the operations admit, and no deletion.
    @Test func aFamilyThatLetsParentsLogOpensWhatTheyEnter() throws {
        let home = try EventHome()
        let form = EventForm(type: "game", name: "Game", startDate: "2026-03-01")
        func code(_ person: ServiceFixture.Person) -> ErrorCode? {
            home.fixture.refusal(of: AddEvent.self, form, as: person, in: home.family)?.code
        }
        #expect(code(home.parent) == .forbidden)
        try home.letParentsLog()
        let added = try home.call(AddEvent.self, form, as: home.parent).event
        #expect(added.userID == home.parent.userID)
        #expect(code(home.stranger) == .notFound)
        #expect(
            home.fixture.refusal(
                of: DeleteEvent.self, .init(id: added.id), as: home.parent, in: home.family)?.code
                == .forbidden)
    }
}
