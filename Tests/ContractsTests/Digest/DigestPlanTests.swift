import Foundation
import Support
import Testing

@testable import Contracts

@Suite("Weekly digest: the week and its figures")
struct DigestPlanTests {
    private func plan(_ week: String, in zone: String) throws -> DigestPlan {
        let named: ISOWeek = try #require(ISOWeek(text: week))
        return DigestPlan(
            named, timeZone: zone, at: try #require(Instant(text: "2027-06-01T12:00:00Z")))
    }

    // N-75: the days of the family's zone, also where clocks change.
    @Test(arguments: [
        ("America/New_York", "2026-W07", "2026-02-09T05:00:00.000Z", 168),
        ("America/New_York", "2026-W10", "2026-03-02T05:00:00.000Z", 167),
        ("America/New_York", "2026-W44", "2026-10-26T04:00:00.000Z", 169),
        ("Pacific/Auckland", "2026-W14", "2026-03-29T11:00:00.000Z", 169),
        ("Pacific/Auckland", "2026-W39", "2026-09-20T12:00:00.000Z", 167),
        ("America/New_York", "2026-W53", "2026-12-28T05:00:00.000Z", 168),
        // Its days begin at one o'clock when clocks change at midnight.
        ("America/Santiago", "2026-W36", "2026-08-31T04:00:00.000Z", 167),
        ("UTC", "1970-W01", "1969-12-29T00:00:00.000Z", 168),
    ])
    func aWeekIsSevenDaysOfTheZone(
        zone: String, week: String, begin: String, hours: Int64
    ) throws {
        let span = try plan(week, in: zone).span
        #expect(span.lowerBound.text == begin)
        #expect(
            span.upperBound.milliseconds - span.lowerBound.milliseconds == hours * 3_600_000)
    }

    // N-75: what is asked for is what is told.
    @Test func theListsAreAskedForTheWeek() throws {
        let plan = DigestFixture.plan
        #expect(plan.week.text == "2026-W07" && plan.today.text == "2026-02-19")
        #expect(plan.contacts[.since] == "2026-02-09T05:00:00.000Z")
        #expect(plan.contacts[.until] == "2026-02-16T04:59:59.999Z")
        #expect(plan.posts[.since] == plan.contacts[.since])
        #expect(plan.posts[.until] == plan.contacts[.until])
        #expect(plan.events?[.period] == "upcoming")
        for zone in [
            plan.contacts.timeZone, plan.posts.timeZone, plan.queue?.timeZone,
            plan.events?.timeZone,
        ] {
            #expect(zone?.value == DigestFixture.zone)
        }
        _ = try plan.contacts.validated()
        _ = try plan.posts.validated()
        _ = try #require(plan.events).validated()
    }

    // N-75: the last week and this one look ahead, older ones do not.
    @Test(arguments: [
        ("2026-W06", true, false), ("2026-W07", true, true), ("2026-W08", true, true),
        ("2026-W09", false, true),
    ])
    func whatIsDueIsToldOfTheNewestWeeks(
        week: String, hasBegun: Bool, looksAhead: Bool
    ) throws {
        let named: ISOWeek = try #require(ISOWeek(text: week))
        let plan = DigestPlan(named, timeZone: DigestFixture.zone, at: DigestFixture.now)
        #expect(plan.hasBegun == hasBegun && plan.looksAhead == looksAhead)
        #expect((plan.queue != nil) == looksAhead && (plan.events != nil) == looksAhead)
        let digest = plan.digest(of: "Player", DigestFixture.answers)
        #expect((digest.overdue != nil) == looksAhead && (digest.events != nil) == looksAhead)
        #expect(digest.parts.count == (looksAhead ? 5 : 3))
    }

    @Test func anUnknownZoneIsUTC() {
        let plan = DigestPlan(timeZone: "Mars/Olympus", at: DigestFixture.now)
        #expect(plan.timeZone == "GMT" && plan.today.text == "2026-02-20")
    }

    // N-75
    @Test func theDigestTellsTheWeek() throws {
        let digest = DigestFixture.digest
        #expect(digest.week == "2026-W07" && digest.familyName == "Player")
        let contacts = try #require(digest.contacts)
        #expect(contacts.total == 5 && contacts.outbound == 2 && contacts.inbound == 3)
        #expect(contacts.types.map(\.type) == [.email, .phoneCall, .text])
        #expect(contacts.members.map(\.name) == ["Ann Player", "Ben Player"])
        #expect(contacts.members.map(\.inbound) == [2, 1])
        #expect(digest.answers?.map(\.name) == ["Pat Doyle", "Duke"])
        #expect(digest.answers?.map(\.count) == [2, 1])
        #expect(digest.answers?.first?.lastOn.text == "2026-02-12")
        #expect(digest.overdue?.map(\.coachName) == ["Kim Old", "Sam Lee"])
        // The fourteenth day, and the first one after it.
        #expect(digest.events?.map(\.name) == ["Winter camp", "Showcase"])
        #expect(digest.posts?.total == 4)
        #expect(digest.unavailable.isEmpty)
    }

    // N-79: an absent service is named, and its part is not taken for empty.
    @Test func anAbsentServiceIsNamed() throws {
        var answers = DigestFixture.answers
        answers.events = nil
        #expect(DigestFixture.plan.digest(of: "P", answers).unavailable == [.events])
        answers = DigestFixture.answers
        answers.queue = nil
        answers.posts = nil
        let digest = DigestFixture.plan.digest(of: "P", answers)
        #expect(digest.unavailable == [.interactions, .analytics])
        #expect(
            digest.parts.map { $0.summary == DigestText.away } == [
                false, false, true, false, true,
            ])
        let none = DigestFixture.plan.digest(of: "P", .init())
        #expect(none.unavailable == [.interactions, .events, .analytics])
        #expect(none.parts.allSatisfy { $0.summary == DigestText.away })
    }

    /// N-75: the figures of random weeks equal a recomputation from the log.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func theCountsEqualARecomputation(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let zones = ["America/New_York", "Pacific/Auckland", "UTC", "Asia/Kathmandu"]
        let zone = zones[Int(seed) % zones.count]
        let first = try #require(CivilDay(text: "2026-03-01")).daysSince1970
        let log = (0..<400).map { number in
            let day = CivilDay(daysSince1970: first + Int64.random(in: 0..<70, using: &numbers))
            // Often at the border of two days.
            let minute = [0, 1_439, Int.random(in: 0..<1_440, using: &numbers)]
                .randomElement(using: &numbers)!
            let at = WallClock.instant(
                of: day, at: LocalTime(hour: minute / 60, minute: minute % 60)!,
                in: TimeZone(identifier: zone)!)
            return (
                day: WallClock.day(of: at, in: TimeZone(identifier: zone)!),
                contact: DigestFixture.contact(
                    UInt64(number), InteractionType.allCases.randomElement(using: &numbers)!,
                    Bool.random(using: &numbers) ? .inbound : .outbound, at: at.text,
                    by: Bool.random(using: &numbers) ? DigestFixture.ann : DigestFixture.ben,
                    coach: ["Al", "Bob", nil].randomElement(using: &numbers)!)
            )
        }
        var counted = 0
        for week in 0..<12 {
            let monday = try #require(ISOWeek(text: "2026-W09")).adding(weeks: Int64(week))
            let plan = DigestPlan(
                monday, timeZone: zone, at: try #require(Instant(text: "2026-08-01T12:00:00Z")))
            let digest = plan.digest(
                of: "P", .init(contacts: DigestFixture.contacts(log.map(\.contact))))
            let expected = log.filter { monday.firstDay <= $0.day && $0.day <= monday.lastDay }
                .map(\.contact)
            let found = try #require(digest.contacts)
            counted += found.total
            #expect(found.total == expected.count)
            #expect(found.inbound == expected.count { $0.direction == .inbound })
            #expect(found.types.reduce(0) { $0 + $1.outbound + $1.inbound } == found.total)
            for row in found.types {
                #expect(
                    row.outbound
                        == expected.count { $0.type == row.type && $0.direction == .outbound })
            }
            for row in found.members {
                #expect(
                    row.outbound + row.inbound == expected.count { $0.loggedBy == row.userID })
            }
            #expect(
                try #require(digest.answers).reduce(0) { $0 + $1.count } == found.inbound)
        }
        #expect(counted == log.count)
    }
}
