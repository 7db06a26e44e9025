import Contracts
import DataServiceKit
import Storage
import Testing

@testable import Identity

@Suite("users.changePassword: the present one is shown, everything else ends")
struct ChangePasswordTests {
    private static let new = "granite-saffron-willow-3"

    private func request(
        _ current: String = IdentityFixture.password, _ new: String = Self.new
    ) -> ChangePassword.Request {
        .init(currentPassword: current, newPassword: new)
    }

    @Test
    func thisSessionStaysUnderANewTokenAndAllOthersEnd() throws {
        let identity = try IdentityFixture()
        var ana = try identity.person("Ana", .player)
        let other = try identity.anotherSession(of: ana)
        let bob = try identity.person("Bob", .player)
        let before = try identity.head
        let answer = try identity.call(ChangePassword.self, request(), as: ana)
        #expect(answer.ended == 1)
        #expect(answer.token != ana.token)
        for token in [ana.token, other.token] {
            #expect(identity.code(IssuePassport.self, .init(token: token)) == .unauthenticated)
        }
        for person in [ana, other] {
            #expect(identity.code(WhoAmI.self, EmptyRequest(), as: person) == .unauthenticated)
        }
        let session = answer.session.id
        ana.token = answer.token
        ana = try identity.renewed(ana)
        #expect(try identity.call(WhoAmI.self, EmptyRequest(), as: ana).session.id == session)
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: bob) == nil)
        // The old password signs nobody in, the new one does.
        let email = ana.user.email
        #expect(throws: ServiceError.self) { _ = try identity.login(email) }
        _ = try identity.login(email, password: Self.new)
        let told = try identity.changes(after: before)
        #expect(
            told.map(\.type) == [
                IdentityFeed.passwordChanged, IdentityFeed.sessionRevoked,
                IdentityFeed.passportsRevoked,
            ])
        #expect(told[0].payload.contains("\"means\":\"password\""))
        let texts = told.map(\.payload).joined() + identity.lines.all
        for secret in [Self.new, IdentityFixture.password, answer.token, "$argon2"] {
            #expect(!texts.contains(secret))
        }
    }

    @Test
    func wrongPasswordChangesNothingAndIsSlowedDown() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let before = try identity.head
        for _ in 1...SignInThrottle.failuresBeforeDelay {
            let error = identity.refusal(ChangePassword.self, request("wrong velvet"), as: ana)
            #expect(error?.code == .validationFailed)
            #expect(error?.errors.keys.sorted() == ["current_password"])
        }
        let error = identity.refusal(ChangePassword.self, request(), as: ana)
        #expect(error?.code == .busy)
        #expect(error?.message == "Too many wrong passwords; try again in 1 s")
        #expect(try identity.head == before)
        // Whoever guesses on a stolen device does not keep the owner from signing in.
        _ = try identity.login(ana.user.email)
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: ana) == nil)
    }

    @Test
    func newPasswordObeysTheRulesOfSignUp() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        for refused in ["fourteen chars", "passwordpassword1", "gazebo example quilt"] {
            let error = identity.refusal(
                ChangePassword.self, request(IdentityFixture.password, refused), as: ana)
            #expect(error?.errors.keys.sorted() == ["new_password"], "\(refused)")
        }
        let empty = identity.refusal(ChangePassword.self, request("", ""), as: ana)
        #expect(empty?.errors.keys.sorted() == ["current_password", "new_password"])
        let rehearsed = identity.refusal(
            ChangePassword.self, request(), as: ana, isDryRun: true)
        #expect(rehearsed?.code == .validationFailed)
        _ = try identity.login(ana.user.email)
    }

    @Test
    func killBehindTheCommitLeavesTheNewPassword() throws {
        // A repetition finds its session dead; nothing of it is kept under the key.
        let (identity, ana) = try IdentityFixture.withAna()
        let key = IdempotencyKey.make(at: identity.clock.now)
        try identity.call(ChangePassword.self, request(), as: ana, key: key)
        let after = try IdentityFixture(reopening: identity)
        #expect(after.code(ChangePassword.self, request(), as: ana, key: key) == .unauthenticated)
        #expect(after.code(IssuePassport.self, .init(token: ana.token)) == .unauthenticated)
        _ = try after.login(ana.user.email, password: Self.new)
        let kept = try after.service.database.read {
            try $0.scalar("SELECT count(*) FROM command_log")
        }
        #expect(kept == 0)
    }

    @Test
    func changeEndsOneTimeCodesButNoRecoveryCodes() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let codes = try identity.call(
            RenewRecoveryCodes.self, .init(password: IdentityFixture.password), as: ana
        ).codes
        let oneTime = try identity.operatorCode(for: ana).code
        try identity.call(ChangePassword.self, request(), as: ana)
        #expect(identity.reset(ana, oneTime)?.code == .unauthenticated)
        #expect(identity.reset(ana, codes[0]) == nil)
    }
}
