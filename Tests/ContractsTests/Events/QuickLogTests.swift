import Foundation
import Testing

@testable import Contracts

@Suite struct QuickLogTests {
    private func event(_ start: String = "2026-04-15", at time: String? = "09:00") throws -> Event {
        var event = Event(
            id: EventID(high: 1, low: 1), familyUnitID: FamilyID(high: 1, low: 2),
            userID: UserID(high: 1, low: 3), type: .showcase, name: "Spring Showcase 2026",
            startDate: try #require(CivilDay(text: start)), at: .earliest)
        event.startTime = time.flatMap { LocalTime(text: $0) }
        event.schoolID = SchoolID(high: 1, low: 4)
        return event
    }

    private func log(_ event: Event, in zone: String) throws -> QuickLog {
        QuickLog(event, in: try #require(TimeZone(identifier: zone)))
    }

    // EV-18, D-36: 09:00 in New York is 13:00 UTC; noon where no start is known.
    @Test func theTimeIsThatOfTheFamilysClocks() throws {
        let zone = "America/New_York"
        #expect(try log(event(), in: zone).occurredAt.text == "2026-04-15T13:00:00.000Z")
        #expect(
            try log(event(at: nil), in: zone).occurredAt.text == "2026-04-15T16:00:00.000Z")
        #expect(try log(event(), in: "UTC").occurredAt.text == "2026-04-15T09:00:00.000Z")
    }

    // T-17: whatever the zone, the contact lies on the event's day, around both clock changes too.
    @Test func theContactIsOnTheEventsDayInEveryZone() throws {
        var wrong: [String] = []
        for name in WallClockTests.zones {
            let zone = try #require(TimeZone(identifier: name))
            for day in [
                "2026-03-07", "2026-03-08", "2026-03-09", "2026-03-28", "2026-03-29",
                "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01", "2026-11-02",
            ] {
                for time in [nil, "00:30", "02:30", "23:30"] as [String?] {
                    let log = QuickLog(try event(day, at: time), in: zone)
                    if WallClock.day(of: log.occurredAt, in: zone).text != day {
                        wrong.append("\(name) \(day) \(time ?? "noon")")
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    // EV-12, EV-17: what the record says by itself.
    @Test func theRequestNamesEventSchoolAndSubject() throws {
        let log = try log(event(), in: "UTC")
        let form = QuickLogForm(
            type: "game", direction: "inbound", content: "Liked the swing",
            sentiment: "very_positive")
        let input = try form.request(at: log).validated()
        #expect(input.eventID == log.eventID && input.schoolID == log.schoolID)
        #expect(input.coachID == nil && input.type == .game && input.direction == .inbound)
        #expect(input.subject == "Interaction at Spring Showcase 2026")
        #expect(input.content == "Liked the swing" && input.sentiment == .veryPositive)
        #expect(input.occurredAt == log.occurredAt)
    }

    // EV-15, D-38: content is required here; D-35: so is a school.
    @Test func contentAndSchoolMustBeThere() throws {
        var bare = try event()
        bare.schoolID = nil
        let log = try log(bare, in: "UTC")
        for content in [nil, "", " \n"] as [String?] {
            let error = #expect(throws: ServiceError.self) {
                _ = try QuickLogForm(direction: "outbound", content: content).request(at: log)
            }
            #expect(
                error?.errors == [
                    "content": "Please say what was talked about",
                    "school_id": "Event not linked to school",
                ])
        }
        let chosen = SchoolID(high: 7, low: 7)
        let request = try QuickLogForm(direction: "outbound", content: "x", schoolID: chosen)
            .request(at: log)
        #expect(request.schoolID.value == chosen.text && request.type.value == "in_person_visit")
    }

    // N-47, D-02: a coach passes into the request, and stands for the school of an event without
    // one.
    @Test func aCoachPassesIntoTheRequest() throws {
        let coach = CoachID(high: 8, low: 8)
        let form = QuickLogForm(direction: "inbound", content: "x", coachID: coach)
        let log = try log(event(), in: "UTC")
        let input = try form.request(at: log).validated()
        #expect(input.coachID == coach && input.schoolID == log.schoolID)
        var bare = try event()
        bare.schoolID = nil
        let alone = try form.request(at: try self.log(bare, in: "UTC")).validated()
        #expect(alone.coachID == coach && alone.schoolID == nil)
    }

    // EV-15: the event's school counts, and another one is no silent choice.
    @Test func anotherSchoolThanTheEventsIsRefused() throws {
        let log = try log(event(), in: "UTC")
        func refusals(_ school: SchoolID?) -> [String: String] {
            let form = QuickLogForm(direction: "inbound", content: "x", schoolID: school)
            do {
                _ = try form.request(at: log)
                return [:]
            } catch { return error.errors }
        }
        #expect(refusals(log.schoolID).isEmpty && refusals(nil).isEmpty)
        #expect(refusals(SchoolID(high: 1, low: 99)) == ["school_id": QuickLog.otherSchool])
    }

    // N-47: who is no longer known, or has changed schools, would be refused.
    @Test func onlyCoachesWhoFitAreOffered() throws {
        func coach(_ low: UInt64, _ name: String?, _ school: UInt64?) -> CoachPresence {
            var coach = CoachPresence(
                coachID: CoachID(high: 8, low: low), recordedName: "Then", recordedRole: .head)
            coach.name = name
            coach.schoolID = school.map { SchoolID(high: 1, low: $0) }
            return coach
        }
        let coaches = [coach(1, "A", 4), coach(2, nil, nil), coach(3, "B", 5), coach(4, "C", nil)]
        func offered(_ event: Event) throws -> [UInt64] {
            ShowEvent.Response(
                event: event, coaches: coaches, availableCoaches: [], metrics: [],
                quickLog: try log(event, in: "UTC")
            ).coachesToLog.map(\.coachID.low)
        }
        var event = try event()
        #expect(try offered(event) == [1])
        event.schoolID = nil
        #expect(try offered(event) == [1, 3, 4])
    }

    @Test func wordsOfOtherListsAreRefused() throws {
        let error = #expect(throws: ServiceError.self) {
            _ = try QuickLogForm(
                type: "tweet", direction: "sideways", content: "x", sentiment: "great"
            ).request(at: try log(event(), in: "UTC"))
        }
        #expect(error?.errors.keys.sorted() == ["direction", "sentiment", "type"])
    }

    // EV-13, EV-14
    @Test func theFormOffersFourTypesAndTwoDirections() {
        #expect(QuickLogType.allCases.map(\.label) == ["In-Person", "Phone", "Email", "Game"])
        for type in QuickLogType.allCases {
            #expect(InteractionType(rawValue: type.rawValue) != nil)
        }
        #expect(Direction.inbound.quickLogLabel == "Coach contacted us")
        #expect(Direction.outbound.quickLogLabel == "We contacted coach")
    }

    // The longest name still makes a subject that is taken.
    @Test func theLongestNameFitsTheSubject() throws {
        var event = try event()
        event.name = String(repeating: "n", count: EventLimit.nameLength.upperBound)
        let log = try log(event, in: "UTC")
        #expect(throws: Never.self) {
            try QuickLogForm(direction: "inbound", content: "x").request(at: log)
        }
    }
}
