import Contracts
import ServiceKit
import Sodium
import Testing

@testable import Identity

@Suite("SignInThrottle: guessing is slow")
struct SignInThrottleTests {
    private let now = MachineTime(start: MachineStart(high: 1, low: 1), milliseconds: 5_000_000)
    private let account = SignInThrottle.Key.address("a@example.org")

    @Test(arguments: [
        (1, 0), (4, 0), (5, 1), (6, 2), (7, 4), (14, 512), (15, 900), (16, 900), (5_000, 900),
    ])
    func delayDoublesFromOneSecondToFifteenMinutes(failures: Int, seconds: Int) {
        #expect(SignInThrottle.delay(afterFailures: failures) == .seconds(seconds))
    }

    @Test
    func fifthFailureShutsForASecondToTheMillisecond() {
        var throttle = SignInThrottle()
        for _ in 1...SignInThrottle.failuresBeforeDelay {
            #expect(throttle.wait(beforeAttempt: account, at: now) == nil)
        }
        #expect(throttle.wait(beforeAttempt: account, at: now) == .seconds(1))
        let almost = now.advanced(by: .milliseconds(999))
        #expect(throttle.wait(beforeAttempt: account, at: almost) == .milliseconds(1))
        let then = now.advanced(by: .seconds(1))
        #expect(throttle.wait(beforeAttempt: account, at: then) == nil)
        #expect(throttle.wait(beforeAttempt: account, at: then) == .seconds(2))
    }

    @Test
    func waitingAttemptsDoNotCount() {
        var throttle = SignInThrottle()
        for _ in 1...5 { _ = throttle.wait(beforeAttempt: account, at: now) }
        for _ in 1...50 { _ = throttle.wait(beforeAttempt: account, at: now) }
        #expect(throttle.wait(beforeAttempt: account, at: now) == .seconds(1))
    }

    @Test
    func successForgivesAndOthersAreNotConcerned() {
        var throttle = SignInThrottle()
        for _ in 1...5 { _ = throttle.wait(beforeAttempt: account, at: now) }
        #expect(throttle.wait(beforeAttempt: .address("b@example.org"), at: now) == nil)
        #expect(throttle.wait(beforeAttempt: .device(.make(at: .earliest)), at: now) == nil)
        throttle.succeeded(account)
        for _ in 1...5 { #expect(throttle.wait(beforeAttempt: account, at: now) == nil) }
    }

    @Test
    func failuresAreForgottenAnHourAfterTheLast() {
        var throttle = SignInThrottle()
        for _ in 1...6 { _ = throttle.wait(beforeAttempt: account, at: now) }
        let later = now.advanced(by: SignInThrottle.memory)
        for _ in 1...5 { #expect(throttle.wait(beforeAttempt: account, at: later) == nil) }
        #expect(throttle.wait(beforeAttempt: account, at: later) == .seconds(1))
    }

    @Test
    func processTakesThreeHundredStrangersFailuresAMinute() {
        var throttle = SignInThrottle()
        for number in 1...SignInThrottle.failuresPerMinuteMax {
            #expect(throttle.wait(beforeAttempt: .address("\(number)"), at: now) == nil)
        }
        let later = now.advanced(by: .seconds(20))
        #expect(throttle.wait(beforeAttempt: .address("x"), at: later) == .seconds(40))
        // A device with an earlier session is not shut out by strangers.
        #expect(throttle.wait(beforeAttempt: .device(.make(at: .earliest)), at: later) == nil)
        let nextMinute = now.advanced(by: .seconds(60))
        #expect(throttle.wait(beforeAttempt: .address("x"), at: nextMinute) == nil)
    }

    /// A minute full of right passwords shuts nobody out.
    @Test
    func aSuccessGivesItsPlaceInTheMinuteBack() {
        var throttle = SignInThrottle()
        for number in 1...SignInThrottle.failuresPerMinuteMax {
            let address = SignInThrottle.Key.address("\(number)")
            #expect(throttle.wait(beforeAttempt: address, at: now) == nil)
            throttle.succeeded(address)
        }
        for number in 1...SignInThrottle.failuresPerMinuteMax {
            #expect(throttle.wait(beforeAttempt: .address("x\(number)"), at: now) == nil)
        }
        #expect(throttle.wait(beforeAttempt: .address("y"), at: now) == .seconds(60))
    }

    @Test
    func entriesAreBoundedAndMakeRoomWhenForgotten() {
        var throttle = SignInThrottle()
        for _ in 1...SignInThrottle.entriesMax {
            #expect(throttle.wait(beforeAttempt: .device(.make(at: .earliest)), at: now) == nil)
        }
        let one = SignInThrottle.Key.device(.make(at: .earliest))
        #expect(throttle.wait(beforeAttempt: one, at: now) == SignInThrottle.firstDelay)
        let later = now.advanced(by: SignInThrottle.memory)
        #expect(throttle.wait(beforeAttempt: one, at: later) == nil)
    }
}

@Suite("JoinAttempts: five codes in five minutes (DOMAIN Families)")
struct JoinAttemptsTests {
    private let now = MachineTime(start: MachineStart(high: 1, low: 1), milliseconds: 5_000_000)
    private let user = UserID.make(at: Instant(milliseconds: 0))

    @Test
    func sixthTryWaitsUntilTheFirstIsFiveMinutesOld() {
        var attempts = JoinAttempts()
        for number in 0..<JoinAttempts.attemptsMax {
            let at = now.advanced(by: .seconds(10 * number))
            #expect(attempts.wait(beforeAttemptOf: user, at: at) == nil)
        }
        let sixth = now.advanced(by: .seconds(60))
        #expect(attempts.wait(beforeAttemptOf: user, at: sixth) == .seconds(240))
        let early = now.advanced(by: .milliseconds(299_999))
        #expect(attempts.wait(beforeAttemptOf: user, at: early) == .milliseconds(1))
        let free = now.advanced(by: .seconds(300))
        #expect(attempts.wait(beforeAttemptOf: user, at: free) == nil)
        #expect(attempts.wait(beforeAttemptOf: user, at: free) == .seconds(10))
    }

    @Test
    func usersAreBounded() {
        var attempts = JoinAttempts()
        for _ in 0..<JoinAttempts.usersMax {
            #expect(attempts.wait(beforeAttemptOf: .make(at: .earliest), at: now) == nil)
        }
        #expect(attempts.wait(beforeAttemptOf: user, at: now) == JoinAttempts.window)
        let later = now.advanced(by: JoinAttempts.window)
        #expect(attempts.wait(beforeAttemptOf: user, at: later) == nil)
    }
}
