import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Testing

@testable import Identity

@Suite("Sessions and passports")
struct SessionTests {
    @Test
    func passportStatesUserSessionAndFamilies() throws {
        let (identity, ana, family, _) = try IdentityFixture.withFamily()
        let answer = try identity.call(IssuePassport.self, .init(token: ana.token))
        #expect(answer.user == ana.user)
        #expect(answer.families.map(\.familyUnitID) == [family])
        #expect(answer.expiresAt <= identity.clock.now.advanced(by: .seconds(301)))
        let me = try identity.call(WhoAmI.self, EmptyRequest(), as: ana)
        #expect(me.user == ana.user)
        #expect(me.families == answer.families)
    }

    @Test(arguments: ["", "invented", String(repeating: "a", count: 5_000)])
    func inventedTokenGetsNothing(token: String) throws {
        let identity = try IdentityFixture()
        #expect(identity.code(IssuePassport.self, .init(token: token)) == .unauthenticated)
    }

    @Test
    func sessionEndsAfterThirtyDaysWithoutUseAndNinetyInAll() throws {
        // to the millisecond
        let (identity, ana) = try IdentityFixture.withAna()
        identity.clock.advance(by: SessionLifetime.idle - .milliseconds(1))
        #expect(identity.code(IssuePassport.self, .init(token: ana.token)) == nil)
        identity.clock.advance(by: SessionLifetime.idle - .milliseconds(1))
        #expect(identity.code(IssuePassport.self, .init(token: ana.token)) == nil)
        identity.clock.advance(by: SessionLifetime.idle)
        #expect(
            identity.code(IssuePassport.self, .init(token: ana.token)) == .unauthenticated)

        let again = try identity.login(ana.user.email)
        for _ in 1...4 {
            identity.clock.advance(by: .seconds(20 * 86_400))
            _ = try identity.passport(again.token)
        }
        identity.clock.advance(by: .seconds(10 * 86_400) - .milliseconds(1))
        #expect(identity.code(IssuePassport.self, .init(token: again.token)) == nil)
        identity.clock.advance(by: .milliseconds(1))
        #expect(
            identity.code(IssuePassport.self, .init(token: again.token)) == .unauthenticated)
    }

    /// On a device that other people use, a session ends after 30 minutes without use; each use
    /// gives it 30 more, and after a change of the password, too.
    @Test func aSharedSessionEndsAfterThirtyMinutesWithoutUse() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let idle = SessionLifetime.sharedIdle
        var login = try identity.call(
            Login.self,
            .init(email: ana.user.email, password: IdentityFixture.password, shared: true))
        #expect(login.session.isShared == true)
        #expect(login.session.expiresAt == identity.clock.now.advanced(by: idle))
        for _ in 1...3 {
            identity.clock.advance(by: idle - .milliseconds(1))
            #expect(identity.code(IssuePassport.self, .init(token: login.token)) == nil)
        }
        identity.clock.advance(by: idle)
        #expect(identity.code(IssuePassport.self, .init(token: login.token)) == .unauthenticated)
        login = try identity.call(
            Login.self, .init(email: ana.user.email, password: IdentityFixture.password))
        #expect(login.session.isShared == nil)
    }

    /// The clock is a day ahead, a passport is issued, the clock is set right.
    @Test
    func passportOfAClockThatWasAheadLivesFiveMinutes() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        identity.clock.jump(by: .seconds(86_400))
        let ahead = try identity.passport(ana.token)
        identity.clock.jump(by: .seconds(-86_400))
        identity.clock.advance(by: .milliseconds(299_999))
        #expect(identity.verdict(on: ahead) == nil)
        identity.clock.advance(by: .milliseconds(1))
        #expect(identity.verdict(on: ahead) == .unauthenticated)
        // When the day comes that it was issued by, it is as dead as before.
        identity.clock.advance(by: .seconds(86_400 - 200))
        #expect(identity.verdict(on: ahead) == .unauthenticated)
    }

    /// Nor does any clock bring back who was signed out, before and after a restart.
    @Test(arguments: [86_400, -86_400])
    func logoutIsRememberedWhateverTheClockSays(seconds: Int) throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let bob = try identity.person("Bob", .player)
        identity.clock.jump(by: .seconds(seconds))
        try identity.call(Logout.self, .init(), as: ana)
        try identity.call(Logout.self, .init(everywhere: true), as: bob)
        identity.clock.jump(by: .seconds(-seconds))
        #expect(identity.verdict(on: ana.passport) == .unauthenticated)
        let after = try IdentityFixture(reopening: identity)
        #expect(after.verdict(on: ana.passport) == .unauthenticated)
        #expect(after.verdict(on: bob.passport) == .unauthenticated)
    }

    /// A session of the future would live for so much longer: it is pulled back once the time of
    /// day is to be believed.
    @Test
    func sessionOfAClockThatWasAheadEndsLikeAnyOther() throws {
        let identity = try IdentityFixture()
        identity.clock.jump(by: .seconds(3_650 * 86_400))
        let ana = try identity.person("Ana", .player)
        let bob = try identity.person("Bob", .player)
        try setRight(identity)
        #expect(identity.code(IssuePassport.self, .init(token: ana.token)) == nil)
        identity.clock.advance(by: SessionLifetime.idle - .milliseconds(1))
        #expect(identity.code(IssuePassport.self, .init(token: ana.token)) == nil)
        identity.clock.advance(by: .milliseconds(1))
        #expect(identity.code(IssuePassport.self, .init(token: bob.token)) == .unauthenticated)
    }

    /// Sets a clock right that was ten years ahead. Housekeeping runs until it is believed.
    private func setRight(_ identity: IdentityFixture) throws {
        identity.clock.jump(by: .seconds(-3_650 * 86_400))
        for wait in [0, 86_400] {
            identity.clock.advance(by: .seconds(wait))
            identity.service.doHousekeeping()
            try identity.service.database.write { _ in }
        }
    }

    /// So is an access token, whose end is stored; a calendar link has none.
    @Test
    func accessTokenOfAClockThatWasAheadLastsForItsDays() throws {
        let (identity, ana, family, _) = try IdentityFixture.withFamily()
        func add(_ name: String, as person: Person) throws -> AccessToken {
            try identity.call(
                AddAccessToken.self, .init(name: name, rights: "read", days: 30), as: person
            ).token
        }
        let right = try add("right", as: ana)
        identity.clock.jump(by: .seconds(3_650 * 86_400))
        let again = try identity.login(ana.user.email)
        let ahead = try identity.renewed(Person(user: ana.user, token: again.token, passport: []))
        let late = try add("late", as: ahead)
        let link = try identity.call(
            MakeCalendarLink.self, EmptyRequest(), as: ahead, family: family)
        try setRight(identity)
        let present = try identity.renewed(ahead)
        let tokens = try identity.call(ListAccessTokens.self, EmptyRequest(), as: present).tokens
        #expect(tokens.contains(right))
        let moved = try #require(tokens.first { $0.id == late.id })
        #expect(moved.createdAt <= identity.clock.now)
        #expect(moved.expiresAt == moved.createdAt.advanced(by: .seconds(30 * 86_400)))
        identity.clock.advance(by: .seconds(30 * 86_400))
        #expect(identity.code(OpenCalendar.self, .init(secret: link.secret)) == nil)
    }

    @Test
    func useIsWrittenAtMostEveryMinute() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        func lastUse() throws -> Instant {
            try identity.call(WhoAmI.self, EmptyRequest(), as: ana).session.lastUsedAt
        }
        let began = try lastUse()
        identity.clock.advance(by: .seconds(59))
        _ = try identity.passport(ana.token)
        #expect(try lastUse() == began)
        identity.clock.advance(by: .seconds(1))
        _ = try identity.passport(ana.token)
        #expect(try lastUse() == began.advanced(by: .seconds(60)))
    }

    @Test
    func listShowsLiveSessionsLastUsedFirst() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        identity.clock.advance(by: .seconds(5))
        let second = try identity.login(ana.user.email)
        let list = try identity.call(ListSessions.self, EmptyRequest(), as: ana)
        #expect(list.sessions.map(\.id).first == second.session.id)
        #expect(list.sessions.count == 2)
        #expect(list.sessions.contains { $0.id == list.current })
        #expect(list.current != second.session.id)
    }

    @Test
    func logoutEndsOneSessionAtOnce() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let other = try identity.anotherSession(of: ana)
        #expect(try identity.call(Logout.self, .init(), as: ana).ended == 1)
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: ana) == .unauthenticated)
        #expect(
            identity.code(IssuePassport.self, .init(token: ana.token)) == .unauthenticated)
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: other) == nil)
        let change = try #require(try identity.changes().last)
        #expect(change.type == IdentityFeed.sessionRevoked)
        #expect(!change.payload.contains(ana.token))
    }

    @Test
    func logoutEverywhereEndsAllAndRevokesPassports() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let other = try identity.anotherSession(of: ana)
        #expect(try identity.call(Logout.self, .init(everywhere: true), as: ana).ended == 2)
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: ana) == .unauthenticated)
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: other) == .unauthenticated)
        let types = try identity.changes().map(\.type)
        #expect(types.suffix(1) == [IdentityFeed.passportsRevoked])
        // A sign-in after it counts, even at the same instant.
        var again = ana
        again.token = try identity.login(ana.user.email).token
        again = try identity.renewed(again)
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: again) == nil)
    }

    @Test
    func restartRemembersWhoWasSignedOut() throws {
        // Also when identity dies right after its answer.
        let (identity, ana) = try IdentityFixture.withAna()
        let bob = try identity.person("Bob", .player)
        let cyd = try identity.person("Cyd", .player)
        try identity.call(Logout.self, .init(), as: ana)
        try identity.call(Logout.self, .init(everywhere: true), as: bob)
        let after = try IdentityFixture(reopening: identity)
        let sessions = [ana, bob, cyd].map { person in
            after.verdict(on: person.passport)
        }
        #expect(sessions == [.unauthenticated, .unauthenticated, nil])
    }

    @Test
    func rehearsedLogoutEndsNothing() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        try identity.call(Logout.self, .init(), as: ana, isDryRun: true)
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: ana) == nil)
    }
}
