import Contracts
import ServiceKit
import Sodium
import Support
import Testing

@testable import Web

@Suite("A password that waits for its code")
struct PendingSignInsTests {
    private static let day = Duration.seconds(86_400)
    private static let email = "ana@example.org"
    private static let password = "quartz-velvet-nimbus-7"

    private let time = MovedClock(Instant(milliseconds: 1_770_724_800_000))
    private let pending: PendingSignIns

    init() throws { pending = PendingSignIns(time.clock, try SecretBox()) }

    private func sealed(in signIns: PendingSignIns? = nil) throws -> String {
        try (signIns ?? pending).sealed(
            email: Self.email, password: Self.password, isShared: true)
    }

    @Test func itWaitsForFiveMinutes() throws {
        let sealed = try sealed()
        time.advance(PendingSignIns.lifetime - .milliseconds(1))
        let entry = try #require(pending.entry(sealed))
        #expect(entry.email == Self.email && entry.password == Self.password)
        #expect(entry.isShared)
        time.advance(.milliseconds(1))
        #expect(pending.entry(sealed) == nil)
    }

    /// Neither a time of day that is set back lengthens it, nor one that is set ahead shortens it.
    @Test(arguments: [Duration.zero - day, day])
    func aClockThatIsSetChangesNothing(by jump: Duration) throws {
        let sealed = try sealed()
        time.jump(jump)
        time.advance(PendingSignIns.lifetime - .milliseconds(1))
        #expect(pending.entry(sealed) != nil)
        time.advance(.milliseconds(1))
        #expect(pending.entry(sealed) == nil)
    }

    /// A clock that was ahead or behind when the password was sealed, and is set right afterwards.
    @Test(arguments: [Duration.zero - day, day])
    func aClockThatWasWrongChangesNothing(by jump: Duration) throws {
        time.jump(jump)
        let sealed = try sealed()
        time.jump(.zero - jump)
        #expect(pending.entry(sealed) != nil)
        time.advance(PendingSignIns.lifetime)
        #expect(pending.entry(sealed) == nil)
    }

    /// With `COMPASS_NOW` the time of day stands still.
    @Test func itEndsWhileTheTimeOfDayStandsStill() throws {
        let signIns = PendingSignIns(time.clock(fixedAt: time.now), try SecretBox())
        let sealed = try sealed(in: signIns)
        #expect(signIns.entry(sealed) != nil)
        time.advance(PendingSignIns.lifetime)
        #expect(signIns.entry(sealed) == nil)
    }

    @Test func itEndsWithTheProcessAndTheMachine() throws {
        let sealed = try sealed()
        #expect(PendingSignIns(time.clock, try SecretBox()).entry(sealed) == nil)
        #expect(pending.entry(sealed) != nil)
        time.restartMachine()
        #expect(pending.entry(sealed) == nil)
    }

    @Test(arguments: ["", "AAAA", "no base64", String(repeating: "A", count: 4_097)])
    func whatWasNotSealedHereIsNothing(text: String) {
        #expect(pending.entry(text) == nil)
    }
}
