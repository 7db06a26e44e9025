import Contracts
import Testing

@testable import Hooks

@Suite("What follows from an attempt (N-118)")
struct HookAttemptsTests {
    // N-118: from 10 s, doubled, at most an hour, of which chance takes up to a half.
    @Test(arguments: [
        (1, 10), (2, 20), (3, 40), (9, 2_560), (10, 3_600), (11, 3_600), (1_000_000, 3_600),
    ])
    func pausesDoubleUpToAnHour(failures: Int, seconds: Int) {
        let whole = Duration.seconds(seconds)
        #expect(HookAttempts.pause(after: failures, chance: 1) == whole)
        #expect(HookAttempts.pause(after: failures, chance: 0) == whole / 2)
        let some = HookAttempts.pause(after: failures, chance: 0.5)
        #expect(some > whole / 2 && some < whole)
    }

    // N-118
    @Test func aDeliveryIsGivenUpAfterTheLastAttempt() {
        #expect(!HookAttempts.isOver(HookLimit.attemptsMax - 1))
        #expect(HookAttempts.isOver(HookLimit.attemptsMax))
    }

    // N-118
    @Test func aHookIsHopelessAfterThreeDays() {
        let since = Instant(milliseconds: 5)
        let limit = Instant(milliseconds: 5 + 3 * 86_400_000)
        #expect(HookAttempts.isHopeless(since: since, now: limit))
        #expect(
            !HookAttempts.isHopeless(
                since: since, now: Instant(milliseconds: limit.milliseconds - 1)))
    }

    // N-118: only a status of success means that a message was taken.
    @Test(arguments: [(200, true), (204, true), (299, true), (199, false), (300, false)])
    func successIsFrom200To299(status: Int, isTaken: Bool) {
        #expect((HookAttempts.problem(status: status) == nil) == isTaken)
    }

    @Test func aRedirectionSaysThatItIsNotFollowed() {
        #expect(
            HookAttempts.problem(status: 302)
                == "It answered 302, and redirections are not followed")
        #expect(HookAttempts.problem(status: 500) == "It answered 500")
    }
}
