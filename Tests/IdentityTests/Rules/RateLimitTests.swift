import Contracts
import Testing

@testable import Identity

@Suite("RateLimit: so many at once, one more after each interval")
struct RateLimitTests {
    private let start = ContinuousClock.now

    @Test
    func admitsTheAllowanceThenOneAnInterval() {
        var limit = RateLimit(atOnce: 3, interval: .seconds(60))
        #expect(limit.isUnused(at: start))
        for _ in 1...3 { #expect(limit.wait(at: start) == nil) }
        #expect(!limit.isUnused(at: start))
        #expect(limit.wait(at: start) == .seconds(60))
        // Who waits is not counted.
        #expect(limit.wait(at: start + .milliseconds(59_999)) == .milliseconds(1))
        #expect(limit.wait(at: start + .seconds(60)) == nil)
        #expect(limit.wait(at: start + .seconds(60)) == .seconds(60))
        // A rest gives the whole allowance back, and no more.
        let later = start + .seconds(1_000)
        #expect(limit.isUnused(at: later))
        for _ in 1...3 { #expect(limit.wait(at: later) == nil) }
        #expect(limit.wait(at: later) == .seconds(60))
    }

    @Test
    func sessionsDoNotShareTheirPassports() {
        var requests = PassportRequests()
        let one = SessionID.make(at: .earliest)
        for _ in 1...PassportRequests.atOnce {
            #expect(requests.wait(beforePassportOf: one, at: start) == nil)
        }
        #expect(requests.wait(beforePassportOf: one, at: start) == PassportRequests.interval)
        let other = SessionID(high: one.high, low: one.low ^ 1)
        #expect(requests.wait(beforePassportOf: other, at: start) == nil)
    }

    @Test
    func sessionsAreForgottenOnceTheirAllowanceIsBack() {
        var requests = PassportRequests()
        func session(_ number: Int) -> SessionID { SessionID(high: 7, low: UInt64(number)) }
        for number in 1...PassportRequests.sessionsMax {
            #expect(requests.wait(beforePassportOf: session(number), at: start) == nil)
        }
        let oneMore = session(PassportRequests.sessionsMax + 1)
        #expect(requests.wait(beforePassportOf: oneMore, at: start) == PassportRequests.interval)
        #expect(requests.wait(beforePassportOf: session(1), at: start) == nil)
        let later = start + PassportRequests.interval * 2
        #expect(requests.wait(beforePassportOf: oneMore, at: later) == nil)
    }
}

@Suite("Sign-ups and passports are limited by identity")
struct LimitedRequestsTests {
    @Test
    func oneSignUpTooManyIsBusyBeforeItTellsAnything() throws {
        let identity = try IdentityFixture(signUpsAtOnce: 2)
        _ = try identity.person("Ana", .player)
        _ = try identity.person("Bob", .player)
        func signUp(_ name: String, _ password: String) -> ServiceError? {
            identity.refusal(
                SignUp.self,
                .init(
                    email: "\(name)@example.org", fullName: "Cyd Example", role: "player",
                    password: password))
        }
        for name in ["cyd", "ana"] {
            let error = signUp(name, IdentityFixture.password)
            #expect(error?.code == .busy)
            #expect(error?.message.hasPrefix("Too many sign-ups; try again in ") == true)
            let wait = try #require(error?.retryAfterMilliseconds)
            #expect((1...60_000).contains(wait))
        }
        // What is refused for itself does not count.
        #expect(signUp("cyd", "short")?.code == .validationFailed)
    }

    @Test
    func repeatedSignUpIsAnsweredThoughNoneIsLeft() throws {
        let identity = try IdentityFixture(signUpsAtOnce: 1)
        let key = IdempotencyKey.make(at: identity.clock.now)
        let request = SignUp.Request(
            email: "ana@example.org", fullName: "Ana", role: "player",
            password: IdentityFixture.password)
        let first = try identity.call(SignUp.self, request, key: key)
        #expect(try identity.call(SignUp.self, request, key: key).user == first.user)
    }

    @Test
    func sessionThatAsksForTooManyPassportsWaits() throws {
        let (identity, ana) = try IdentityFixture.withAna()
        let bob = try identity.person("Bob", .player)
        var busy: ServiceError?
        // Time passes while it asks: a little more than the allowance is admitted.
        for _ in 0..<PassportRequests.atOnce * 10 where busy == nil {
            busy = identity.refusal(IssuePassport.self, .init(token: ana.token))
        }
        #expect(busy?.code == .busy)
        #expect(busy?.message == "Too many passport requests; try again in 1 s")
        _ = try identity.passport(bob.token)
    }
}
