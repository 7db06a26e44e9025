import Foundation
import Glibc

/// The one place where tests of whole processes let time pass.
enum Waiting {
    /// Asks again and again until the answer is yes; false if it never was within `limit`. What
    /// another process did to its files or answers is told by nobody, so it has to be looked at.
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

    /// Lets time pass where the moment itself is what a test is about: when a process is killed,
    /// stopped or started. It never stands for "by now it will have happened".
    static func pass(_ time: Duration) {
        usleep(UInt32(clamping: Int(time.seconds * 1_000_000)))
    }
}
