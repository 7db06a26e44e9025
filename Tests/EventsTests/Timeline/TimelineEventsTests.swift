import Contracts
import Foundation
import ServiceKit
import Support
import Testing

@testable import Events

@Suite("Timelines: events")
struct TimelineEventsTests {
    private let home: EventHome

    init() throws { home = try EventHome() }

    private func names(
        _ subject: TimelineSubject, as person: ServiceFixture.Person? = nil
    ) throws -> [String] {
        try home.call(
            ListTimeline<TimelineEvents>.self, TimelineRequest(subject), as: person
        ).entries.map(\.title)
    }

    // N-40
    @Test func eventsOfASchoolAndThoseWhereACoachWasMet() throws {
        let met = try home.add("Met", "2026-01-10") { $0.schoolID = FormField(home.school.text) }
        try home.add("School", "2026-01-11") { $0.schoolID = FormField(home.school.text) }
        try home.add("Elsewhere", "2026-01-12")
        _ = try home.call(AddEventCoach.self, .init(id: met.id, coachID: home.ann))
        #expect(try names(.school(home.school)) == ["School", "Met"])
        #expect(try names(.coach(home.ann)) == ["Met"])
        #expect(try names(.coach(home.ben)).isEmpty)
        let removed = try home.call(
            RemoveEventCoach.self, .init(id: met.id, coachID: home.ann))
        #expect(try names(.coach(home.ann)).isEmpty)
        _ = try home.undo(try #require(removed.operationID))
        #expect(try names(.coach(home.ann)) == ["Met"])
        let deleted = try home.call(CascadeDeleteEvent.self, .init(id: met.id))
        #expect(try names(.coach(home.ann)).isEmpty)
        #expect(try names(.school(home.school)) == ["School"])
        _ = try home.undo(deleted.operationID)
        #expect(try names(.school(home.school)) == ["School", "Met"])
    }

    // N-40, R-12, R-13
    @Test func allMembersReadThemAndNobodyElse() throws {
        let event = try home.atSchool()
        _ = try home.call(AddEventCoach.self, .init(id: event.id, coachID: home.ann))
        let request = TimelineRequest(.coach(home.ann))
        for person in [home.player, home.sibling, home.parent] {
            #expect(try names(.coach(home.ann), as: person) == [event.name])
        }
        #expect(
            home.refusal(
                of: ListTimeline<TimelineEvents>.self, request, as: home.stranger
            )?.code == .notFound)
        // In their own family the stranger finds nothing by another's ids.
        let own = try home.fixture.call(
            ListTimeline<TimelineEvents>.self, request, as: home.stranger, in: home.otherFamily)
        #expect(own.entries.isEmpty)
    }

    // N-41: events of one day begin at the same instant, which is that of the zone.
    @Test(arguments: [nil, "UTC", "Pacific/Auckland"])
    func pagesJoinedAreTheListOfTheSchool(zone: String?) throws {
        for number in 0..<24 {
            try home.add("Event \(number)", "2026-03-\(10 + number / 4)") {
                $0.schoolID = FormField(home.school.text)
            }
        }
        let all = try home.call(ListEvents.self, .init()).events
        let named = try #require(TimeZone(identifier: zone ?? "America/New_York"))
        let expected = all.map { TimelineEntry($0, in: named) }.sorted { left, right in
            guard let one = TimelineCursor(text: left.cursor),
                let other = TimelineCursor(text: right.cursor)
            else { return false }
            return one < other
        }
        for limit in [1, 3, 4, 5, 24, 25] {
            var (entries, cursor): ([TimelineEntry], String?) = ([], nil)
            repeat {
                let page = try home.call(
                    ListTimeline<TimelineEvents>.self,
                    TimelineRequest(
                        .school(home.school), after: cursor, timeZone: zone, limit: limit))
                entries += page.entries
                cursor = page.hasMore ? page.entries.last?.cursor : nil
            } while cursor != nil
            #expect(entries == expected, "\(limit)")
        }
    }

    // N-41: places of contacts and posts lie between the beginnings of days.
    @Test func pagesBeginAfterAnyPlace() throws {
        for day in ["2026-03-10", "2026-03-11"] {
            try home.add(day, day) { $0.schoolID = FormField(home.school.text) }
        }
        func after(_ text: String?) throws -> [String] {
            let at = text.flatMap { Instant(text: $0) }
            let cursor = TimelineCursor(at, RecordID(high: 0, low: 0))
            return try home.call(
                ListTimeline<TimelineEvents>.self,
                TimelineRequest(.school(home.school), after: cursor.text)
            ).entries.map(\.title)
        }
        // New York's day begins at four in the summer.
        #expect(try after("2026-03-11T04:00:00.001Z") == ["2026-03-11", "2026-03-10"])
        #expect(try after("2026-03-11T04:00:00.000Z") == ["2026-03-11", "2026-03-10"])
        #expect(try after("2026-03-11T03:59:59.999Z") == ["2026-03-10"])
        #expect(try after("2026-03-10T03:59:59.999Z").isEmpty)
        #expect(try after(nil).isEmpty)
    }
}
