import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Notifications

@Suite("Reminders of overdue follow-ups (N-19)")
struct ReminderTests {
    private static let nudge = NudgeID(high: 0x2A, low: 1)
    private let harness: NotificationsHarness

    init() throws { harness = try NotificationsHarness() }

    private func tell(
        _ recipients: [ServiceFixture.Person], _ id: NudgeID = nudge,
        at milliseconds: Int64 = 1, due: String = "2026-02-06"
    ) throws {
        try harness.interactions.append(
            InteractionsFeed.followUpNudged,
            InteractionsFeed.NudgePayload(
                id: id, familyUnitID: harness.family.id, playerID: harness.player.userID,
                playerName: "Ann Player", coachID: Household.coach, coachName: "Carl Coach",
                reason: .cadence, dueOn: try #require(CivilDay(text: due)),
                recipients: recipients.map(\.userID)),
            at: Household.time(milliseconds))
    }

    // N-19, N-77
    @Test func whoIsNamedIsRemindedAndNobodyElse() throws {
        try tell([harness.player, harness.parent])
        let own = try harness.list(harness.player)
        let row = try #require(own.notifications.first)
        #expect(own.total == 1 && own.unread == 1)
        #expect(row.type == .followUpReminder && row.priority == .normal)
        #expect(row.title == "Follow up with Carl Coach")
        #expect(row.message == "Keep in touch: due since Feb 6, 2026.")
        #expect(row.relatedEntityType == .followUp)
        #expect(row.relatedEntityID.text == Self.nudge.text)
        #expect(row.scheduledFor == Household.time(1))
        #expect(
            try harness.list(harness.parent).notifications.map(\.message)
                == ["Keep in touch: due since Feb 6, 2026, for Ann Player."])
        for person in [harness.sibling, harness.secondParent, harness.stranger] {
            #expect(try harness.counts(person).total == 0)
        }
    }

    // N-77: a list holds one reminder of each follow-up, the newest, which is unread.
    @Test func aNewReminderTakesThePlaceOfTheOneBefore() throws {
        try tell([harness.player])
        try tell([harness.player], NudgeID(high: 0x2A, low: 2), at: 2)
        _ = try harness.list(harness.player)
        _ = try harness.fixture.call(
            MarkNotificationsRead.self, .everything, as: harness.player)
        #expect(try harness.counts(harness.player) == NotificationCounts(total: 2, unread: 0))
        try tell([harness.player], at: 9, due: "2026-02-13")
        let page = try harness.list(harness.player)
        #expect(page.total == 2 && page.unread == 1)
        let row = try #require(page.notifications.first)
        #expect(row.relatedEntityID.text == Self.nudge.text && row.readAt == nil)
        #expect(row.message == "Keep in touch: due since Feb 13, 2026.")
    }

    // N-19: what was read stays read when the feed is read again.
    @Test func readingTheFeedAgainRemindsNobodyTwice() throws {
        try tell([harness.player])
        try tell([harness.player], at: 8)
        _ = try harness.list(harness.player)
        _ = try harness.fixture.call(
            MarkNotificationsRead.self, .everything, as: harness.player)
        let before = try harness.rows()
        harness.interactions.beginAnew()
        #expect(try harness.rows() == before)
        #expect(try harness.counts(harness.player) == NotificationCounts(total: 1, unread: 0))
    }

    // N-77
    @Test func remindersOfAnErasedCoachAreErased() throws {
        try tell([harness.player, harness.parent])
        try tell([harness.player], NudgeID(high: 0x2A, low: 2), at: 2)
        try harness.interactions.append(
            InteractionsFeed.nudgesErased,
            InteractionsFeed.RemovedPayload(
                familyUnitID: harness.family.id, ids: [Self.nudge.text]))
        #expect(try harness.counts(harness.player).total == 1)
        #expect(try harness.counts(harness.parent).total == 0)
    }

    // N-77: a contact that names no coach is erased with its reminders.
    @Test func remindersOfAnErasedContactAreErased() throws {
        let contact = InteractionID(high: 0x1E, low: 5)
        try harness.interactions.append(
            InteractionsFeed.followUpNudged,
            InteractionsFeed.NudgePayload(
                id: NudgeID(RecordID(contact)), familyUnitID: harness.family.id,
                playerID: harness.player.userID, playerName: "Ann Player", coachID: nil,
                contactID: contact, coachName: nil, schoolName: "Texas A&M", reason: .answer,
                dueOn: try #require(CivilDay(text: "2026-02-06")),
                recipients: [harness.player.userID]),
            at: Household.time(1))
        let row = try #require(try harness.list(harness.player).notifications.first)
        #expect(row.title == "Follow up with a coach at Texas A&M")
        #expect(row.message == "Answer them: due since Feb 6, 2026.")
        try tell([harness.player], at: 2)
        try harness.interactions.append(
            TrashFeed.purged,
            TrashFeed.PurgedPayload(
                operationID: OperationID(high: 1, low: 1), kind: DeleteInteraction.name,
                actor: harness.player.userID, counts: ["interactions": 1], ids: [contact.text]))
        #expect(
            try harness.list(harness.player).notifications.map(\.title)
                == ["Follow up with Carl Coach"])
    }

    // N-77: nobody else marks or reads them.
    @Test func remindersBelongToOneUser() throws {
        try tell([harness.player])
        let id = try #require(try harness.list(harness.player).notifications.first).id
        for person in [harness.sibling, harness.parent, harness.stranger] {
            let refusal = harness.fixture.refusal(
                of: MarkNotificationsRead.self, .init(ids: [id]), as: person)
            #expect(refusal?.code == .notFound)
        }
        #expect(try harness.counts(harness.player).unread == 1)
    }
}
