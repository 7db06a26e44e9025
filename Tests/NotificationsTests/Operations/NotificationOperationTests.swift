import Contracts
import ServiceKit
import Support
import Testing

@testable import Notifications

@Suite("Notifications are listed, counted and marked as read (D-46)")
struct NotificationOperationTests {
    private let harness: NotificationsHarness
    private var fixture: ServiceFixture { harness.fixture }

    init() throws {
        harness = try NotificationsHarness()
        // Two of one millisecond among them.
        for time: Int64 in [10, 20, 20, 30] {
            try harness.family.log(by: harness.player.userID, at: time)
        }
    }

    @discardableResult
    private func mark(
        _ request: MarkNotificationsRead.Request, as person: ServiceFixture.Person? = nil,
        key: IdempotencyKey? = nil, isDryRun: Bool = false
    ) throws -> MarkNotificationsRead.Response {
        try fixture.call(
            MarkNotificationsRead.self, request, as: person ?? harness.parent, key: key,
            isDryRun: isDryRun)
    }

    // MARK: List and counts

    @Test func theNewestComesFirstAndTheOrderIsStable() throws {
        let rows = try harness.list(harness.parent).notifications
        #expect(
            rows.map(\.scheduledFor)
                == [Household.time(30), Household.time(20), Household.time(20), Household.time(10)])
        #expect(rows[1].id < rows[2].id)
        #expect(try harness.list(harness.parent).notifications == rows)
    }

    @Test func aLimitCutsRowsAndNotCounts() throws {
        let all = try harness.list(harness.parent).notifications
        let page = try harness.list(harness.parent, limit: 2)
        #expect(page.notifications == Array(all.prefix(2)))
        #expect(page.total == 4 && page.unread == 4)
        #expect(try harness.list(harness.parent, limit: 100).notifications == all)
    }

    @Test func onlyUnreadOnesAreListedOnDemand() throws {
        let all = try harness.list(harness.parent).notifications
        try mark(.init(ids: [all[1].id]))
        let page = try harness.list(harness.parent, unread: true)
        #expect(page.notifications.map(\.id) == [all[0].id, all[2].id, all[3].id])
        #expect(page.total == 4 && page.unread == 3)
        #expect(try harness.list(harness.parent, unread: false).notifications.count == 4)
        #expect(try harness.list(harness.parent, unread: true, limit: 1).notifications.count == 1)
        #expect(try harness.counts(harness.parent) == NotificationCounts(total: 4, unread: 3))
    }

    @Test func theListAnswersWithEveryKey() throws {
        try harness.settle()
        let json = try fixture.answer(ListNotifications.self, .init(limit: 1), as: harness.parent)
            .json
        let text = String(decoding: json, as: UTF8.self)
        for key in [
            "\"notifications\":[{", "\"total\":4", "\"unread\":4", "\"user_id\":", "\"title\":",
            "\"family_unit_id\":", "\"type\":\"inbound_interaction\"", "\"message\":",
            "\"priority\":\"normal\"", "\"related_entity_type\":\"interaction\"",
            "\"related_entity_id\":", "\"scheduled_for\":\"2026-02-10T12:00:00.030Z\"",
            "\"read_at\":null",
        ] {
            #expect(text.contains(key), "\(key)")
        }
    }

    @Test(arguments: [0, -1])
    func aLimitStartsAtOne(limit: Int) {
        let refusal = fixture.refusal(
            of: ListNotifications.self, .init(limit: limit), as: harness.parent)
        #expect(refusal?.errors == ["limit": "Limit must be a whole number from 1"])
    }

    // MARK: Mark as read

    @Test func oneOrSeveralAreMarkedOnce() throws {
        let all = try harness.list(harness.parent).notifications
        let first = try mark(.init(ids: [all[0].id, all[3].id, all[0].id]))
        #expect(first.marked == 2 && first.unread == 2)
        let again = try mark(.init(ids: [all[0].id]))
        #expect(again.marked == 0 && again.unread == 2)
        let marked = try harness.list(harness.parent).notifications
        #expect(marked.map { $0.readAt != nil } == [true, false, false, true])
        #expect(marked[0].readAt == fixture.now)
    }

    @Test func allAreMarkedAndOthersKeepTheirs() throws {
        try harness.settle()
        #expect(try mark(.everything).marked == 4)
        #expect(try mark(.everything).marked == 0)
        #expect(try harness.counts(harness.parent) == NotificationCounts(total: 4, unread: 0))
        #expect(try harness.counts(harness.secondParent) == NotificationCounts(total: 4, unread: 4))
    }

    @Test func aRepeatedKeyGetsTheSameAnswer() throws {
        try harness.settle()
        let key = IdempotencyKey(high: 7, low: 7)
        let first = try mark(.everything, key: key)
        try harness.family.log(by: harness.player.userID, at: 40)
        #expect(try harness.counts(harness.parent).unread == 1)
        let again = try mark(.everything, key: key)
        #expect(again.marked == first.marked && again.unread == first.unread)
        #expect(try harness.counts(harness.parent).unread == 1)
    }

    @Test func aDryRunMarksNothing() throws {
        try harness.settle()
        #expect(try mark(.everything, isDryRun: true).marked == 4)
        #expect(try harness.counts(harness.parent).unread == 4)
    }

    @Test func theFeedTellsWhoMarkedHowMany() throws {
        try harness.settle()
        try mark(.everything)
        try mark(.everything)
        let changes = try fixture.changes()
        #expect(changes.map(\.type) == [NotificationsFeed.read])
        #expect(changes[0].actor == harness.parent.userID)
        let payload = try JSONCoding.decodeResponse(
            NotificationsFeed.ReadPayload.self, from: Array(changes[0].payload.utf8))
        #expect(payload == .init(userID: harness.parent.userID, marked: 4))
    }

    // what is somebody else's and what does not exist are the same, and nothing is marked.
    @Test func anothersNotificationDoesNotExist() throws {
        let own = try harness.list(harness.parent).notifications
        let foreign = try harness.list(harness.secondParent).notifications
        for missing in [foreign[0].id, NotificationID(high: 1, low: 1)] {
            let refusal = fixture.refusal(
                of: MarkNotificationsRead.self, .init(ids: [own[0].id, missing]),
                as: harness.parent)
            #expect(refusal?.code == .notFound)
            #expect(refusal?.message == "Notification not found")
        }
        #expect(try harness.counts(harness.parent).unread == 4)
        #expect(try harness.counts(harness.secondParent).unread == 4)
    }

    @Test func aWithdrawnNotificationDoesNotExist() throws {
        let record = try harness.family.log(by: harness.player.userID, at: 50)
        let row = try #require(try harness.list(harness.parent).notifications.first)
        try harness.family.delete(record, at: 60)
        try harness.settle()
        let refusal = fixture.refusal(
            of: MarkNotificationsRead.self, .init(ids: [row.id]), as: harness.parent)
        #expect(refusal?.code == .notFound)
    }

    // MARK: Who may ask

    // Neither strangers nor others of the family.
    @Test func nobodyElseIsToldAnything() throws {
        try harness.settle()
        #expect(
            fixture.refusal(of: ListNotifications.self, .init())?.code == .unauthenticated)
        #expect(
            fixture.refusal(of: CountNotifications.self, .init())?.code == .unauthenticated)
        #expect(
            fixture.refusal(of: MarkNotificationsRead.self, .everything)?.code
                == .unauthenticated)
        #expect(try harness.list(harness.stranger).notifications.isEmpty)
        // A passport of a family is not enough: the notifications are the user's.
        let intruder = ServiceFixture.Person([harness.family.id: .parent])
        #expect(try harness.counts(intruder).total == 0)
        #expect(try mark(.everything, as: intruder).marked == 0)
    }

    @Test func allFamiliesOfAPassportCount() throws {
        var families = Dictionary(
            uniqueKeysWithValues: (1..<UInt64(FamilyLimit.familiesPerUser)).map {
                (FamilyID(high: 0x01, low: $0), Role.parent)
            })
        families[harness.family.id] = .parent
        #expect(families.count == FamilyLimit.familiesPerUser)
        let traveller = ServiceFixture.Person(harness.parent, families: families)
        #expect(try harness.counts(traveller).total == 4)
    }
}
