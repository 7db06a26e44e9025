import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Support
import Testing

@testable import Identity

@Suite("Calendar links")
struct CalendarLinkTests {
    private let identity: IdentityFixture
    private let ana: Person
    private let pat: Person
    private let family: FamilyID

    init() throws {
        identity = try IdentityFixture()
        (ana, pat, family) = try identity.anaAndPat()
    }

    private func link(_ person: Person) throws -> MakeCalendarLink.Response {
        try identity.call(MakeCalendarLink.self, EmptyRequest(), as: person, family: family)
    }

    private func opens(_ secret: String) -> Bool {
        identity.code(OpenCalendar.self, .init(secret: secret)) == nil
    }

    private func shown(_ person: Person) throws -> CalendarLink? {
        try identity.call(ShowCalendarLink.self, EmptyRequest(), as: person, family: family).link
    }

    // N-32: the passport names the member and the family of the link only.
    @Test func aLinkOpensTheCalendarOfItsMember() throws {
        #expect(try shown(ana) == nil)
        let made = try link(ana)
        // 256 random bits in URL-safe Base64.
        #expect(made.secret.utf8.count == 43 && !made.replaced)
        #expect(try shown(ana) == made.link && made.link.lastUsedAt == nil)
        let opened = try identity.call(OpenCalendar.self, .init(secret: made.secret))
        #expect(opened.user == ana.user && opened.family.familyUnitID == family)
        let bytes = Array(Data(base64Encoded: opened.passport) ?? Data())
        #expect(identity.verdict(on: bytes) == nil)
        identity.clock.advance(by: .seconds(60))
        #expect(opens(made.secret))
        #expect(try shown(ana)?.lastUsedAt == identity.clock.now)
    }

    // N-32: neither is good for what the other is for.
    @Test func aCalendarSecretIsNoTokenAndATokenNoCalendarSecret() throws {
        let made = try link(ana)
        #expect(identity.code(IssuePassport.self, .init(token: made.secret)) == .unauthenticated)
        let token = try identity.call(
            AddAccessToken.self, .init(name: "one", rights: "read", days: 1), as: ana
        ).secret
        for other in [token, ana.token, "", "x", String(repeating: "a", count: 4_096)] {
            #expect(identity.code(OpenCalendar.self, .init(secret: other)) == .notFound)
        }
        let opened = try identity.call(OpenCalendar.self, .init(secret: made.secret))
        let program = Person(
            user: ana.user, token: made.secret,
            passport: Array(Data(base64Encoded: opened.passport) ?? Data()))
        for code in [
            identity.code(WhoAmI.self, EmptyRequest(), as: program),
            identity.code(ShowFamily.self, EmptyRequest(), as: program, family: family),
            identity.code(ShowPreferences.self, EmptyRequest(), as: program),
            identity.code(ShowCalendarLink.self, EmptyRequest(), as: program, family: family),
            identity.code(MakeCalendarLink.self, EmptyRequest(), as: program, family: family),
            identity.code(Logout.self, .init(), as: program),
        ] {
            #expect(code == .forbidden)
        }
        // It is none of the sessions and tokens, and is not ended as one of them.
        let tokens = try identity.call(ListAccessTokens.self, EmptyRequest(), as: ana).tokens
        #expect(tokens.map(\.name) == ["one"])
        #expect(try identity.call(ListSessions.self, EmptyRequest(), as: ana).sessions.count == 1)
        #expect(
            identity.code(RevokeAccessToken.self, .init(id: opened.id), as: ana) == .notFound)
        #expect(identity.code(EndSession.self, .init(sessionID: opened.id), as: ana) == .notFound)
        #expect(opens(made.secret))
        // An access token cannot make or end a link.
        let reader = try identity.renewed(Person(user: ana.user, token: token, passport: []))
        #expect(
            identity.code(MakeCalendarLink.self, EmptyRequest(), as: reader, family: family)
                == .forbidden)
        #expect(
            identity.code(RevokeCalendarLink.self, EmptyRequest(), as: reader, family: family)
                == .forbidden)
    }

    // N-32
    @Test func aNewLinkEndsTheEarlierOne() throws {
        let first = try link(ana)
        let other = try link(pat)
        let second = try link(ana)
        #expect(second.replaced && !other.replaced && second.secret != first.secret)
        #expect(!opens(first.secret) && opens(second.secret) && opens(other.secret))
    }

    // N-32
    @Test func aLinkEndsAtOnce() throws {
        let secret = try link(ana).secret
        let opened = try identity.call(OpenCalendar.self, .init(secret: secret))
        let revoke = EmptyRequest()
        #expect(
            identity.code(RevokeCalendarLink.self, revoke, as: pat, family: family) == .notFound)
        try identity.call(RevokeCalendarLink.self, revoke, as: ana, family: family)
        #expect(try !opens(secret) && shown(ana) == nil)
        // A passport that was issued before ends, too.
        #expect(identity.isRefusedSoon(Array(Data(base64Encoded: opened.passport) ?? Data())))
        #expect(
            identity.code(RevokeCalendarLink.self, revoke, as: ana, family: family) == .notFound)
    }

    // N-32: whoever leaves, or is removed, reads nothing more.
    @Test func aLinkEndsWithTheMembership() throws {
        let secret = try link(pat).secret
        let own = try link(ana).secret
        try identity.call(LeaveFamily.self, EmptyRequest(), as: pat, family: family)
        #expect(!opens(secret) && opens(own))
        let codes = try identity.call(
            ShowFamilyCodes.self, EmptyRequest(), as: ana, family: family)
        let again = try identity.joined(
            identity.renewed(pat), codes.parentCode)
        #expect(!opens(secret))
        let third = try link(again).secret
        try identity.call(
            RemoveMember.self, .init(userID: pat.user.id), as: ana, family: family)
        #expect(!opens(third) && opens(own))
    }

    // N-32
    @Test func aNewPasswordAndSigningOutEverywhereEndTheLink() throws {
        let first = try link(ana).secret
        let changed = try identity.call(
            ChangePassword.self,
            .init(
                currentPassword: IdentityFixture.password,
                newPassword: "granite-saffron-willow-31"), as: ana)
        #expect(!opens(first))
        let present = try identity.renewed(
            Person(user: ana.user, token: changed.token, passport: []))
        let second = try link(present).secret
        try identity.call(Logout.self, .init(), as: present)
        #expect(opens(second), "signing out here ends this device only")
        let back = try identity.renewed(
            Person(
                user: ana.user,
                token: identity.login(
                    ana.user.email, password: "granite-saffron-willow-31"
                ).token, passport: []))
        try identity.call(Logout.self, .init(everywhere: true), as: back)
        #expect(!opens(second))
    }

    /// A link has no end of its own: programs fetch the calendar for years.
    @Test func aLinkLastsAndIsNotForgotten() throws {
        let secret = try link(ana).secret
        identity.clock.advance(by: .seconds(400 * 86_400))
        _ = try identity.login(ana.user.email)
        #expect(opens(secret))
        let again = try IdentityFixture(reopening: identity)
        #expect(again.code(OpenCalendar.self, .init(secret: secret)) == nil)
    }

    // N-32
    @Test func neitherTheFeedNorTheLogNorTheDatabaseHasTheSecret() throws {
        let head = try identity.head
        let secret = try link(ana).secret
        try identity.call(RevokeCalendarLink.self, EmptyRequest(), as: ana, family: family)
        _ = opens(secret)
        let changes = try identity.changes(after: head)
        #expect(
            changes.map(\.type) == [
                IdentityFeed.calendarLinkMade, IdentityFeed.sessionRevoked,
                IdentityFeed.calendarLinkRevoked,
            ])
        #expect(!changes.contains { $0.payload.contains(secret) })
        #expect(!identity.lines.all.contains(secret))
        let files = try FileManager.default.contentsOfDirectory(atPath: identity.folder.url.path)
        #expect(files.contains("identity.sqlite"))
        for file in files {
            let bytes = FileManager.default.contents(atPath: identity.folder.path(file)) ?? Data()
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file)")
        }
    }

    @Test func aDryRunCreatesNone() throws {
        let refusal = identity.refusal(
            MakeCalendarLink.self, EmptyRequest(), as: ana, family: family, isDryRun: true)
        #expect(try refusal?.code == .validationFailed && shown(ana) == nil)
    }
}
