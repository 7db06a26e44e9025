import Contracts
import Foundation
import ServiceKit
import Sodium
import Testing

@testable import Identity

@Suite("SessionLifetime: idle and absolute ends")
struct SessionLifetimeTests {
    private let began = Instant(milliseconds: 1_770_000_000_000)

    @Test
    func endsThirtyDaysAfterTheLastUseButNinetyAfterTheSignIn() {
        let day = Duration.seconds(86_400)
        #expect(
            SessionLifetime.end(createdAt: began, lastUsedAt: began)
                == began.advanced(by: day * 30))
        #expect(
            SessionLifetime.end(createdAt: began, lastUsedAt: began.advanced(by: day * 60))
                == began.advanced(by: day * 90))
        #expect(
            SessionLifetime.end(createdAt: began, lastUsedAt: began.advanced(by: day * 80))
                == began.advanced(by: day * 90))
    }

    @Test
    func countsUntilTheEndAndNotAtIt() {
        let session = Session(
            id: .make(at: began), device: nil, createdAt: began, lastUsedAt: began,
            expiresAt: SessionLifetime.end(createdAt: began, lastUsedAt: began))
        let owned = OwnedSession(
            owner: .make(at: began), session: session, endedAt: nil, purpose: .device)
        let end = began.advanced(by: SessionLifetime.idle)
        #expect(owned.isLive(at: end.advanced(by: .milliseconds(-1))))
        #expect(!owned.isLive(at: end))
    }

    @Test
    func useIsWrittenDownAMinuteLaterAtTheEarliest() {
        let almost = began.advanced(by: .milliseconds(59_999))
        #expect(!SessionLifetime.isTouchDue(lastUsedAt: began, now: almost))
        let minute = began.advanced(by: .seconds(60))
        #expect(SessionLifetime.isTouchDue(lastUsedAt: began, now: minute))
    }
}

@Suite("SessionToken: 256 random bits, found by their digest")
struct SessionTokenTests {
    @Test
    func holdsThirtyTwoBytesInUrlSafeText() throws {
        let token = try SessionToken.make()
        #expect(token.count == 43)
        #expect(token.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
        let text = token.replacing("-", with: "+").replacing("_", with: "/") + "="
        #expect(Data(base64Encoded: text)?.count == SessionToken.byteCount)
        #expect(try SessionToken.make() != token)
    }

    @Test
    func overlongTextIsNotLookedUp() {
        let most = String(repeating: "a", count: SessionToken.textBytesMax)
        #expect(SessionToken.digest(of: most)?.count == 32)
        #expect(SessionToken.digest(of: most + "a") == nil)
    }
}

@Suite(
    "PassportIssuer: five minutes of the machine's clock, and the generation in force")
struct PassportIssuerTests {
    private let now = Instant(milliseconds: 1_770_000_000_000)
    private let machine = MachineTime(start: MachineStart(high: 1, low: 1), milliseconds: 5_000)

    private func account(generation: Int64) -> Account {
        Account(
            user: User(
                id: .make(at: now), email: "a@example.org", fullName: "A", role: .player,
                timeZone: "UTC", createdAt: now),
            passwordHash: "", inboundAlerts: true, passportGeneration: generation, version: 1)
    }

    private func session(endingAt end: Instant) -> Session {
        Session(id: .make(at: now), device: nil, createdAt: now, lastUsedAt: now, expiresAt: end)
    }

    /// Section 8 of the protocol: the numbers behind the machine's start.
    private func numbers(_ bytes: [UInt8]) -> [Int64] {
        [52, 60, 68].map { place in
            bytes[place..<place + 8].reduce(0) { $0 << 8 | Int64($1) }
        }
    }

    @Test
    func lastsFiveMinutesOrAsLongAsTheSession() throws {
        let issuer = PassportIssuer(key: try SigningKey())
        let user = account(generation: 7)
        let long = session(endingAt: now.advanced(by: .seconds(3_600)))
        let issued = try issuer.issue(to: user, long, [], at: now, machine)
        #expect(issued.expiresAt == now.advanced(by: Passport.lifetimeMax))
        #expect(numbers(issued.bytes) == [5_000, 305_000, 7])
        let short = session(endingAt: now.advanced(by: .seconds(20)))
        let brief = try issuer.issue(to: user, short, [], at: now, machine)
        #expect(brief.expiresAt == short.expiresAt)
        #expect(numbers(brief.bytes) == [5_000, 25_000, 7])
        let over = session(endingAt: now.advanced(by: .seconds(-20)))
        #expect(numbers(try issuer.issue(to: user, over, [], at: now, machine).bytes)[1] == 5_000)
    }
}

@Suite("MemberOrder: players first, then by name (DOMAIN Families)")
struct MemberOrderTests {
    @Test
    func sortsByRoleThenNameWithoutRegardToCase() {
        let now = Instant(milliseconds: 0)
        let members = [("zoe", Role.parent), ("Bob", .player), ("anna", .parent), ("al", .player)]
            .map { Member(userID: .make(at: now), fullName: $0.0, role: $0.1, joinedAt: now) }
        #expect(MemberOrder.sorted(members).map(\.fullName) == ["al", "Bob", "anna", "zoe"])
        #expect(MemberOrder.sorted(members.reversed()) == MemberOrder.sorted(members))
    }
}
