import Contracts

/// What follows from an attempt to deliver.
enum HookAttempts {
    /// The pause after the first failure, and the longest one.
    static let firstPause = Duration.seconds(10)
    static let longestPause = Duration.seconds(3_600)

    /// The pause after so many failures in a row: it doubles, and is between half of that and all
    /// of it, so that the hooks of one receiver do not return together. `chance` is from 0 to 1.
    static func pause(after failures: Int, chance: Double) -> Duration {
        let doublings = min(max(failures, 1) - 1, 20)
        return min(firstPause * (1 << doublings), longestPause) * (0.5 + chance / 2)
    }

    /// Whether a delivery that failed so often is given up.
    static func isOver(_ attempts: Int) -> Bool { attempts >= HookLimit.attemptsMax }

    /// Whether a hook that has failed since then, in housekeeping time, is switched off.
    static func isHopeless(since: Instant, now: Instant) -> Bool {
        now.milliseconds - since.milliseconds >= Int64(HookLimit.failingDays) * 86_400_000
    }

    /// What a server's status means: nil if the message was taken.
    static func problem(status: Int) -> String? {
        switch status {
        case 200...299: nil
        case 300...399: "It answered \(status), and redirections are not followed"
        default: "It answered \(status)"
        }
    }
}
