import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Notifications

@Suite("A sign-in on another device is told (N-74)")
struct DeviceAlertTests {
    private static let session = SessionID(high: 0x5E, low: 1)
    private let harness: NotificationsHarness

    init() throws { harness = try NotificationsHarness() }

    // N-74: whoever wants no alerts is told of sign-ins.
    @Test func theUserIsToldAndNobodyElse() throws {
        let (family, parent) = (harness.family, harness.parent)
        try family.member(parent.userID, alerts: false, at: 1)
        try family.signIn(
            parent.userID, on: "Firefox on Linux", session: Self.session, family: family.id, at: 5)
        let page = try harness.list(parent)
        let row = try #require(page.notifications.first)
        #expect(page.total == 1 && page.unread == 1)
        #expect(row.type == .newDevice && row.priority == .high)
        #expect(row.title == "New sign-in on Firefox on Linux")
        #expect(row.relatedEntityType == .session)
        #expect(row.relatedEntityID.text == Self.session.text)
        #expect(row.scheduledFor == Household.time(5) && row.familyUnitID == family.id)
        for person in [harness.player, harness.sibling, harness.secondParent, harness.stranger] {
            #expect(try harness.counts(person).total == 0)
        }
    }

    // N-74
    @Test func aDeviceWithoutANameAndAUserWithoutAFamilyAreNoMistakes() throws {
        let parent = harness.parent.userID
        try harness.family.signIn(
            parent, on: nil, session: Self.session, family: nil, at: 5)
        #expect(try harness.counts(harness.parent).total == 0)
        try harness.family.signIn(
            parent, on: nil, session: Self.session, family: harness.family.id, at: 6)
        #expect(
            try harness.list(harness.parent).notifications.map(\.title)
                == ["New sign-in on another device"])
    }

    // N-74: what was read stays read when the feed is read again.
    @Test func readingTheFeedAgainTellsNobodyTwice() throws {
        let (family, parent) = (harness.family, harness.parent)
        for number in 1...2 {
            try family.signIn(
                parent.userID, on: "Mac", session: SessionID(high: 0x5E, low: UInt64(number)),
                family: family.id, at: Int64(number))
        }
        _ = try harness.list(parent)
        _ = try harness.fixture.call(MarkNotificationsRead.self, .everything, as: parent)
        try family.signIn(
            parent.userID, on: "Mac", session: SessionID(high: 0x5E, low: 1), family: family.id,
            at: 9)
        #expect(try harness.counts(parent) == NotificationCounts(total: 2, unread: 0))
    }

    // N-74: a home from before has its notifications afterwards, with what was read.
    @Test func olderNotificationsAreKept() throws {
        #expect(
            try harness.kept(.inboundInteraction, before: "device alerts", then: .newDevice)
                == ["inbound_interaction 6", "new_device 6"])
    }
}
