import Contracts
import DataServiceKit
import Dispatch
import Foundation
import Sodium
import Storage
import Synchronization
import Testing

@testable import Identity

@Suite("sessions.login: passwords, and slowing down who guesses them")
struct LoginTests {
    private func attempt(
        _ identity: IdentityFixture, _ email: String, _ password: String, prior: String? = nil
    ) -> ServiceError? {
        identity.refusal(
            Login.self,
            .init(email: email, password: password, device: nil, priorToken: prior))
    }

    @Test
    func givesATokenOfWhichOnlyTheDigestIsStored() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let (digest, texts) = try identity.service.database.read { transaction in
            let digest = try transaction.first("SELECT token_hash FROM sessions") { $0.blob(0) }
            let texts = try transaction.scalar(
                "SELECT count(*) FROM sessions WHERE instr(token_hash, ?1) > 0",
                Array(ana.token.utf8))
            return (digest, texts)
        }
        #expect(digest == SHA256Digest(of: Array(ana.token.utf8)).bytes)
        #expect(texts == 0)
    }

    @Test
    func answersWithSessionDeviceAndUser() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let answer = try identity.login(" ANA@Example.org")
        #expect(answer.user == ana.user)
        #expect(answer.session.device == "laptop")
        #expect(answer.session.createdAt == identity.clock.now)
        #expect(
            answer.session.expiresAt == identity.clock.now.advanced(by: SessionLifetime.idle))
    }

    @Test
    func unknownUserAndWrongPasswordGetTheSameAnswerAfterTheSameWork() throws {
        let identity = try IdentityFixture()
        _ = try identity.person("Ana", .player)
        let before = identity.parts.passwords.checkCount
        let wrong = attempt(identity, "ana@example.org", "wrong velvet nimbus")
        let between = identity.parts.passwords.checkCount
        let unknown = attempt(identity, "nobody@example.org", "wrong velvet nimbus")
        let after = identity.parts.passwords.checkCount
        #expect(wrong == unknown)
        #expect(wrong?.code == .unauthenticated)
        #expect(wrong?.message == Login.refusalText)
        #expect(between - before == 1 && after - between == 1)
    }

    @Test
    func accountIsShutAfterFiveFailuresAlikeForKnownAndUnknown() throws {
        let identity = try IdentityFixture()
        _ = try identity.person("Ana", .player)
        for email in ["ana@example.org", "nobody@example.org"] {
            for _ in 1...SignInThrottle.failuresBeforeDelay {
                #expect(attempt(identity, email, "wrong velvet")?.code == .unauthenticated)
            }
            let checks = identity.parts.passwords.checkCount
            let error = attempt(identity, email, "wrong velvet")
            #expect(error?.code == .busy)
            #expect(error?.retryAfterMilliseconds == 1_000)
            #expect(identity.parts.passwords.checkCount == checks)
        }
        // The right password waits too, then it counts.
        let right = IdentityFixture.password
        #expect(attempt(identity, "ana@example.org", right)?.code == .busy)
        identity.clock.advance(by: .milliseconds(999))
        #expect(attempt(identity, "ana@example.org", right)?.code == .busy)
        identity.clock.advance(by: .milliseconds(1))
        #expect(attempt(identity, "ana@example.org", right) == nil)
    }

    @Test
    func deviceWithAnEarlierSessionIsNotLockedOutByStrangers() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let bob = try identity.person("Bob", .player)
        for _ in 1...8 { _ = attempt(identity, ana.user.email, "wrong velvet") }
        let right = IdentityFixture.password
        #expect(attempt(identity, ana.user.email, right)?.code == .busy)
        // Neither another user's token nor an invented one helps.
        #expect(attempt(identity, ana.user.email, right, prior: bob.token)?.code == .busy)
        #expect(attempt(identity, ana.user.email, right, prior: "invented")?.code == .busy)
        #expect(attempt(identity, ana.user.email, right, prior: ana.token) == nil)
    }

    @Test
    func deviceThatGuessesIsShutItself() throws {
        // A stolen token does not buy unlimited tries.
        let (identity, ana) = try IdentityFixture.withAna()
        for _ in 1...5 { _ = attempt(identity, ana.user.email, "wrong", prior: ana.token) }
        #expect(attempt(identity, ana.user.email, "wrong", prior: ana.token)?.code == .busy)
        #expect(attempt(identity, ana.user.email, IdentityFixture.password) == nil)
    }

    /// A clock that is set back shuts nobody out for longer, one set ahead opens nothing.
    @Test(arguments: [86_400, -86_400])
    func waitAfterFailuresPassesByTheMachinesClock(seconds: Int) throws {
        let (identity, ana) = try IdentityFixture.withAna()
        for _ in 1...5 { _ = attempt(identity, ana.user.email, "wrong velvet") }
        identity.clock.jump(by: .seconds(seconds))
        let refusal = attempt(identity, ana.user.email, IdentityFixture.password)
        #expect(refusal?.retryAfterMilliseconds == 1_000)
        identity.clock.advance(by: .seconds(1))
        #expect(attempt(identity, ana.user.email, IdentityFixture.password) == nil)
    }

    @Test
    func newTokenReplacesTheDevicesOldOne() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let second = try identity.login(ana.user.email, prior: ana.token)
        #expect(second.token != ana.token)
        #expect(
            identity.code(IssuePassport.self, .init(token: ana.token)) == .unauthenticated)
        #expect(identity.code(IssuePassport.self, .init(token: second.token)) == nil)
        #expect(try identity.changes().last?.type == IdentityFeed.sessionRevoked)
    }

    // N-182
    @Test
    func signInAsSomebodyElseEndsTheDevicesSession() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let elsewhere = try identity.anotherSession(of: ana)
        let bob = try identity.person("Bob", .player)
        #expect(attempt(identity, bob.user.email, "wrong velvet", prior: ana.token) != nil)
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: ana) == nil)
        let before = try identity.head
        let answer = try identity.login(bob.user.email, prior: ana.token)
        #expect(answer.user == bob.user)
        #expect(identity.code(WhoAmI.self, EmptyRequest(), as: ana) == .unauthenticated)
        #expect(identity.code(IssuePassport.self, .init(token: ana.token)) == .unauthenticated)
        for token in [elsewhere.token, bob.token, answer.token] {
            #expect(identity.code(IssuePassport.self, .init(token: token)) == nil)
        }
        // No family is told.
        let told = try identity.service.database.read { transaction in
            try transaction.rows(
                "SELECT type FROM changes WHERE seq > ?1 AND actor = ?2 AND family_unit_id IS NULL",
                before, ana.user.id
            ) { try $0.text(0) }
        }
        #expect(told == [IdentityFeed.sessionRevoked])
        #expect(try identity.changes(after: before).map(\.type) == told)
    }

    @Test
    func signInEndsNoAccessToken() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let secret = try identity.call(
            AddAccessToken.self, .init(name: "spreadsheet", rights: "read", days: 1), as: ana
        ).secret
        _ = try identity.login(ana.user.email, prior: secret)
        #expect(identity.code(IssuePassport.self, .init(token: secret)) == nil)
    }

    @Test
    func hashOfALowerCostIsMadeAnewAtLogin() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let raised = try IdentityFixture(reopening: identity, cost: .interactive)
        _ = try raised.login(ana.user.email)
        let stored = try raised.service.database.read { transaction in
            try transaction.first("SELECT password_hash FROM users") { try $0.text(0) }
        }
        #expect(stored?.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$") == true)
        _ = try raised.login(ana.user.email)
    }

    /// Has the writer do some work once the next check of a password has begun. The sign-in can
    /// store its session only after it.
    private func behindTheNextCheck(
        of identity: IdentityFixture, _ work: @escaping @Sendable (UnitOfWork) throws -> Void
    ) {
        let (service, passwords) = (identity.service, identity.parts.passwords)
        let checks = passwords.checkCount
        let isHeld = DispatchSemaphore(value: 0)
        Thread {
            _ = try? service.write(nil) { unit in
                isHeld.signal()
                while passwords.checkCount == checks { sched_yield() }
                try work(unit)
            }
        }.start()
        isHeld.wait()
    }

    private func account(of person: Person, _ identity: IdentityFixture) throws -> Account {
        try #require(
            try identity.service.database.read {
                try AccountRepository().account(person.user.id, in: $0)
            })
    }

    // N-180
    @Test
    func passwordThatIsReplacedDuringTheSignInDoesNotCount() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let parts = identity.parts
        let before = try account(of: ana, identity)
        let new = "granite-saffron-willow-3"
        let hash = try parts.passwords.hash(new)
        behindTheNextCheck(of: identity) { unit in
            try unit.replacePassword(of: before, by: hash, .password, parts)
        }
        let refusal = attempt(identity, ana.user.email, IdentityFixture.password)
        #expect(refusal?.code == .unauthenticated && refusal?.message == Login.refusalText)
        #expect(try account(of: ana, identity).passwordHash == hash)
        let live = try identity.service.database.read {
            try $0.scalar("SELECT count(*) FROM sessions WHERE ended_at IS NULL")
        }
        #expect(live == 0)
        _ = try identity.login(ana.user.email, password: new)
    }

    @Test
    func hashThatIsMadeAnewDuringTheSignInCounts() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let before = try account(of: ana, identity)
        let hash = try identity.parts.passwords.hash(IdentityFixture.password)
        behindTheNextCheck(of: identity) { unit in
            try AccountRepository().replaceHash(
                of: before.user.id, before.passwordHash, by: hash, in: unit.transaction)
        }
        let answer = try identity.login(ana.user.email)
        #expect(try account(of: ana, identity).passwordHash == hash)
        #expect(identity.code(IssuePassport.self, .init(token: answer.token)) == nil)
    }

    @Test
    func fullQueueOfHashesIsBusy() throws {
        // Two hashes at a time, 32 waiting, one more is refused.
        #expect(JobPool.hashingThreads == 2)
        #expect(JobPool.hashingQueueMax == 32)
        let identity = try IdentityFixture(
            cost: .interactive, pool: JobPool(name: "passwords", threads: 1, queueMax: 1))
        let codes = Mutex<[ErrorCode]>([])
        let done = DispatchSemaphore(value: 0)
        for number in 0..<6 {
            identity.send(
                Login.self, .init(email: "a\(number)@x.org", password: "wrong", device: nil)
            ) { code in
                codes.withLock { $0.append(code ?? .internal) }
                done.signal()
            }
        }
        for _ in 0..<6 { done.wait() }
        let refused = codes.withLock { $0.filter { $0 == .busy }.count }
        let judged = codes.withLock { $0.filter { $0 == .unauthenticated }.count }
        #expect(refused + judged == 6)
        // One runs and one waits; scheduling may let a few more be judged, never all.
        #expect(refused >= 1 && judged >= 1)
    }

    @Test
    func sessionsOfAUserAreBounded() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        for _ in 1..<SessionLifetime.sessionsPerUserMax {
            identity.clock.advance(by: .seconds(1))
            _ = try identity.login(ana.user.email)
        }
        #expect(identity.code(IssuePassport.self, .init(token: ana.token)) == nil)
        identity.clock.advance(by: .seconds(1))
        _ = try identity.login(ana.user.email)
        #expect(
            identity.code(IssuePassport.self, .init(token: ana.token)) == .unauthenticated)
    }

    @Test
    func rehearsalIsRefused() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let request = Login.Request(
            email: ana.user.email, password: IdentityFixture.password, device: nil)
        let error = identity.refusal(Login.self, request, isDryRun: true)
        #expect(error?.code == .validationFailed)
    }

    @Test
    func logHoldsNothingPersonalOrSecret() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        for _ in 1...6 { _ = attempt(identity, ana.user.email, "wrong canary velvet") }
        _ = identity.code(IssuePassport.self, .init(token: "canary-token"))
        let log = identity.lines.all
        #expect(log.contains("call denied") && log.contains("sign-in delayed"))
        for secret in [
            "ana@", "example.org", "canary", ana.token, "Ana", IdentityFixture.password, "$argon2",
        ] {
            #expect(!log.contains(secret))
        }
    }
}
