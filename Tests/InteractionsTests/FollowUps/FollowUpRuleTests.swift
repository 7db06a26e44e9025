import Contracts
import Foundation
import Testing

@testable import Interactions

@Suite("FollowUpRule")
struct FollowUpRuleTests {
    /// Days after 1970-01-01; any day does.
    private static let today = CivilDay(daysSince1970: 20_000)

    /// Noon of a day.
    private static func noon(_ day: Int64) -> Instant {
        Instant(milliseconds: (day * 24 + 12) * 3_600_000)
    }

    private func decide(
        _ direction: Direction?, daysAgo days: Int64 = 0,
        _ settings: FollowUpSettings = FollowUpSettings()
    ) -> FollowUpRule? {
        let last = direction.map { LastContact(at: Self.noon(20_000 - days), direction: $0) }
        return FollowUpRule(last, settings, in: .gmt)
    }

    private static func decided(
        _ kind: FollowUpDecision, _ reason: FollowUpReason, due: Int64, daysAgo days: Int64 = 0
    ) -> FollowUpSettings {
        FollowUpSettings(
            decision: FollowUpSettings.Decision(
                kind: kind, reason: reason, dueOn: CivilDay(daysSince1970: due),
                at: noon(20_000 - days)))
    }

    // N-10, N-18
    @Test(
        arguments: [
            (13, FollowUpGroup.later, FollowUpUrgency.none), (14, .nextSevenDays, .none),
            (20, .nextSevenDays, .none), (21, .today, .yellow), (22, .overdue, .yellow),
            (29, .overdue, .yellow), (30, .overdue, .red), (100_000, .overdue, .red),
        ] as [(Int64, FollowUpGroup, FollowUpUrgency)])
    func anOwnContactIsFollowedUpAfterTheCadence(
        days: Int64, group: FollowUpGroup, urgency: FollowUpUrgency
    ) throws {
        let rule = try #require(decide(.outbound, daysAgo: days))
        #expect(rule.group(on: Self.today) == group)
        #expect(rule.reason == .cadence && rule.decision == nil)
        #expect(rule.urgency(on: Self.today) == urgency)
        #expect(rule.dueOn.daysSince1970 == 20_000 - days + 21)
        #expect(rule.daysOverdue(on: Self.today) == Int(days) - 21)
    }

    // N-11, N-18: who waits for an answer is due on the day of the contact.
    @Test(
        arguments: [
            (0, FollowUpGroup.today, FollowUpUrgency.yellow), (1, .overdue, .yellow),
            (8, .overdue, .yellow), (9, .overdue, .red),
        ] as [(Int64, FollowUpGroup, FollowUpUrgency)])
    func anInboundContactIsAnsweredAtOnce(
        days: Int64, group: FollowUpGroup, urgency: FollowUpUrgency
    ) throws {
        let rule = try #require(decide(.inbound, daysAgo: days))
        #expect(rule.reason == .answer)
        #expect(rule.group(on: Self.today) == group)
        #expect(rule.urgency(on: Self.today) == urgency)
        #expect(rule.dueOn.daysSince1970 == 20_000 - days)
    }

    // N-13: an answer is due at once, whatever the cadence.
    @Test func aPlayersOwnCadenceCounts() throws {
        for days in [FollowUpLimit.cadence.lowerBound, 90, FollowUpLimit.cadence.upperBound] {
            let settings = FollowUpSettings(cadenceDays: days)
            let own = try #require(decide(.outbound, daysAgo: 2, settings))
            #expect(own.dueOn.daysSince1970 == 19_998 + Int64(days))
            #expect(try #require(decide(.inbound, settings)).dueOn == Self.today)
        }
    }

    // N-14: a contact of the same time is not after the decision.
    @Test func aDecisionHoldsUntilAContactAfterIt() throws {
        for kind in FollowUpDecision.allCases {
            let settings = Self.decided(kind, .cadence, due: 20_100, daysAgo: 5)
            for direction in Direction.allCases {
                for days: Int64 in [5, 6] {
                    let held = try #require(decide(direction, daysAgo: days, settings))
                    #expect(held.dueOn.daysSince1970 == 20_100 && held.decision == kind)
                }
                let over = try #require(decide(direction, daysAgo: 4, settings))
                #expect(over == decide(direction, daysAgo: 4))
            }
        }
    }

    // N-14: a day can be planned before the first contact.
    @Test func withoutAContactOnlyADecisionIsDue() {
        #expect(decide(nil) == nil)
        #expect(decide(nil, FollowUpSettings(cadenceDays: 7)) == nil)
        let planned = decide(nil, Self.decided(.date, .planned, due: 20_003))
        #expect(planned?.reason == .planned && planned?.dueOn.daysSince1970 == 20_003)
    }

    // N-15: the rhythm stays, and the next day is after today.
    @Test(
        arguments: [
            (-3, 10, 13), (-1, 10, 11), (0, 10, 10), (1, 10, 9), (9, 10, 1), (10, 10, 10),
            (11, 10, 9), (100, 7, 5), (5, 1, 1),
        ] as [(Int64, Int, Int64)])
    func aSkippedContactMovesByTheCadence(overdue: Int64, cadence: Int, ahead: Int64) throws {
        let rule = try #require(
            decide(nil, Self.decided(.date, .planned, due: 20_000 - overdue)))
        let day = rule.skipped(every: cadence, today: Self.today)
        #expect(day.daysSince1970 == 20_000 + ahead)
    }

    /// No day traps, not even at the end of the calendar.
    @Test func theLastDayOfTheCalendarIsTheEnd() throws {
        let last = try #require(CivilDay(text: "9999-12-31"))
        #expect(FollowUpRule.day(last, plus: 1) == last)
        #expect(FollowUpRule.day(Self.today, plus: 365).daysSince1970 == 20_365)
    }
}
