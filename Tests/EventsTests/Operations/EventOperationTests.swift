import Contracts
import DataServiceKit
import ServiceKit
import Support
import Testing

@testable import Events

@Suite("Events: add, show, edit, attend")
struct EventOperationTests {
    private let home: EventHome

    init() throws { home = try EventHome() }

    private func full() throws -> Event {
        try home.add { form in
            form.schoolID = FormField(home.school.text)
            form.location = "State Field"
            form.address = "1 College Way"
            form.city = "Durham"
            form.state = "nc"
            form.endDate = "2026-04-16"
            form.startTime = "09:00"
            form.endTime = "17:00"
            form.checkinTime = "08:15"
            form.url = "https://events.example/1"
            form.description = "Two <b>days</b> of games"
            form.eventSource = "web_search"
            form.performanceNotes = "Bring the wood bat"
            form.statsRecorded = FormField(RecordedStats(["at_bats": .number(4)]))
            form.cost = FormField(75.5)
            form.registered = FormField(true)
        }
    }

    // EV-01, EV-02, EV-04, EV-05, R-13, D-34: every field comes back as it was given; creator and
    // family are set by the service.
    @Test func anEventComesBackWithEveryField() throws {
        let added = try full()
        let page = try home.show(added, as: home.parent)
        #expect(page.event == added)
        #expect(added.userID == home.player.userID && added.familyUnitID == home.family)
        #expect(added.schoolID == home.school && added.schoolName == "State")
        #expect(added.type == .showcase && added.name == "Spring Showcase 2026")
        #expect(added.location == "State Field" && added.address == "1 College Way")
        #expect(added.city == "Durham" && added.state == "NC")
        #expect(added.dateRangeFormatted == "Apr 15 - 16, 2026")
        #expect(added.startTime?.text == "09:00" && added.endTime?.text == "17:00")
        #expect(added.checkinTime?.text == "08:15" && added.url == "https://events.example/1")
        #expect(added.description == "Two days of games" && added.eventSource == .webSearch)
        #expect(added.performanceNotes == "Bring the wood bat" && added.cost == 75.5)
        #expect(added.statsRecorded == RecordedStats(["at_bats": .number(4)]))
        #expect(added.status == .registered && added.version == 1 && added.coachesPresent == [])
        #expect(added.createdAt == home.fixture.now && added.updatedAt == home.fixture.now)
        #expect(page.coaches == [] && page.metrics == [])
    }

    // EV-01, EV-39, EV-40, U-14, R-16: not there and another family's are the same answer.
    @Test func whatIsNotThereIsNotFound() throws {
        let event = try full()
        let missing = home.refusal(of: ShowEvent.self, .init(id: EventID(high: 1, low: 1)))
        #expect(missing?.code == .notFound && missing?.message == "Event not found")
        let foreign = home.fixture.refusal(
            of: ShowEvent.self, .init(id: event.id), as: home.stranger, in: home.otherFamily)
        #expect(foreign == missing)
    }

    // D-03: a school of another family, or of nobody, is none.
    @Test func aSchoolThatIsNotTheFamilysIsRefused() {
        var form = EventForm(type: "camp", name: "Camp", startDate: "2026-05-01")
        form.schoolID = FormField(SchoolID(high: 9, low: 9).text)
        let error = home.refusal(of: AddEvent.self, form)
        #expect(error?.errors == ["school_id": "Please select a school"])
    }

    // EV-19, EV-21, EV-43, D-49: every field can be corrected, of a past event too, and the answer
    // tells what changed.
    @Test func anEditTellsWhatChanged() throws {
        let event = try full()
        let answer = try home.edit(event, version: 1) { form in
            form.name = "Summer Showcase"
            form.type = "camp"
            form.startDate = "2025-07-01"
            form.endDate = ""
            form.checkinTime = "07:45"
            form.cost = FormField(0)
            form.registered = FormField(false)
            form.clear = FormField(["stats_recorded"])
        }
        #expect(answer.event.name == "Summer Showcase" && answer.event.type == .camp)
        #expect(answer.event.endDate == nil && answer.event.cost == 0)
        #expect(answer.event.statsRecorded == nil && answer.event.city == "Durham")
        #expect(answer.event.version == 2 && answer.event.status == .notRegistered)
        #expect(
            answer.changes == [
                .init(field: "name", before: "Spring Showcase 2026", after: "Summer Showcase"),
                .init(field: "type", before: "showcase", after: "camp"),
                .init(field: "start_date", before: "2026-04-15", after: "2025-07-01"),
                .init(field: "end_date", before: "2026-04-16", after: nil),
                .init(field: "checkin_time", before: "08:15", after: "07:45"),
                .init(field: "stats_recorded", before: #"{"at_bats":4}"#, after: nil),
                .init(field: "cost", before: "75.5", after: "0"),
                .init(field: "registered", before: "true", after: "false"),
            ])
        #expect(try home.show(event).event == answer.event)
    }

    @Test func anEditThatChangesNothingWritesNothing() throws {
        let event = try full()
        let count = try home.fixture.changes().count
        let answer = try home.edit(event, version: 1) { $0.city = "Durham" }
        #expect(answer.changes == [] && answer.event == event)
        #expect(try home.fixture.changes().count == count)
    }

    @Test func aStaleVersionIsAFailedPrecondition() throws {
        let event = try full()
        let first = try home.edit(event, version: 1) { $0.city = "Cary" }.event
        let error = home.refusal(
            of: EditEvent.self, EventHome.form(event, 1) { $0.state = "VA" })
        #expect(error?.code == .staleVersion)
        #expect(try home.show(event).event == first)
    }

    // EV-20, D-44: the stored first day counts when only the last one is given.
    @Test func anEndBeforeTheStoredStartIsRefused() throws {
        let event = try full()
        let error = home.refusal(
            of: EditEvent.self, EventHome.form(event, 1) { $0.endDate = "2026-04-14" })
        #expect(error?.errors == ["end_date": "End date must be after start date"])
        let moved = home.refusal(
            of: EditEvent.self, EventHome.form(event, 1) { $0.startDate = "2026-04-17" })
        #expect(moved?.errors == ["end_date": "End date must be after start date"])
    }

    @Test func theSchoolCanBeChangedAndTakenAway() throws {
        let other = SchoolID(high: 0x5C, low: 2)
        try home.tell(CoachesFeed.schoolChanged, home.schoolPayload(other, "Tech"))
        let event = try home.atSchool()
        let moved = try home.edit(event) { $0.schoolID = FormField(other.text) }
        #expect(moved.event.schoolName == "Tech")
        let loose = try home.edit(event) { $0.schoolID = "" }
        #expect(loose.event.schoolID == nil && loose.event.schoolName == nil)
    }

    // EV-10, EV-11, D-42: marking is idempotent, and an edit takes it back.
    @Test func attendingTwiceIsAttendingOnce() throws {
        let event = try full()
        let first = try home.call(AttendEvent.self, .init(id: event.id))
        #expect(first.changed && first.event.attended && first.event.version == 2)
        #expect(first.event.status == .attended)
        let again = try home.call(AttendEvent.self, .init(id: event.id))
        #expect(!again.changed && again.event == first.event)
        let back = try home.edit(first.event) { $0.attended = FormField(false) }
        #expect(back.event.status == .registered)
        #expect(back.changes.map(\.field) == ["attended"])
    }

    // EV-12, EV-17, EV-18, D-36, D-43: the quick log's record, before attendance and after.
    @Test func theQuickLogComesFromTheEvent() throws {
        let event = try full()
        let log = try home.show(event).quickLog
        #expect(log.eventID == event.id && log.schoolID == home.school)
        #expect(log.subject == "Interaction at Spring Showcase 2026")
        #expect(log.occurredAt.text == "2026-04-15T13:00:00.000Z")
        #expect(log.title == "Log Interactions")
        #expect(
            log.subtitle
                == "Did you have any coaching interactions at Spring Showcase 2026?")
        #expect(try home.call(AttendEvent.self, .init(id: event.id)).quickLog == log)
        #expect(try home.show(event).quickLog == log)
        let timeless = try home.add("Game", "2026-07-04")
        #expect(
            try home.show(timeless).quickLog.occurredAt.text == "2026-07-04T16:00:00.000Z")
    }

    // The audit has every record before and after.
    @Test func everyChangeIsTold() throws {
        let event = try full()
        _ = try home.edit(event) { $0.city = "Cary" }
        _ = try home.call(AttendEvent.self, .init(id: event.id))
        let types = try home.fixture.changes().map(\.type)
        #expect(types == Array(repeating: EventsFeed.eventChanged, count: 3))
        let last = try #require(try home.fixture.changes().last)
        #expect(try last.decodedPayload() as Event == home.show(event).event)
        #expect(last.actor == home.player.userID && last.aggregateVersion == 3)
    }

    // EV-45, T-18: nothing is served from a copy; a change is seen by the next read.
    @Test func aChangeIsSeenAtOnce() throws {
        let event = try full()
        _ = try home.edit(event) { $0.name = "Renamed" }
        #expect(try home.show(event, as: home.parent).event.name == "Renamed")
        #expect(try home.names() == ["Renamed"])
    }

    // EV-44: the longest description comes back whole.
    @Test func aLongDescriptionIsKeptWhole() throws {
        let text = String(repeating: "word ", count: 399) + "12345"
        #expect(text.count == 2_000)
        let event = try home.add { $0.description = FormField(text) }
        #expect(try home.show(event).event.description == text)
    }
}
