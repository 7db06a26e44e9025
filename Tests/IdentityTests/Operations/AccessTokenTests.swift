import Contracts
import DataServiceKit
import ServiceKit
import Testing

@testable import Identity

@Suite("Access tokens")
struct AccessTokenTests {
    private let identity: IdentityFixture

    init() throws { identity = try IdentityFixture() }

    private func add(
        _ name: String = "spreadsheet", _ rights: TokenRights = .read, days: Int = 90,
        as person: Person, key: IdempotencyKey? = nil
    ) throws -> AddAccessToken.Response {
        try identity.call(
            AddAccessToken.self, .init(name: name, rights: rights.rawValue, days: days),
            as: person, key: key)
    }

    /// The user as a program with this token.
    private func program(_ secret: String, of person: Person) throws -> Person {
        try identity.renewed(Person(user: person.user, token: secret, passport: []))
    }

    @Test func aProgramReadsAsItsUser() throws {
        let (ana, family, _) = try identity.family(of: identity.person("Ana", .player))
        let added = try add(as: ana)
        #expect(added.secret.hasPrefix("compass_") && added.secret.count == 51)
        let program = try program(added.secret, of: ana)
        let me = try identity.call(WhoAmI.self, EmptyRequest(), as: program)
        #expect(me.user == ana.user && me.families.map(\.familyUnitID) == [family])
        #expect(me.session.id == added.token.id)
        let listed = try identity.call(ListAccessTokens.self, EmptyRequest(), as: ana).tokens
        #expect(listed == [added.token])
        let devices = try identity.call(ListSessions.self, EmptyRequest(), as: ana).sessions
        #expect(devices.count == 1 && devices[0].id != added.token.id)
    }

    @Test(arguments: TokenRights.allCases)
    func aProgramNeitherChangesTheAccountNorGetsSecrets(rights: TokenRights) throws {
        let (ana, family, _) = try identity.family(of: identity.person("Ana", .player))
        let program = try program(add("one", rights, as: ana).secret, of: ana)
        let token = AddAccessToken.Request(name: "two", rights: "write", days: 1)
        #expect(identity.code(AddAccessToken.self, token, as: program) == .forbidden)
        #expect(identity.code(Logout.self, .init(), as: program) == .forbidden)
        let rename = RenameFamily.Request(name: "Others")
        #expect(
            identity.code(RenameFamily.self, rename, as: program, family: family) == .forbidden)
        #expect(
            identity.code(ShowFamilyCodes.self, EmptyRequest(), as: program, family: family)
                == .forbidden)
        #expect(
            identity.code(ShowFamily.self, EmptyRequest(), as: program, family: family) == nil)
    }

    @Test func aTokenEndsAtOnce() throws {
        let ana = try identity.person("Ana", .player)
        let bob = try identity.person("Bob", .player)
        let added = try add(as: ana)
        let program = try program(added.secret, of: ana)
        let revoke = RevokeAccessToken.Request(id: added.token.id)
        #expect(identity.code(RevokeAccessToken.self, revoke, as: bob) == .notFound)
        try identity.call(RevokeAccessToken.self, revoke, as: ana)
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: program) == .unauthenticated)
        #expect(
            identity.code(IssuePassport.self, .init(token: added.secret)) == .unauthenticated)
        #expect(identity.code(RevokeAccessToken.self, revoke, as: ana) == .notFound)
        #expect(try identity.call(ListAccessTokens.self, EmptyRequest(), as: ana).tokens.isEmpty)
    }

    @Test func aTokenEndsAfterItsDays() throws {
        let ana = try identity.person("Ana", .player)
        let secret = try add(days: 366, as: ana).secret
        identity.clock.advance(by: .seconds(366 * 86_400) - .milliseconds(1))
        #expect(identity.code(IssuePassport.self, .init(token: secret)) == nil)
        identity.clock.advance(by: .milliseconds(1))
        #expect(identity.code(IssuePassport.self, .init(token: secret)) == .unauthenticated)
    }

    /// A token is no device: it neither ends as an unused one does nor as an ended sign-in.
    @Test func aSignInRemovesNoUnusedToken() throws {
        let ana = try identity.person("Ana", .player)
        let added = try add(days: 366, as: ana)
        identity.clock.advance(by: .seconds(200 * 86_400))
        let again = try identity.login(ana.user.email)
        let back = try identity.renewed(Person(user: ana.user, token: again.token, passport: []))
        #expect(
            try identity.call(ListAccessTokens.self, EmptyRequest(), as: back).tokens
                == [added.token])
        let device = EndSession.Request(sessionID: added.token.id)
        #expect(identity.code(EndSession.self, device, as: back) == .notFound)
    }

    @Test func aNewPasswordAndSigningOutEverywhereEndAllTokens() throws {
        let ana = try identity.person("Ana", .player)
        let first = try add(as: ana).secret
        let changed = try identity.call(
            ChangePassword.self,
            .init(
                currentPassword: IdentityFixture.password,
                newPassword: "granite-saffron-willow-31"), as: ana)
        #expect(changed.ended == 1)
        #expect(identity.code(IssuePassport.self, .init(token: first)) == .unauthenticated)
        let present = try identity.renewed(
            Person(user: ana.user, token: changed.token, passport: []))
        let second = try add(as: present).secret
        try identity.call(Logout.self, .init(everywhere: true), as: present)
        #expect(identity.code(IssuePassport.self, .init(token: second)) == .unauthenticated)
    }

    @Test func aUserHasTwentyTokens() throws {
        let ana = try identity.person("Ana", .player)
        for number in 1...AccessTokenLimit.perUser { _ = try add("\(number)", as: ana) }
        let more = AddAccessToken.Request(name: "more", rights: "read", days: 1)
        #expect(identity.code(AddAccessToken.self, more, as: ana) == .conflict)
        identity.clock.advance(by: .seconds(91 * 86_400))
        let again = try identity.login(ana.user.email)
        let back = try identity.renewed(Person(user: ana.user, token: again.token, passport: []))
        #expect(identity.code(AddAccessToken.self, more, as: back) == nil)
    }

    // N-181: also of the last token that the user may have.
    @Test func aRepeatedRequestReplacesTheSecretOfItsToken() throws {
        let ana = try identity.person("Ana", .player)
        let key = IdempotencyKey.make(at: identity.clock.now)
        let first = try add(as: ana, key: key)
        for _ in 2...AccessTokenLimit.perUser {
            _ = try add(as: ana, key: .make(at: identity.clock.now))
        }
        let head = try identity.head
        identity.clock.advance(by: .seconds(60))
        let second = try add(as: ana, key: key)
        #expect(second.token == first.token && second.secret != first.secret)
        let tokens = try identity.call(ListAccessTokens.self, EmptyRequest(), as: ana).tokens
        #expect(Set(tokens.map(\.id)).count == AccessTokenLimit.perUser)
        #expect(tokens.contains(first.token))
        #expect(try identity.head == head)
        #expect(identity.code(IssuePassport.self, .init(token: first.secret)) == .unauthenticated)
        #expect(identity.code(IssuePassport.self, .init(token: second.secret)) == nil)
    }

    @Test func aKeyStandsForOneTokenOfOneUser() throws {
        let ana = try identity.person("Ana", .player)
        let bob = try identity.person("Bob", .player)
        let key = IdempotencyKey.make(at: identity.clock.now)
        let request = AddAccessToken.Request(name: "spreadsheet", rights: "read", days: 90)
        let added = try add(as: ana, key: key)
        for other in [
            AddAccessToken.Request(name: "mail filter", rights: "read", days: 90),
            AddAccessToken.Request(name: "spreadsheet", rights: "write", days: 90),
            AddAccessToken.Request(name: "spreadsheet", rights: "read", days: 89),
        ] {
            #expect(identity.code(AddAccessToken.self, other, as: ana, key: key) == .keyReused)
        }
        #expect(try add(as: bob, key: key).token.id != added.token.id)
        #expect(identity.code(IssuePassport.self, .init(token: added.secret)) == nil)
        // A form that is sent again does not bring back what has ended.
        try identity.call(RevokeAccessToken.self, .init(id: added.token.id), as: ana)
        #expect(identity.code(AddAccessToken.self, request, as: ana, key: key) == .conflict)
        #expect(try identity.call(ListAccessTokens.self, EmptyRequest(), as: ana).tokens.isEmpty)
    }

    @Test(arguments: [
        ("", "read", 1, "name"), (String(repeating: "a", count: 101), "read", 1, "name"),
        ("a", "all", 1, "rights"), ("a", "read", 0, "days"), ("a", "read", 367, "days"),
    ])
    func aBadTokenNamesItsField(name: String, rights: String, days: Int, field: String) throws {
        let ana = try identity.person("Ana", .player)
        let request = AddAccessToken.Request(name: name, rights: rights, days: days)
        let refusal = identity.refusal(AddAccessToken.self, request, as: ana)
        #expect(refusal?.code == .validationFailed && refusal?.errors.keys.sorted() == [field])
    }

    @Test func theFeedHasNoSecret() throws {
        let ana = try identity.person("Ana", .player)
        let head = try identity.head
        let added = try add("spreadsheet", .write, as: ana)
        let change = try #require(try identity.changes(after: head).first)
        #expect(change.type == IdentityFeed.accessTokenAdded)
        #expect(change.payload.contains("spreadsheet") && !change.payload.contains(added.secret))
        #expect(!identity.lines.all.contains(added.secret))
    }
}
