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

    // N-12, R-05: a parent reads that one player has written and the other has not.
    @Test
    func playersSeeTheirOwnQueueAndParentsThatOfEachPlayer() throws {
        try harness.log(contact(.outbound, daysAgo: 25))
        #expect(try queue(as: Harness.sibling).isEmpty)
        #expect(try queue(as: Harness.parent).map(\.daysSince) == [25])
        try harness.log(contact(.outbound, daysAgo: 22), as: Harness.sibling)
        #expect(try queue().map(\.daysSince) == [25])
        #expect(try queue().map(\.playerName) == ["Ann Player"])
        #expect(try queue(as: Harness.sibling).map(\.daysSince) == [22])
        #expect(try queue(as: Harness.parent).map(\.daysSince) == [25, 22])
        #expect(
            try queue(as: Harness.parent).map(\.playerName) == ["Ann Player", "Ben Player"])
        #expect(
            try queue(as: Harness.parent).map(\.playerID) == [
                Harness.player.userID, Harness.sibling.userID,
            ])
        try harness.log(contact(.outbound, daysAgo: 1), as: Harness.sibling)
        #expect(try queue(as: Harness.parent).map(\.daysSince) == [25])
        #expect(try queue(as: Harness.stranger).isEmpty)
        let code = refusalCode {
            _ = try harness.call(
                ListFollowUps.self, .init(), as: Harness.stranger, in: Harness.family)
        }
        #expect(code == .notFound)
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
                deletion, coaches: [Harness.coach], in: Harness.family,
                by: Harness.player.userID))
        #expect(try queue().isEmpty)
        try apply(
            DeletionFeed.undone,
            DeletionFeed.OperationPayload(
                operationID: deletion, familyUnitID: Harness.family))
        #expect(try queue() == before)
    }

    /// N-10: of one day, by name as people order names.
    @Test
    func namesAreOrderedWithoutCaseAndAccents() throws {
        let ids = (1...3).map { CoachID(high: 0xC1, low: $0) }
        for (id, name) in zip(ids, ["Zoe", "émile", "Eva"]) {
            try harness.coaches.append(
                CoachesFeed.coachChanged,
                Harness.coachPayload(Harness.family, id, Harness.school, name, "Coach"))
        }
        try harness.service.catchUp(with: [.coaches], by: .now + .seconds(60))
        for id in ids { try harness.log(contact(.outbound, daysAgo: 25, with: id)) }
        #expect(
            try queue().map(\.coachName) == ["émile Coach", "Eva Coach", "Zoe Coach"])
    }

    private func apply(_ type: String, _ payload: some Encodable) throws {
        try harness.coaches.append(type, payload)
        try harness.service.catchUp(with: [.coaches], by: .now + .seconds(60))
    }

    // N-10: a sibling's contacts are not walked over.
    @Test
    func aThousandCoachesAreLookedUpThroughIndexes() throws {
        for sql in FollowUpRepository.statements + [FollowUpsOfErased.coachesStatement] {
            let plan = try harness.service.database.read {
                try $0.queryPlan(sql).joined(separator: "; ")
            }
            #expect(!plan.contains("SCAN"), "\(plan)")
            #expect(!plan.contains("TEMP B-TREE FOR ORDER BY"), "\(plan)")
            guard sql.contains("LEFT JOIN") else { continue }
            #expect(
                plan.contains(
                    "interactions_by_coach (family_unit_id=? AND coach_id=? AND logged_by=?"),
                "\(plan)")
        }
    }
}
