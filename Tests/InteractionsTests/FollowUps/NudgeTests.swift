import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import Interactions

@Suite("queue: reminders of overdue follow-ups")
struct NudgeTests {
    private typealias Payload = InteractionsFeed.NudgePayload

    private let harness: Harness
    private let clock = MovedClock(Harness.now)

    init() throws { harness = try Harness(clock: clock.clock) }

    // MARK: Acts

    private func wish(
        _ isWished: Bool, _ viewer: Viewer, _ type: String = IdentityFeed.memberChanged
    ) throws {
        let change = try Harness.change(
            type,
            IdentityFeed.MemberPayload(
                familyUnitID: viewer.family, userID: viewer.userID, fullName: viewer.name,
                role: viewer.role, inboundAlerts: true, followUpReminders: isWished))
        try harness.service.database.write {
            try IdentityReplica(revocations: RevocationList()).apply(change, in: $0)
            try ReminderWishes().apply(change, in: $0)
        }
    }

    private func log(
        _ direction: Direction, daysAgo days: Int, with coach: CoachID = Harness.coach,
        as viewer: Viewer = Harness.player
    ) throws {
        let at = clock.now.advanced(by: .seconds(-days * 86_400))
        var form = Harness.form(.email, direction, at: at)
        form.schoolID = FormField(nil)
        form.coachID = FormField(coach.text)
        try harness.log(form, as: viewer)
    }

    /// Does what the housekeeper does every minute, and waits for it.
    private func keepHouse() throws {
        harness.service.doHousekeeping()
        // The writer does one thing after the other; a step with more to do asks for another.
        for _ in 0..<12 { try harness.service.database.write { _ in } }
    }

    private func nudges() throws -> [Payload] {
        try harness.service.database.read { transaction in
            try transaction.rows(
                "SELECT payload FROM changes WHERE type = ?1 ORDER BY seq",
                InteractionsFeed.followUpNudged
            ) { row in
                try JSONCoding.decodeResponse(Payload.self, from: Array(try row.text(0).utf8))
            }
        }
    }

    /// The reminders that one more day makes.
    private func nextDay(_ days: Int = 1) throws -> [Payload] {
        let before = try nudges().count
        clock.advance(.seconds(days * 86_400))
        try keepHouse()
        return Array(try nudges().dropFirst(before))
    }

    // MARK: Tests

    // N-19: nobody is reminded without asking, and once is enough for a week.
    @Test func anOverdueFollowUpIsToldOnceAWeek() throws {
        try log(.outbound, daysAgo: 25)
        try keepHouse()
        #expect(try nudges().isEmpty)
        try wish(true, Harness.player)
        try keepHouse()
        let first = try #require(try nudges().first)
        #expect(try nudges().count == 1)
        #expect(first.coachName == "Carl Coach" && first.playerName == "Ann Player")
        #expect(first.recipients == [Harness.player.userID] && first.reason == .cadence)
        #expect(first.dueOn.text == "2026-02-06")
        try keepHouse()
        for _ in 0..<6 { #expect(try nextDay().isEmpty) }
        let second = try nextDay()
        #expect(second == [first])
        #expect(try nextDay().isEmpty)
        // A contact arms it anew; the next reminder is 22 days later.
        try log(.outbound, daysAgo: 0)
        #expect(try nextDay(21).isEmpty)
        #expect(try nextDay().count == 1)
    }

    // N-19: due today is not overdue, and an answer is due at once.
    @Test func onlyWhatIsOverdueIsTold() throws {
        try wish(true, Harness.player)
        try log(.outbound, daysAgo: 21)
        try log(.inbound, daysAgo: 0, with: Harness.secondCoach)
        try keepHouse()
        #expect(try nudges().isEmpty)
        let told = try nextDay()
        #expect(Set(told.map(\.coachName)) == ["Carl Coach", "Dora O'Brien"])
        #expect(Set(told.map(\.reason)) == [.answer, .cadence])
    }

    // N-77, R-05: whose it is, and the parents; no sibling and no other family.
    @Test func siblingsAndOthersAreNotTold() throws {
        for viewer in Harness.members { try wish(true, viewer) }
        try log(.outbound, daysAgo: 25)
        try log(.outbound, daysAgo: 26, as: Harness.sibling)
        try log(.outbound, daysAgo: 27, with: Harness.foreignCoach, as: Harness.stranger)
        try keepHouse()
        let told = try nudges()
        #expect(told.count == 3)
        func recipients(_ player: Viewer) -> [UserID]? {
            told.first { $0.playerID == player.userID }?.recipients
        }
        let parents = [Harness.parent.userID, Harness.otherParent.userID]
        #expect(recipients(Harness.player) == [Harness.player.userID] + parents)
        #expect(recipients(Harness.sibling) == [Harness.sibling.userID] + parents)
        #expect(recipients(Harness.stranger) == [Harness.stranger.userID])
        // Two reminders of one coach to two players are two records.
        #expect(Set(told.map(\.id)).count == 3)
        // A parent alone is told of all players.
        for viewer in Harness.members where viewer.userID != Harness.parent.userID {
            try wish(false, viewer)
        }
        let later = try nextDay(7)
        #expect(later.map(\.recipients) == [[Harness.parent.userID], [Harness.parent.userID]])
        // Who has left is told nothing.
        try wish(true, Harness.parent, IdentityFeed.memberRemoved)
        #expect(try nextDay(7).isEmpty)
        #expect(try count("nudge_times") == 0 && count("reminder_wishes") == 0)
    }

    // N-77: reminders are in nobody's history.
    @Test func theHistoryDoesNotTellThem() throws {
        try wish(true, Harness.player)
        try log(.outbound, daysAgo: 25)
        try keepHouse()
        #expect(try nudges().count == 1)
        for viewer in [Harness.player, Harness.parent] {
            #expect(try harness.history(as: viewer).map(\.type) == [InteractionsFeed.created])
        }
    }

    // N-78: a clock that jumped reminds of nothing until it is trusted, and then of a few.
    @Test func aJumpOfTheClockMakesNoFlood() throws {
        try wish(true, Harness.player)
        try log(.outbound, daysAgo: 25)
        try keepHouse()
        #expect(try nudges().count == 1)
        clock.jump(.seconds(400 * 86_400))
        try keepHouse()
        #expect(try nudges().count == 1)
        // Set right again: the week goes on.
        clock.jump(.seconds(-400 * 86_400))
        for _ in 0..<6 { #expect(try nextDay().isEmpty) }
        #expect(try nextDay().count == 1)
        // A jump that stays is trusted after a day, and reminds of each coach once.
        clock.jump(.seconds(400 * 86_400))
        try keepHouse()
        #expect(try nextDay(2).count == 1)
        clock.jump(.seconds(-400 * 86_400))
        try keepHouse()
        #expect(try nextDay(2).count == 1)
        for _ in 0..<6 { #expect(try nextDay().isEmpty) }
        #expect(try nextDay().count == 1)
    }

    // N-78: many coaches are told over several days.
    @Test func aDayHasALimit() throws {
        try wish(true, Harness.player)
        let ids = (1...12).map { CoachID(high: 0xC1, low: $0) }
        try harness.service.database.write { transaction in
            for id in ids {
                try CoachesReplica().apply(
                    Harness.change(
                        CoachesFeed.coachChanged,
                        Harness.coachPayload(
                            Harness.family, id, Harness.school, "Coach", "\(id.low)")),
                    in: transaction)
            }
        }
        for id in ids { try log(.outbound, daysAgo: 60, with: id) }
        try keepHouse()
        #expect(try nudges().count == FollowUpLimit.nudgesPerDayMax)
        // Asking anew does not get around the limit.
        try wish(false, Harness.player)
        try wish(true, Harness.player)
        try keepHouse()
        #expect(try nudges().count == FollowUpLimit.nudgesPerDayMax)
        #expect(try nextDay().count == FollowUpLimit.nudgesPerDayMax)
        #expect(try nextDay().count == 2)
        #expect(Set(try nudges().map(\.coachID)) == Set(ids))
        #expect(try nextDay().isEmpty)
    }

    // N-77: erased with the coach.
    @Test func remindersOfAnErasedCoachAreErased() throws {
        try wish(true, Harness.player)
        try log(.outbound, daysAgo: 25)
        try keepHouse()
        let nudge = try #require(try nudges().first)
        #expect(try count("nudges") == 1)
        let removed = CoachesFeed.RemovedPayload(
            familyUnitID: Harness.family, ids: [Harness.coach.text])
        harness.service.addHousekeeping("erase") { unit in
            try FollowUpsOfErased().apply(
                Harness.change(CoachesFeed.coachesRemoved, removed), in: unit)
            return false
        }
        try keepHouse()
        #expect(try count("nudges") == 0)
        let told = try harness.service.database.read { transaction in
            try transaction.rows(
                "SELECT payload FROM changes WHERE type = ?1", InteractionsFeed.nudgesErased
            ) { try $0.text(0) }
        }
        #expect(told.count == 1 && told.first?.contains(nudge.id.text) == true)
    }

    // N-19: a year of days with restarts of the machine and other chores: never twice in a week.
    @Test(arguments: 0..<3 as Range<UInt64>)
    func noCoachIsToldTwiceInAWeek(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        try wish(true, Harness.player)
        try wish(true, Harness.parent)
        var told: [NudgeID: [CivilDay]] = [:]
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        var seen = 0
        for _ in 0..<365 {
            switch Int.random(in: 0..<12, using: &numbers) {
            case 0: try log(.outbound, daysAgo: 0)
            case 1: try log(.inbound, daysAgo: 0, with: Harness.secondCoach)
            case 2: try wish(Bool.random(using: &numbers), Harness.player)
            case 3:
                // Off for a while.
                clock.jump(.seconds(Int.random(in: 0..<9, using: &numbers) * 86_400))
                clock.restartMachine()
            default: break
            }
            clock.advance(.seconds(Int.random(in: 0..<172_800, using: &numbers)))
            try keepHouse()
            try keepHouse()
            let all = try nudges()
            for nudge in all.dropFirst(seen) {
                told[nudge.id, default: []].append(WallClock.day(of: clock.now, in: zone))
                #expect(nudge.dueOn < WallClock.day(of: clock.now, in: zone))
            }
            seen = all.count
        }
        #expect(seen > 20 && told.count == 2)
        for days in told.values {
            for (one, next) in zip(days, days.dropFirst()) {
                #expect(next.daysSince1970 - one.daysSince1970 >= 7)
            }
        }
    }

    // N-19
    @Test func remindersAreFoundThroughIndexes() throws {
        for sql in NudgeRepository.statements {
            let plan = try harness.service.database.read {
                try $0.queryPlan(sql).joined(separator: "; ")
            }
            #expect(!plan.contains("SCAN"), "\(plan)")
            #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
        }
    }

    private func count(_ table: StaticString) throws -> Int {
        try harness.service.database.read {
            try $0.count(
                "SELECT count(*) FROM \(table) WHERE family_unit_id = ?1", Harness.family)
        }
    }
}
