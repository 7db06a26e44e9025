import Contracts
import Support
import Testing

@testable import DataServiceKit
@testable import Notifications

@Suite("Inbound contacts alert the family (X-20, D-45)")
struct AlertTests {
    private let harness: NotificationsHarness

    init() throws { harness = try NotificationsHarness() }

    // one row for the author and each parent; none for outbound contacts.
    @Test func anInboundContactMakesOneRowForItsAuthorAndEachParent() throws {
        let record = try harness.family.log(by: harness.player.userID, at: 10)
        for person in [harness.player, harness.parent, harness.secondParent] {
            let page = try harness.list(person)
            let row = try #require(page.notifications.first)
            #expect(page.notifications.count == 1 && page.total == 1)
            #expect(row.userID == person.userID)
            #expect(row.familyUnitID == harness.family.id)
            #expect(row.type == .inboundInteraction && row.priority == .normal)
            #expect(row.title == "New Contact from Carl Coach")
            #expect(
                row.message
                    == "Carl Coach reached out via Email. View the interaction to see details.")
            #expect(row.relatedEntityType == .interaction)
            #expect(row.relatedEntityID.text == record.id.text)
            #expect(row.scheduledFor == Household.time(10))
        }
    }

    // a player is told of own contacts only, and could not open another's.
    @Test func aSiblingIsToldOfNothing() throws {
        try harness.family.log(by: harness.player.userID, at: 10)
        #expect(try harness.counts(harness.sibling) == NotificationCounts(total: 0, unread: 0))
        try harness.family.log(by: harness.sibling.userID, at: 20)
        #expect(try harness.counts(harness.sibling) == NotificationCounts(total: 1, unread: 0))
        #expect(try harness.counts(harness.player) == NotificationCounts(total: 1, unread: 0))
        #expect(try harness.counts(harness.parent) == NotificationCounts(total: 2, unread: 2))
    }

    // The role is the one at the time, also for a service that reads the feeds later.
    @Test func whoComesBackInAnotherRoleIsToldAsThat() throws {
        let person = ServiceFixture.Person([harness.family.id: .parent])
        try harness.family.member(person.userID, role: .player, at: 1)
        try harness.family.log(by: harness.player.userID, at: 10)
        try harness.family.member(person.userID, role: .parent, at: 20)
        try harness.family.log(by: harness.player.userID, at: 30)
        #expect(try harness.counts(person).total == 1)
        let late = try NotificationsHarness(after: harness)
        #expect(try late.rows() == (try harness.rows()))
    }

    @Test func anOutboundContactAlertsNobody() throws {
        try harness.family.log(by: harness.player.userID, at: 10) { $0.direction = .outbound }
        for person in [harness.player, harness.sibling, harness.parent, harness.stranger] {
            #expect(try harness.counts(person) == NotificationCounts(total: 0, unread: 0))
        }
    }

    // D-45: the author's copy arrives read.
    @Test func theAuthorsOwnArrivesRead() throws {
        try harness.family.log(by: harness.player.userID, at: 10)
        #expect(try harness.counts(harness.player) == NotificationCounts(total: 1, unread: 0))
        #expect(
            try harness.list(harness.player).notifications.first?.readAt == Household.time(10))
        #expect(try harness.counts(harness.parent) == NotificationCounts(total: 1, unread: 1))
        #expect(try harness.list(harness.parent).notifications.first?.readAt == nil)
    }

    // N-96: what a parent entered for the player is news to the player, not to the parent.
    @Test func theAlertOfWhoeverEnteredItArrivesRead() throws {
        try harness.family.log(by: harness.player.userID, at: 10) {
            $0.enteredBy = harness.parent.userID
        }
        #expect(try harness.counts(harness.player) == NotificationCounts(total: 1, unread: 1))
        #expect(try harness.counts(harness.parent) == NotificationCounts(total: 1, unread: 0))
        #expect(try harness.counts(harness.secondParent).unread == 1)
        #expect(try harness.counts(harness.sibling).total == 0)
    }

    // D-45: alerts are on unless a member turned them off, for the author too.
    @Test func whoTurnedAlertsOffIsToldOfNothing() throws {
        try harness.family.member(harness.parent.userID, alerts: false, at: 5)
        try harness.family.member(harness.player.userID, alerts: false, role: .player, at: 5)
        try harness.family.log(by: harness.player.userID, at: 10)
        #expect(try harness.counts(harness.parent).total == 0)
        #expect(try harness.counts(harness.player).total == 0)
        #expect(try harness.counts(harness.secondParent).total == 1)
        try harness.family.member(harness.parent.userID, alerts: true, at: 15)
        try harness.family.log(by: harness.player.userID, at: 20)
        #expect(try harness.counts(harness.parent).total == 1)
    }

    @Test func anotherFamilyLearnsNothing() throws {
        try harness.family.log(by: harness.player.userID, at: 10)
        #expect(try harness.list(harness.stranger).total == 0)
    }

    @Test func whoJoinsLaterIsToldOfNothingOld() throws {
        try harness.family.log(by: harness.player.userID, at: 10)
        let late = ServiceFixture.Person([harness.family.id: .parent])
        try harness.family.member(late.userID, at: 11)
        #expect(try harness.counts(late).total == 0)
        try harness.family.log(by: harness.player.userID, at: 11)
        #expect(try harness.counts(late).total == 1)
    }

    @Test func whoLeftIsToldOfNothingNewAndSeesNothingOfTheFamily() throws {
        try harness.family.log(by: harness.player.userID, at: 10)
        try harness.family.leave(harness.parent.userID, at: 20)
        try harness.family.log(by: harness.player.userID, at: 30)
        // What a passport names decides what is seen; the one after the removal names no family.
        let removed = ServiceFixture.Person(harness.parent, families: [:])
        #expect(try harness.list(removed).notifications.isEmpty)
        #expect(try harness.counts(removed) == NotificationCounts(total: 0, unread: 0))
        // Back in the family there is again what came while a member, and nothing from between.
        try harness.family.member(harness.parent.userID, at: 40)
        #expect(try harness.counts(harness.parent).total == 1)
    }

    @Test func aMemberOfTwoFamiliesHasBoth() throws {
        let both = ServiceFixture.Person([harness.family.id: .parent, harness.other.id: .parent])
        try harness.family.member(both.userID, at: 1)
        try harness.other.member(both.userID, at: 1)
        try harness.family.log(by: harness.player.userID, at: 10)
        try harness.other.log(by: harness.stranger.userID, at: 11)
        let page = try harness.list(both)
        #expect(page.notifications.map(\.familyUnitID) == [harness.other.id, harness.family.id])
        let one = ServiceFixture.Person(both, families: [harness.other.id: .parent])
        #expect(try harness.counts(one).total == 1)
    }

    // The text is made when the contact was logged: a coach who is renamed changes nothing.
    @Test func theTextStaysAsItWas() throws {
        try harness.family.log(by: harness.player.userID, at: 10) { $0.coachName = "Old Name" }
        try harness.family.log(by: harness.player.userID, at: 20) { $0.coachName = "New Name" }
        #expect(
            try harness.list(harness.parent).notifications.map(\.title)
                == ["New Contact from New Name", "New Contact from Old Name"])
    }

    // MARK: Deleted and brought back

    @Test func anAlertGoesWithItsInteractionAndComesBackAsItWas() throws {
        let record = try harness.family.log(by: harness.player.userID, at: 10)
        let row = try #require(try harness.list(harness.parent).notifications.first)
        _ = try harness.fixture.call(
            MarkNotificationsRead.self, .init(ids: [row.id]), as: harness.parent)
        let before = try harness.list(harness.parent).notifications
        try harness.family.delete(record, at: 20)
        #expect(try harness.counts(harness.parent).total == 0)
        #expect(try harness.counts(harness.secondParent) == NotificationCounts(total: 0, unread: 0))
        try harness.family.restore(record, at: 30)
        #expect(try harness.list(harness.parent).notifications == before)
        #expect(try harness.counts(harness.secondParent) == NotificationCounts(total: 1, unread: 1))
        try harness.family.delete(record, at: 40)
        #expect(try harness.counts(harness.secondParent).total == 0)
    }

    @Test func whatAlertedNobodyAlertsNobodyWhenItComesBack() throws {
        let record = try harness.family.log(by: harness.player.userID, at: 10) {
            $0.direction = .outbound
        }
        try harness.family.delete(record, at: 20)
        try harness.family.restore(record, at: 30)
        #expect(try harness.counts(harness.parent).total == 0)
    }

    // MARK: The feed

    @Test func anImportAlertsNobody() throws {
        let record = try harness.family.log(by: harness.player.userID, at: 10)
        var imported = record
        imported.id = InteractionID(high: 1, low: 1)
        try harness.interactions.append(
            InteractionsFeed.imported,
            InteractionsFeed.ImportedPayload(interactions: [imported, imported]))
        #expect(try harness.counts(harness.parent).total == 1)
        try harness.interactions.append(
            InteractionsFeed.removed,
            InteractionsFeed.RemovedPayload(
                familyUnitID: harness.family.id, ids: [record.id.text, imported.id.text]))
        #expect(try harness.counts(harness.parent).total == 0)
    }

    @Test func changesOfOtherKindsArePassedOver() throws {
        try harness.interactions.append("interactions.painted", ["count": 50_000])
        try harness.identity.append("user.painted", ["color": "blue"])
        try harness.family.log(by: harness.player.userID, at: 10)
        #expect(try harness.counts(harness.parent).total == 1)
    }

    @Test func aChangeThatCannotBeUnderstoodStopsTheAlertsLoudly() throws {
        try harness.interactions.append(InteractionsFeed.created, ["id": "nobody"])
        try harness.family.log(by: harness.player.userID, at: 10)
        #expect(throws: (any Error).self) { try harness.settle() }
        let consumer = try #require(harness.fixture.service.consumer(of: .interactions))
        #expect(consumer.poison?.sequence == 1)
        let page = try harness.fixture.call(
            CountNotifications.self, EmptyRequest(), as: harness.parent)
        #expect(page.total == 0)
    }

    // Identity is away: the alert waits for it, so that nobody is forgotten.
    @Test func anAlertWaitsForWhoWasAMember() throws {
        try harness.settle()
        harness.identity.setAway(true)
        let late = ServiceFixture.Person([harness.family.id: .parent])
        try harness.family.member(late.userID, at: 5)
        try harness.family.log(by: harness.player.userID, at: 10)
        let consumer = try #require(harness.fixture.service.consumer(of: .interactions))
        #expect(consumer.cursor.sequence == 0)
        harness.identity.setAway(false)
        #expect(try harness.counts(late).total == 1)
    }

    /// A service that begins years later, or reads everything again, comes to the same rows: each
    /// member's times in the family decide.
    @Test func readingTheFeedsAgainChangesNothing() throws {
        try tellALongStory()
        let first = try harness.rows()
        #expect(first.count > 100)
        let late = try NotificationsHarness(after: harness)
        #expect(try late.rows() == first)
        _ = try harness.fixture.call(
            MarkNotificationsRead.self, .everything, as: harness.parent)
        let read = try harness.rows()
        #expect(read != first)
        harness.interactions.beginAnew()
        #expect(try harness.rows() == read)
        harness.identity.beginAnew()
        #expect(try harness.rows() == read)
    }

    /// After a restore of an older copy, what it does not hold is nowhere to be seen.
    @Test func aShorterFeedTakesAwayWhatItDoesNotTell() throws {
        for time: Int64 in [10, 20, 30, 40] {
            try harness.family.log(by: harness.player.userID, at: time)
        }
        #expect(try harness.counts(harness.parent).total == 4)
        harness.interactions.beginAnew(keeping: 3)
        #expect(try harness.counts(harness.parent).total == 3)
    }

    private func tellALongStory() throws {
        var numbers = SeededNumbers(seed: 11)
        let people = [
            harness.player.userID, harness.secondParent.userID, harness.parent.userID,
        ]
        var records: [Interaction] = []
        for step in 1...300 {
            let time = Int64(step * 10)
            let person = people[Int(numbers.next() % 3)]
            let role = person == people[0] ? Role.player : .parent
            switch numbers.next() % 10 {
            case 0: try harness.family.member(person, alerts: false, role: role, at: time)
            case 1, 2: try harness.family.member(person, role: role, at: time)
            case 3: try harness.family.leave(person, at: time)
            case 4 where !records.isEmpty:
                let record = records.removeFirst()
                try harness.family.delete(record, at: time)
                if numbers.next() % 2 == 0 { try harness.family.restore(record, at: time + 1) }
            default:
                records.append(
                    try harness.family.log(by: person, at: time) { record in
                        if numbers.next() % 4 == 0 { record.direction = .outbound }
                    })
            }
        }
    }
}
