import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Events

@Suite("events.search")
struct EventSearchTests {
    private let home: EventHome

    init() throws { home = try EventHome() }

    private func hits(
        _ query: String, as person: ServiceFixture.Person? = nil
    ) throws -> [SearchHit] {
        try home.call(SearchRecords<SearchedEvents>.self, SearchRequest(query), as: person).hits
    }

    private func titles(_ query: String) throws -> [String] { try hits(query).map(\.title) }

    // N-20
    @Test
    func eventsAreFoundByTheirTextsAndTheCoachesThere() throws {
        let event = try home.add("Spring Showcase", "2026-04-15") {
            $0.schoolID = FormField(home.school.text)
            $0.location = FormField("Durham Athletic Park")
        }
        #expect(try titles("durham ath") == ["Spring Showcase"])
        #expect(try titles("school:state") == ["Spring Showcase"])
        #expect(try titles("coach:lee").isEmpty)
        _ = try home.call(AddEventCoach.self, .init(id: event.id, coachID: home.ann))
        #expect(try titles("coach:lee") == ["Spring Showcase"])
        _ = try home.call(RemoveEventCoach.self, .init(id: event.id, coachID: home.ann))
        #expect(try titles("coach:lee").isEmpty)
        let hit = try #require(try hits("spring").first)
        #expect(hit.noun == .event)
        #expect(hit.type == "showcase")
        #expect(hit.day?.text == "2026-04-15")
        #expect(hit.schoolName == "State")
    }

    // N-20
    @Test
    func metricsAreFoundByWhatWasMeasuredAndWhere() throws {
        let event = try home.add("Spring Showcase", "2026-04-15")
        try home.measure("velocity", 92.5, at: event) { $0.notes = FormField("New glove") }
        #expect(try titles("fastball") == ["Fastball Velocity 92.5 mph"])
        #expect(try titles("92.5") == ["Fastball Velocity 92.5 mph"])
        #expect(try Set(titles("spring")) == ["Spring Showcase", "Fastball Velocity 92.5 mph"])
        #expect(try titles("spring type:metric") == ["Fastball Velocity 92.5 mph"])
        #expect(try titles("spring type:showcase") == ["Spring Showcase"])
        _ = try home.edit(event, version: 1) { $0.name = FormField("Fall Showcase") }
        #expect(try titles("spring").isEmpty)
        #expect(try titles("fall").count == 2)
    }

    // N-20: a record that waits to be indexed can be written again, however it is written.
    @Test
    func manyChangesBetweenTwoSearchesAreFound() throws {
        let event = try home.atSchool()
        try home.measure(at: event)
        for (version, name) in ["One", "Two", "Three"].enumerated() {
            _ = try home.edit(event, version: version + 1) { $0.name = FormField(name) }
        }
        try home.tell(CoachesFeed.schoolChanged, home.schoolPayload(home.school, "Wake"))
        try home.tell(CoachesFeed.schoolChanged, home.schoolPayload(home.school, "Elon"))
        #expect(try titles("three school:elon") == ["Three"])
        #expect(try titles("three type:metric").count == 1)
        #expect(try titles("one").isEmpty)
    }

    // N-20: days of events have no time zone.
    @Test
    func daysNarrow() throws {
        try home.add("Camp A", "2026-04-15")
        try home.add("Camp B", "2026-04-16")
        #expect(try titles("camp after:2026-04-16") == ["Camp B"])
        #expect(try titles("camp before:2026-04-16") == ["Camp A"])
        #expect(try titles("camp") == ["Camp B", "Camp A"])
    }

    // N-21, N-22, R-12, R-13
    @Test
    func allMembersFindWhatIsNotDeleted() throws {
        let event = try home.add("Spring Showcase")
        for person in [home.player, home.sibling, home.parent] {
            #expect(try hits("spring", as: person).count == 1)
        }
        #expect(
            home.refusal(
                of: SearchRecords<SearchedEvents>.self, SearchRequest("spring"), as: home.stranger
            )?.code == .notFound)
        let deleted = try home.call(DeleteEvent.self, .init(id: event.id))
        #expect(try hits("spring").isEmpty)
        _ = try home.undo(deleted.operationID)
        #expect(try hits("spring").count == 1)
    }
}
