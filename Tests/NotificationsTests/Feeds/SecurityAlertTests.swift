import Contracts
import DataServiceKit
import Support
import Testing

@testable import Notifications

@Suite("What is done to accounts and families is told")
struct SecurityAlertTests {
    private let harness: NotificationsHarness
    private var player: ServiceFixture.Person { harness.player }
    private var parent: ServiceFixture.Person { harness.parent }

    init() throws {
        harness = try NotificationsHarness(tellsSecurity: true)
        // What members were told of each other while the family came together.
        for person in [harness.player, harness.sibling, harness.parent] {
            _ = try harness.list(person)
            _ = try harness.fixture.call(MarkNotificationsRead.self, .everything, as: person)
        }
    }

    private func unread(_ person: ServiceFixture.Person) throws -> [UserNotification] {
        try harness.list(person, unread: true).notifications
    }

    private func member(
        _ name: String, _ user: UserID, as role: Role = .parent
    ) -> IdentityFeed.MemberPayload {
        .init(
            familyUnitID: harness.family.id, userID: user, fullName: name, role: role,
            inboundAlerts: false)
    }

    // S29
    @Test(arguments: IdentityFeed.PasswordMeans.allCases)
    func aReplacedPasswordIsToldToItsUser(means: IdentityFeed.PasswordMeans) throws {
        try harness.identity.append(
            IdentityFeed.passwordChanged,
            IdentityFeed.PasswordPayload(userID: parent.userID, means: means),
            by: parent.userID, at: Household.time(5))
        let row = try #require(try unread(parent).first)
        #expect(row.type == .account && row.relatedEntityType == .account)
        #expect(row.priority == .high && row.scheduledFor == Household.time(5))
        #expect(row.title == AccountText.passwordChanged(means).title)
        #expect(try unread(player).isEmpty && unread(harness.sibling).isEmpty)
    }

    @Test(arguments: [
        IdentityFeed.secondFactorAdded, IdentityFeed.secondFactorRemoved,
        IdentityFeed.recoveryCodesRenewed, IdentityFeed.calendarLinkMade,
    ])
    func aChangeOfOnesOwnIsTold(type: String) throws {
        let payload = IdentityFeed.UserPayload(userID: player.userID)
        // The same kind of change a second time is told again.
        for time in [5, 6] as [Int64] {
            try harness.identity.append(
                type, payload, by: player.userID, at: Household.time(time))
        }
        #expect(
            try unread(player).map(\.title) == [
                AccountText.ownChange(type)?.title,
                AccountText.ownChange(type)?.title,
            ])
        #expect(try unread(parent).isEmpty)
        harness.identity.beginAnew()
        #expect(try unread(player).count == 2)
    }

    @Test func tokensAndCodesAreToldToWhomTheyConcern() throws {
        try harness.identity.append(
            IdentityFeed.accessTokenAdded,
            IdentityFeed.AccessTokenPayload(
                userID: player.userID, name: "backup", rights: .read), by: player.userID)
        #expect(try unread(player).map(\.title) == ["The access token “backup” was created"])
        try harness.identity.append(
            IdentityFeed.resetCodeMade, member("Maya", player.userID, as: .player),
            by: parent.userID)
        #expect(
            try unread(player).map(\.title).contains("Somebody made a code for your password"))
        #expect(try unread(parent).isEmpty)
    }

    @Test func whoJoinsAndLeavesIsToldToTheOthers() throws {
        let new = UserID(high: 9, low: 9)
        try harness.identity.append(
            IdentityFeed.memberChanged, member("Nora New", new), by: new,
            at: Household.time(5))
        let joined = "Nora New joined your family as a parent"
        for person in [player, parent, harness.sibling] {
            #expect(try unread(person).map(\.title) == [joined])
        }
        #expect(try unread(harness.stranger).isEmpty)
        // A change of a preference is nobody's business.
        try harness.identity.append(
            IdentityFeed.memberChanged, member("Nora New", new), by: new, version: 2,
            at: Household.time(6))
        #expect(try unread(player).map(\.title) == [joined])
        try harness.identity.append(
            IdentityFeed.memberRemoved, member("Nora New", new), by: parent.userID,
            at: Household.time(7))
        let removed = "Nora New was removed from your family"
        #expect(try unread(player).map(\.title) == [removed, joined])
        // Whoever did it has read it.
        #expect(try unread(parent).map(\.title) == [joined])
        #expect(try harness.list(parent).notifications.first?.title == removed)
        // Whoever comes again is told of again.
        var again = member("Nora New", new)
        again.hasJoined = true
        try harness.identity.append(
            IdentityFeed.memberChanged, again, by: new, version: 4, at: Household.time(8))
        #expect(try unread(player).map(\.title) == [joined, removed, joined])
    }

    @Test func aChangeHookIsToldToTheFamily() throws {
        try harness.hooks.append(
            HooksFeed.added,
            HooksFeed.HookPayload(
                id: HookID(high: 8, low: 1), familyUnitID: harness.family.id,
                userID: player.userID, name: "https://example.org", records: [.coach]),
            by: player.userID, at: Household.time(5))
        let title = "Somebody has changes sent to https://example.org"
        #expect(try unread(parent).map(\.title) == [title])
        #expect(try unread(player).isEmpty && unread(harness.stranger).isEmpty)
    }

    /// A feed that is read from its beginning tells nothing that is older than a week.
    @Test func whatIsOldIsNotTold() throws {
        let limit = harness.fixture.now.advanced(by: .zero - SecurityAlerts.ageMax)
        for time in [limit, limit.advanced(by: .milliseconds(-1))] {
            try harness.identity.append(
                IdentityFeed.secondFactorAdded, IdentityFeed.UserPayload(userID: player.userID),
                by: player.userID, at: time)
        }
        #expect(try unread(player).map(\.scheduledFor) == [limit])
    }

    @Test func olderNotificationsAreKept() throws {
        #expect(
            try harness.kept(.hookOff, before: "security alerts", then: .account)
                == ["account 6", "hook_off 6"])
    }
}
