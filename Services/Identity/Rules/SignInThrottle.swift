import Contracts
import ServiceKit
import Sodium

/// Slows down guessing of passwords: an account is locked for a while after too many failures, and
/// the process limits failures per minute from unknown devices.
///
/// Accounts that do not exist are treated like existing ones, so that the delay reveals nothing.
/// The state is in memory and lost on restart, which only the system itself can cause. All times
/// are machine time, so that setting the clock neither unlocks an account nor prolongs a lock.
struct SignInThrottle: Sendable {
    /// The number of failures after which the next attempt must wait.
    static let failuresBeforeDelay = 5
    /// The wait after that failure; it doubles with each further one.
    static let firstDelay = Duration.seconds(1)
    static let delayMax = Duration.seconds(900)
    /// How long after the last one failures are forgotten.
    static let memory = Duration.seconds(3_600)
    /// The most failures per minute in the whole process, from devices without an earlier session.
    static let failuresPerMinuteMax = 300
    /// The most accounts and devices tracked. It exceeds the failures possible within `memory`;
    /// should devices with sessions fill it, further ones must wait.
    static let entriesMax = 20_000

    /// The subject whose failures are counted together.
    enum Key: Hashable, Sendable {
        /// Unknown devices signing in to an account, by the digest of its address.
        case account(SHA256Digest)
        /// A device with an earlier session of the account.
        case device(SessionID)

        static func address(_ email: String) -> Key {
            .account(SHA256Digest(of: Array(email.utf8)))
        }

        /// Codes of an account's second factor. Wrong ones must not be forgotten when the password
        /// is right.
        static func code(_ email: String) -> Key { .address("code \(email)") }

        /// Unknown devices resetting the password of an account. The space keeps the key distinct
        /// from every address.
        static func reset(_ email: String) -> Key { .address("reset \(email)") }
    }

    private struct Entry {
        var failures: Int
        var lastFailure: MachineTime
        var shutUntil: MachineTime
    }

    private static let minute = Duration.seconds(60)

    private var entries: [Key: Entry] = [:]
    private var minuteBegan: MachineTime?
    private var failuresInMinute = 0

    /// Admits an attempt, or returns the time to wait. An admitted attempt counts as a failure
    /// until `succeeded`, so that concurrent attempts cannot exceed the limit.
    mutating func wait(beforeAttempt key: Key, at now: MachineTime) -> Duration? {
        beginMinute(at: now)
        var entry = entries[key] ?? Entry(failures: 0, lastFailure: now, shutUntil: now)
        if entry.shutUntil > now {
            return entry.shutUntil.elapsed(since: now)
        }
        if let wait = waitOfProcess(for: key, at: now) { return wait }
        if entry.lastFailure.advanced(by: SignInThrottle.memory) <= now { entry.failures = 0 }
        entry.failures += 1
        entry.lastFailure = now
        entry.shutUntil = now.advanced(by: SignInThrottle.delay(afterFailures: entry.failures))
        entries[key] = entry
        if case .account = key { failuresInMinute += 1 }
        return nil
    }

    private mutating func waitOfProcess(for key: Key, at now: MachineTime) -> Duration? {
        if entries[key] == nil, entries.count >= SignInThrottle.entriesMax {
            removeForgotten(at: now)
            if entries.count >= SignInThrottle.entriesMax { return SignInThrottle.firstDelay }
        }
        guard case .account = key, failuresInMinute >= SignInThrottle.failuresPerMinuteMax else {
            return nil
        }
        return (minuteBegan ?? now).advanced(by: Self.minute).elapsed(since: now)
    }

    /// Records that the attempt succeeded, which clears earlier failures.
    mutating func succeeded(_ key: Key) {
        if case .account = key { failuresInMinute = max(0, failuresInMinute - 1) }
        entries[key] = nil
    }

    /// Clears earlier failures after a password was replaced.
    mutating func forget(_ key: Key) { entries[key] = nil }

    /// The wait after this many consecutive failures.
    static func delay(afterFailures failures: Int) -> Duration {
        let over = failures - failuresBeforeDelay
        guard over >= 0 else { return .zero }
        guard over < 10 else { return delayMax }
        return min(firstDelay * (1 << over), delayMax)
    }

    private mutating func beginMinute(at now: MachineTime) {
        if let minuteBegan, now < minuteBegan.advanced(by: Self.minute) { return }
        minuteBegan = now
        failuresInMinute = 0
    }

    private mutating func removeForgotten(at now: MachineTime) {
        entries = entries.filter { _, entry in
            entry.lastFailure.advanced(by: SignInThrottle.memory) > now
        }
    }
}
