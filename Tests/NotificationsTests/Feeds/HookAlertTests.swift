import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Notifications

@Suite("A change hook that was switched off is told (N-118)")
struct HookAlertTests {
    private let harness: NotificationsHarness

    init() throws { harness = try NotificationsHarness() }

    private func tell(_ type: String, at milliseconds: Int64) throws {
        try harness.hooks.append(
            type,
            HooksFeed.HookPayload(
                id: HookID(high: 8, low: 1), familyUnitID: harness.family.id,
                userID: harness.player.userID, name: "https://example.org", records: [.coach]),
            at: Household.time(milliseconds))
    }

    // N-118: its player and nobody else, whatever else happens to it.
    @Test func itsPlayerIsToldAndNobodyElse() throws {
        for type in [HooksFeed.added, HooksFeed.tested, HooksFeed.replayed, HooksFeed.removed] {
            try tell(type, at: 1)
        }
        #expect(try harness.counts(harness.player).total == 0)
        try tell(HooksFeed.switchedOff, at: 5)
        let page = try harness.list(harness.player)
        let row = try #require(page.notifications.first)
        #expect(page.total == 1 && row.type == .hookOff && row.priority == .high)
        #expect(row.title == "The change hook to https://example.org is off")
        #expect(row.relatedEntityType == .hook && row.scheduledFor == Household.time(5))
        for person in [harness.sibling, harness.parent, harness.secondParent, harness.stranger] {
            #expect(try harness.counts(person).total == 0)
        }
    }

    // N-118: read again, the same is told once; a later time takes its place and is unread.
    @Test func eachTimeIsToldOnce() throws {
        try tell(HooksFeed.switchedOff, at: 5)
        _ = try harness.list(harness.player)
        _ = try harness.fixture.call(
            MarkNotificationsRead.self, .everything, as: harness.player)
        harness.hooks.beginAnew()
        #expect(
            try harness.counts(harness.player) == NotificationCounts(total: 1, unread: 0))
        try tell(HooksFeed.switchedOff, at: 9)
        #expect(
            try harness.counts(harness.player) == NotificationCounts(total: 1, unread: 1))
    }

    // N-118: a home from before has its notifications afterwards.
    @Test func olderNotificationsAreKept() throws {
        #expect(
            try harness.kept(.newDevice, before: "hook alerts", then: .hookOff)
                == ["hook_off 6", "new_device 6"])
    }
}
