import Contracts
import Support
import Testing

@testable import Notifications

/// Alerts of contacts that were edited.
@Suite("Alerts of edited contacts")
struct EditedAlertTests {
    private let harness: NotificationsHarness

    init() throws { harness = try NotificationsHarness() }

    private func tell(
        _ type: String, _ record: Interaction, at milliseconds: Int64
    ) throws {
        try harness.interactions.append(type, record, at: Household.time(milliseconds))
    }

    private func alerts() throws -> [UserNotification] {
        try harness.list(harness.parent).notifications
    }

    /// N-05: no second alert; the words follow, and what was read stays read.
    @Test func anEditRevisesTheAlert() throws {
        var record = try harness.family.log(by: harness.player.userID, at: 10)
        let first = try #require(try alerts().first)
        record.type = .phoneCall
        record.coachName = "Dora Dean"
        try tell(InteractionsFeed.changed, record, at: 20)
        let alert = try #require(try alerts().first)
        #expect(try alerts().count == 1 && alert.id == first.id)
        #expect(alert.title == "New Contact from Dora Dean")
        #expect(alert.message?.contains("reached out via Phone Call") == true)
        #expect(alert.scheduledFor == first.scheduledFor)
        #expect(try harness.list(harness.player).notifications.first?.readAt != nil)
    }

    /// A contact that turns out to be inbound alerts, and one that was not alerts no more.
    @Test func theAlertFollowsTheDirection() throws {
        var record = try harness.family.log(by: harness.player.userID, at: 10) {
            $0.direction = .outbound
        }
        #expect(try alerts().isEmpty)
        record.direction = .inbound
        try tell(InteractionsFeed.reversed, record, at: 20)
        #expect(try alerts().map(\.scheduledFor) == [Household.time(20)])
        record.direction = .outbound
        try tell(InteractionsFeed.reversed, record, at: 30)
        #expect(try alerts().isEmpty)
        // Neither a deletion nor its undo makes it one again.
        try harness.family.delete(record, at: 40)
        try harness.family.restore(record, at: 50)
        #expect(try alerts().isEmpty)
        record.direction = .inbound
        record.coachName = "Dora Dean"
        try tell(InteractionsFeed.reversed, record, at: 60)
        #expect(try alerts().map(\.title) == ["New Contact from Dora Dean"])
    }

    /// An imported contact alerts nobody, and neither does a correction or a file of it.
    @Test func anImportedContactStaysSilent() throws {
        let record = try harness.family.log(by: harness.player.userID, at: 10) {
            $0.direction = .outbound
        }
        var imported = record
        imported.id = .make(at: Household.time(11))
        imported.direction = .inbound
        try harness.interactions.append(
            InteractionsFeed.imported, InteractionsFeed.ImportedPayload(interactions: [imported]))
        try tell(InteractionsFeed.changed, imported, at: 20)
        #expect(try alerts().isEmpty)
    }
}
