import Contracts
import Testing

@testable import Interactions

@Suite("queue: whom to remind of")
struct NudgeRuleTests {
    private let rule = NudgeRule(today: CivilDay(daysSince1970: 20_000))

    private func nudge(_ daysAgo: Int64) -> LastNudge {
        LastNudge(
            id: NudgeID(high: 1, low: 1), version: 1,
            day: CivilDay(daysSince1970: 20_000 - daysAgo))
    }

    private func candidate(
        _ number: UInt64, due daysAgo: Int64 = 1, last: Int64? = nil
    ) -> NudgeRule.Candidate {
        NudgeRule.Candidate(
            state: FollowUpState(
                coachID: CoachID(high: 1, low: number), coachName: "C", schoolID: nil,
                schoolName: nil, settings: FollowUpSettings()),
            reason: .cadence, dueOn: CivilDay(daysSince1970: 20_000 - daysAgo),
            last: last.map(nudge))
    }

    private func chosen(
        _ overdue: [NudgeRule.Candidate], after daysAgo: [Int64] = []
    ) -> [UInt64] {
        rule.chosen(from: overdue, after: daysAgo.map(nudge)).map(\.state.entryID.low)
    }

    // N-19: a week, and a day less; a reminder of a clock that was ahead does not count for long.
    @Test(arguments: [
        (nil, true), (7, true), (6, false), (0, false), (-6, false), (-7, true), (400, true),
        (-4_000, true),
    ])
    func aReminderCountsForAWeek(daysAgo: Int64?, isReady: Bool) {
        #expect(rule.isReady(daysAgo.map(nudge)) == isReady)
    }

    // N-78
    @Test func thoseNeverRemindedOfComeFirst() {
        let overdue = [
            candidate(1, due: 90, last: 7), candidate(2, due: 3), candidate(3, due: 80, last: 9),
            candidate(4, due: 5), candidate(5, due: 400, last: 6), candidate(6, due: 5),
        ]
        #expect(chosen(overdue) == [4, 6, 2, 3, 1])
    }

    // N-78: the limit, and one past it, whatever was told before on the same day.
    @Test func aDayHasFiveReminders() {
        let overdue = (1...9).map { candidate($0) }
        #expect(chosen(overdue) == [1, 2, 3, 4, 5])
        #expect(chosen(overdue, after: [0, 0, 0, 1]) == [1, 2])
        #expect(chosen(overdue, after: [0, 0, 0, 0]) == [1])
        #expect(chosen(overdue, after: [0, 0, 0, 0, 0]).isEmpty)
        #expect(chosen(overdue, after: [0, 0, 0, 0, 0, 0]).isEmpty)
    }
}
