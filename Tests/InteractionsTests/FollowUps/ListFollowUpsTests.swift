import Contracts
import DataServiceKit
import Foundation
import Storage
import Support
import Testing

@testable import Interactions

@Suite("queue.list")
struct ListFollowUpsTests {
    private let harness: Harness

    init() throws { harness = try Harness(isFollowing: true) }

    private func contact(
        _ direction: Direction, daysAgo days: Int, with coach: CoachID? = Harness.coach
    ) -> CreateInteraction.Request {
        let at = Harness.now.advanced(by: .milliseconds(-days * 86_400_000))
        var form = Harness.form(.email, direction, at: at)
        form.schoolID = FormField(coach == nil ? Harness.school.text : nil)
        form.coachID = FormField(coach?.text)
        return form
    }

    private func queue(
        as viewer: Viewer = Harness.player, zone: String? = nil
    ) throws -> [FollowUp] {
        try harness.call(ListFollowUps.self, .init(timeZone: zone), as: viewer).followUps
    }

    // N-10
    @Test
    func aCoachStandsInTheQueueFromTheFirstContactOn() throws {
        #expect(try queue().isEmpty)
        try harness.log(contact(.outbound, daysAgo: 40, with: nil))
        #expect(try queue().isEmpty)
        try harness.log(contact(.outbound, daysAgo: 31))
        let found = try #require(try queue().first)
        #expect(found.coachID == Harness.coach)
        #expect(found.coachName == "Carl Coach")
        #expect(found.schoolName == "Duke University")
        #expect(found.dueOn.text == "2026-01-31")
        #expect(found.daysSince == 31)
        #expect(found.group == .overdue)
        #expect(found.urgency == .red)
    }

    // N-10
    @Test
    func anyContactArmsAnewButNoneOfTheFuture() throws {
        try harness.log(contact(.inbound, daysAgo: 31))
        try harness.log(contact(.outbound, daysAgo: -1))
        #expect(try queue().map(\.reason) == [.answer])
        try harness.log(contact(.outbound, daysAgo: 15))
        #expect(try queue().map(\.group) == [.nextSevenDays])
        let last = try harness.log(contact(.outbound, daysAgo: 0))
        #expect(try queue().isEmpty)
        _ = try harness.call(DeleteInteraction.self, .init(id: last.id), as: Harness.player)
        #expect(try queue().map(\.group) == [.nextSevenDays])
    }

    /// N-11: times are typed to the minute, so that a contact and its answer can have the same one.
    @Test
    func anAnswerCanHaveTheTimeOfItsContact() throws {
        try harness.log(contact(.inbound, daysAgo: 5))
        try harness.log(contact(.outbound, daysAgo: 5))
        try harness.log(contact(.inbound, daysAgo: 5))
        #expect(try queue().isEmpty)
    }

    // N-11
    @Test
    func anInboundContactWaitsForAnAnswerAtOnce() throws {
        try harness.log(contact(.outbound, daysAgo: 30, with: Harness.secondCoach))
        try harness.log(contact(.outbound, daysAgo: 5))
        try harness.log(contact(.inbound, daysAgo: 0))
        let found = try queue()
        #expect(found.map(\.coachID) == [Harness.secondCoach, Harness.coach])
        #expect(found.map(\.reason) == [.cadence, .answer])
        #expect(found.map(\.group) == [.overdue, .today])
    }

    // N-12, R-05
    @Test
    func playersSeeTheirOwnContactsAndParentsTheFamilys() throws {
        try harness.log(contact(.outbound, daysAgo: 25))
        #expect(try queue(as: Harness.sibling).isEmpty)
        #expect(try queue(as: Harness.parent).map(\.daysSince) == [25])
        try harness.log(contact(.outbound, daysAgo: 22), as: Harness.sibling)
        #expect(try queue().map(\.daysSince) == [25])
        #expect(try queue(as: Harness.sibling).map(\.daysSince) == [22])
        #expect(try queue(as: Harness.parent).map(\.daysSince) == [22])
        #expect(try queue(as: Harness.stranger).isEmpty)
        let refusal = #expect(throws: ServiceError.self) {
            try harness.call(
                ListFollowUps.self, .init(), as: Harness.stranger, in: Harness.family)
        }
        #expect(refusal?.code == .notFound)
    }

    // N-10, T-14: the clock of the harness stands at noon UTC.
    @Test
    func daysAreThoseOfTheReadersZone() throws {
        try harness.log(contact(.outbound, daysAgo: 21))
        #expect(try queue().map(\.group) == [.today])
        var late = contact(.outbound, daysAgo: 0, with: Harness.secondCoach)
        late.occurredAt = FormField("2026-01-21T03:00:00.000Z")
        try harness.log(late)
        func due(_ zone: String?) throws -> String? {
            try queue(zone: zone).first { $0.coachID == Harness.secondCoach }?.dueOn.text
        }
        #expect(try due("UTC") == "2026-02-11")
        #expect(try due(nil) == "2026-02-10")
        let refusal = #expect(throws: ServiceError.self) { try queue(zone: "Mars/Olympus") }
        #expect(refusal?.code == .validationFailed)
    }

    // N-10
    @Test
    func aDeletedCoachLeavesTheQueueAndAnUndoBringsTheCoachBack() throws {
        try harness.log(contact(.outbound, daysAgo: 25))
        let before = try queue()
        let deletion = OperationID(high: 0x0F, low: 1)
        try apply(
            DeletionFeed.requested,
            DeletionFeed.RequestedPayload(
                operationID: deletion, familyUnitID: Harness.family, kind: .coach,
                id: RecordID(high: Harness.coach.high, low: Harness.coach.low),
                coachIDs: [Harness.coach], actor: Harness.player.userID))
        #expect(try queue().isEmpty)
        try apply(
            DeletionFeed.undone,
            DeletionFeed.OperationPayload(
                operationID: deletion, familyUnitID: Harness.family))
        #expect(try queue() == before)
    }

    private func apply(_ type: String, _ payload: some Encodable) throws {
        try harness.coaches.append(type, payload)
        try harness.service.catchUp(with: [.coaches], by: .now + .seconds(60))
    }

    // N-10, N-11: the statement finds what a plain walk over the whole log finds.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func theQueueEqualsARecomputation(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        var log: [(coach: CoachID, logger: UserID, at: Instant, direction: Direction)] = []
        for _ in 0..<60 {
            let coach = Bool.random(using: &numbers) ? Harness.coach : Harness.secondCoach
            let viewer = Bool.random(using: &numbers) ? Harness.player : Harness.sibling
            let direction: Direction = Bool.random(using: &numbers) ? .inbound : .outbound
            let form = contact(
                direction, daysAgo: Int.random(in: -1..<45, using: &numbers), with: coach)
            let stored = try harness.log(form, as: viewer)
            if Int.random(in: 0..<2, using: &numbers) == 0 {
                _ = try harness.call(DeleteInteraction.self, .init(id: stored.id), as: viewer)
            } else if let at = stored.occurredAt, at <= Harness.now {
                log.append((coach, viewer.userID, at, direction))
            }
            for viewer in [Harness.player, Harness.sibling, Harness.parent] {
                let visible = log.filter {
                    viewer.role == .parent || $0.logger == viewer.userID
                }
                let found = try queue(as: viewer, zone: "UTC")
                for coach in [Harness.coach, Harness.secondCoach] {
                    let contacts = visible.filter { $0.coach == coach }
                    let last = contacts.map(\.at).max()
                    // Of contacts at the same time, an outbound one is the answer.
                    let isAnswered = contacts.contains {
                        $0.at == last && $0.direction == .outbound
                    }
                    let expected = last.flatMap {
                        FollowUpRule(
                            last: isAnswered ? .outbound : .inbound,
                            on: WallClock.day(of: $0, in: .gmt),
                            today: WallClock.day(of: Harness.now, in: .gmt))
                    }
                    let row = found.first { $0.coachID == coach }
                    #expect(row?.dueOn == expected?.dueOn && row?.reason == expected?.reason)
                    if let row { #expect(row.lastContactAt == last) }
                }
            }
        }
    }

    // N-10
    @Test
    func aThousandCoachesAreLookedUpThroughIndexes() throws {
        let plan = try harness.service.database.read {
            try $0.queryPlan(FollowUpRepository.lastContacts).joined(separator: "; ")
        }
        #expect(!plan.contains("SCAN"), "\(plan)")
        #expect(!plan.contains("TEMP B-TREE FOR ORDER BY"), "\(plan)")
        #expect(plan.contains("interactions_by_coach (family_unit_id=? AND coach_id=?"), "\(plan)")
    }
}
