import Foundation
import Glibc

/// The only place where tests of whole processes wait for time to pass.
enum Waiting {
    /// Polls until a condition holds. Returns false if it does not within `limit`. Polling is
    /// necessary because other processes do not announce changes of their files or responses.
    static func until(
        _ limit: Duration = SystemUnderTest.patience, every pause: Duration = .milliseconds(2),
        _ isSo: () throws -> Bool
    ) rethrows -> Bool {
        let end = ContinuousClock.now + limit
        while true {
            if try isSo() { return true }
            if ContinuousClock.now >= end { return false }
            pass(pause)
        }
    }

    /// Waits where the time itself matters to a test, such as when a process is killed, stopped or
    /// started; never in place of `until`.
    static func pass(_ time: Duration) {
        usleep(UInt32(clamping: Int(time.seconds * 1_000_000)))
    }
}
