import Contracts
import DataServiceKit
import Storage
import Testing

@testable import Identity

@Suite("users.signUp: users by e-mail address and password (DOMAIN Records, S22-S24)")
struct SignUpTests {
    private func form(
        email: String = "Ana@Example.ORG ", name: String = "Ana Example",
        password: String = IdentityFixture.password
    ) -> SignUp.Request {
        .init(email: email, fullName: name, role: "player", password: password)
    }

    @Test
    func makesAUserWithALowerCaseAddress() throws {
        let identity = try IdentityFixture()
        let user = try identity.call(SignUp.self, form()).user
        #expect(user.email == "ana@example.org")
        #expect(user.role == .player)
        #expect(user.timeZone == "UTC")
        #expect(user.createdAt == identity.clock.now)
        #expect(try identity.changes().map(\.type) == [IdentityFeed.userChanged])
    }

    @Test
    func takenAddressIsAConflictInAnyCase() throws {
        let identity = try IdentityFixture()
        try identity.call(SignUp.self, form())
        let error = identity.refusal(SignUp.self, form(email: "ANA@example.org", name: "Other"))
        #expect(error?.code == .conflict)
        #expect(error?.errors["email"] == SignUp.takenText)
    }

    @Test
    func refusalsNameTheFieldAndStoreNothing() throws {
        let identity = try IdentityFixture()
        let errors = [
            identity.refusal(SignUp.self, form(email: "nobody")),
            identity.refusal(SignUp.self, form(name: " ")),
            identity.refusal(SignUp.self, form(password: "fourteen chars")),
            identity.refusal(SignUp.self, form(password: "passwordpassword1")),
            identity.refusal(SignUp.self, form(password: "gazebo example quilt")),
        ]
        #expect(errors.map { $0?.code } == .init(repeating: .validationFailed, count: 5))
        #expect(
            errors.map { $0?.errors.keys.sorted() ?? [] }
                == [["email"], ["full_name"], ["password"], ["password"], ["password"]])
        #expect(try identity.head == 0)
    }

    @Test
    func passwordLengthIsHeldAtItsLimits() throws {
        let identity = try IdentityFixture()
        let seed = "qz7-Velvet nimbus thimble ÿ "
        let most = String(String(repeating: seed, count: 10).dropFirst(3).prefix(255)) + "!"
        let least = "qzr velvet nimb"
        #expect(least.count == 15 && most.count == 256)
        // The limits themselves are right, one beyond them is refused.
        #expect(identity.code(SignUp.self, form(email: "a@x.org", password: least)) == nil)
        #expect(
            identity.code(SignUp.self, form(email: "b@x.org", password: String(least.dropLast())))
                == .validationFailed)
        #expect(identity.code(SignUp.self, form(email: "c@x.org", password: most)) == nil)
        #expect(
            identity.code(SignUp.self, form(email: "d@x.org", password: most + "x"))
                == .validationFailed)
    }

    @Test
    func repetitionUnderAKeyGivesTheSameUserOnce() throws {
        let identity = try IdentityFixture()
        let key = IdempotencyKey.make(at: identity.clock.now)
        let first = try identity.call(SignUp.self, form(), key: key)
        identity.clock.advance(by: .seconds(60))
        let second = try identity.call(SignUp.self, form(), key: key)
        #expect(first.user == second.user)
        #expect(try identity.changes().count == 1)
    }

    @Test
    func keyOfAnotherFormOrPasswordIsRefused() throws {
        let identity = try IdentityFixture()
        let key = IdempotencyKey.make(at: identity.clock.now)
        try identity.call(SignUp.self, form(), key: key)
        #expect(identity.code(SignUp.self, form(name: "Other"), key: key) == .keyReused)
        let other = form(password: "another velvet nimbus")
        #expect(identity.code(SignUp.self, other, key: key) == .keyReused)
    }

    @Test
    func noFastDigestOfThePasswordIsStored() throws {
        let identity = try IdentityFixture()
        try identity.call(SignUp.self, form(), key: .make(at: identity.clock.now))
        let logged = try identity.service.database.read {
            try $0.scalar("SELECT count(*) FROM command_log")
        }
        #expect(logged == 0)
        let stored = try identity.service.database.read { transaction in
            try transaction.first("SELECT password_hash FROM users") { try $0.text(0) }
        }
        #expect(stored?.hasPrefix("$argon2id$") == true)
    }

    @Test
    func rehearsalStoresNothing() throws {
        let identity = try IdentityFixture()
        try identity.call(SignUp.self, form(), isDryRun: true)
        #expect(try identity.head == 0)
        try identity.call(SignUp.self, form())
    }
}
