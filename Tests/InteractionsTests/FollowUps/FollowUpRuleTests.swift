import Contracts
import Testing

@testable import Interactions

@Suite("FollowUpRule")
struct FollowUpRuleTests {
    /// Days after 1970-01-01; any day does.
    private static let today = CivilDay(daysSince1970: 20_000)

    private func decision(_ direction: Direction, daysAgo days: Int64) -> FollowUpRule? {
        FollowUpRule(
            last: direction, on: CivilDay(daysSince1970: 20_000 - days), today: Self.today)
    }

    // N-10
    @Test(
        arguments: [
            (13, nil, FollowUpUrgency.none), (14, FollowUpGroup.nextSevenDays, .none),
            (20, .nextSevenDays, .none), (21, .today, .yellow), (22, .overdue, .yellow),
            (29, .overdue, .yellow), (30, .overdue, .red), (100_000, .overdue, .red),
        ] as [(Int64, FollowUpGroup?, FollowUpUrgency)])
    func anOwnContactIsFollowedUpAfterTheCadence(
        days: Int64, group: FollowUpGroup?, urgency: FollowUpUrgency
    ) {
        let rule = decision(.outbound, daysAgo: days)
        #expect(rule?.group == group)
        guard let rule else { return }
        #expect(rule.reason == .cadence)
        #expect(rule.urgency == urgency)
        #expect(rule.daysSince == Int(days))
        #expect(rule.dueOn.daysSince1970 == 20_000 - days + 21)
    }

    // N-11
    @Test(
        arguments: [
            (0, FollowUpGroup.today, FollowUpUrgency.none), (1, .overdue, .none),
            (20, .overdue, .none), (21, .overdue, .yellow), (30, .overdue, .red),
        ] as [(Int64, FollowUpGroup, FollowUpUrgency)])
    func anInboundContactIsAnsweredAtOnce(
        days: Int64, group: FollowUpGroup, urgency: FollowUpUrgency
    ) throws {
        let rule = try #require(decision(.inbound, daysAgo: days))
        #expect(rule.reason == .answer)
        #expect(rule.group == group)
        #expect(rule.urgency == urgency)
        #expect(rule.dueOn.daysSince1970 == 20_000 - days)
    }
}
