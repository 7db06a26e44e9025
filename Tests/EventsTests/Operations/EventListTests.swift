import Contracts
import ServiceKit
import Support
import Testing

@testable import Events

@Suite("Events: the list")
struct EventListTests {
    private let home: EventHome

    init() throws { home = try EventHome() }

    private func fill() throws {
        try home.add("Winter Camp", "2025-12-28") { form in
            form.type = "camp"
            form.endDate = "2026-01-02"
            form.attended = FormField(true)
        }
        try home.add("Today", "2026-02-10") { $0.registered = FormField(true) }
        try home.add("Running", "2026-02-08") { $0.endDate = "2026-02-10" }
        try home.add("Yesterday", "2026-02-09") { $0.city = "Boône" }
        try home.add("Visit", "2026-05-01") { form in
            form.type = "official_visit"
            form.schoolID = FormField(home.school.text)
        }
    }

    @Test func eventsAreOrderedByDayNameAndLatest() throws {
        try fill()
        #expect(
            try home.names() == ["Winter Camp", "Running", "Yesterday", "Today", "Visit"])
        #expect(
            try home.names { $0.sort = "latest" }
                == ["Visit", "Today", "Yesterday", "Running", "Winter Camp"])
        #expect(
            try home.names { $0.sort = "name" }
                == ["Running", "Today", "Visit", "Winter Camp", "Yesterday"])
    }

    // What has begun and not ended is upcoming; the days are those of the reader's zone.
    @Test func pastAndUpcomingAreToldByTheLastDay() throws {
        try fill()
        #expect(
            try home.names { $0[.period] = "upcoming" } == ["Running", "Today", "Visit"])
        #expect(try home.names { $0[.period] = "past" } == ["Winter Camp", "Yesterday"])
        // Noon in London is the eleventh in Kiritimati.
        #expect(
            try home.names {
                $0[.period] = "upcoming"
                $0.timeZone = "Pacific/Kiritimati"
            } == ["Visit"])
    }

    @Test func filtersCombine() throws {
        try fill()
        #expect(try home.names { $0[.type] = "camp" } == ["Winter Camp"])
        #expect(try home.names { $0[.status] = "attended" } == ["Winter Camp"])
        #expect(try home.names { $0[.status] = "registered" } == ["Today"])
        #expect(
            try home.names { $0[.status] = "not_registered" }
                == ["Running", "Yesterday", "Visit"])
        // N-48
        #expect(
            try home.names { $0[.type] = "official_visit,camp" } == ["Winter Camp", "Visit"])
        #expect(
            try home.names { $0[.status] = "registered,attended" } == ["Winter Camp", "Today"])
        #expect(
            try home.names {
                $0[.type] = "camp,showcase"
                $0[.status] = "registered,attended,registered"
            } == ["Winter Camp", "Today"])
        #expect(try home.names { $0[.schoolID] = home.school.text } == ["Visit"])
        #expect(try home.names { $0[.search] = "BOÔNE" } == ["Yesterday"])
        #expect(try home.names { $0[.search] = "boone" } == ["Yesterday"])  // N-130
        #expect(
            try home.names {
                $0[.status] = "not_registered"
                $0[.period] = "past"
            } == ["Yesterday"])
    }

    @Test func thePageHasChipsAndTheWholeCount() throws {
        try fill()
        var request = ListEvents.Request()
        request[.schoolID] = home.school.text
        request[.period] = "upcoming"
        let page = try home.call(ListEvents.self, request, as: home.parent)
        #expect(page.activeFilters.map(\.label) == ["Upcoming", "State"])
        #expect(page.hasActiveFilters && page.total == 1 && page.sort == .date)
        var two = ListEvents.Request()
        two.limit = FormField(2)
        let limited = try home.call(ListEvents.self, two)
        #expect(limited.events.count == 2 && limited.total == 5 && !limited.hasActiveFilters)
    }

    @Test func anUnknownFilterIsRefused() {
        var request = ListEvents.Request()
        // A period is one only (N-48).
        for period in ["soon", "past,upcoming"] {
            request[.period] = period
            let error = home.refusal(of: ListEvents.self, request)
            #expect(
                error?.errors
                    == ["period": "Period must be one of upcoming, past, this_month, next_month"])
        }
    }

    // whoever of the family added an event, all of the family see it, and nobody else.
    @Test func eventsBelongToTheFamily() throws {
        try fill()
        for person in [home.player, home.sibling, home.parent] {
            #expect(try home.call(ListEvents.self, .init(), as: person).total == 5)
        }
        let others = try home.fixture.call(
            ListEvents.self, .init(), as: home.stranger, in: home.otherFamily)
        #expect(others.events == [] && others.total == 0)
    }

    @Test func theListNamesTheCoachesPresent() throws {
        let event = try home.atSchool()
        _ = try home.call(AddEventCoach.self, .init(id: event.id, coachID: home.ben))
        _ = try home.call(AddEventCoach.self, .init(id: event.id, coachID: home.ann))
        let listed = try home.call(ListEvents.self, .init()).events
        // Both were recorded in one millisecond.
        #expect(listed.map { Set($0.coachesPresent) } == [[home.ben, home.ann]])
        #expect(listed == [try home.show(event).event])
    }

    // a school that is gone has no name.
    @Test func aSchoolThatIsGoneHasNoName() throws {
        let event = try home.atSchool()
        try home.tell(
            CoachesFeed.schoolsRemoved,
            CoachesFeed.RemovedPayload(familyUnitID: home.family, ids: [home.school.text]))
        let shown = try home.show(event).event
        #expect(shown.schoolID == home.school && shown.schoolName == nil)
    }
}
