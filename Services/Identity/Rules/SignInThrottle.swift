import Contracts
import ServiceKit
import Sodium

/// Slows down guessing (S26): each account is shut for a while after too many failures, and the
/// process takes only so many failures a minute from devices it does not know.
///
/// Accounts that do not exist are treated like those that do, so the delay tells nothing (S25).
/// The state is in memory: a restart forgets it, and only the system itself restarts the service.
/// All times are of the machine's clock, so that setting the time of day neither opens an account
/// nor shuts one for longer.
struct SignInThrottle: Sendable {
    /// The failure of an account after which the next attempt must wait.
    static let failuresBeforeDelay = 5
    /// The wait after that failure; it doubles with each further one.
    static let firstDelay = Duration.seconds(1)
    /// The longest wait.
    static let delayMax = Duration.seconds(900)
    /// Failures are forgotten so long after the last one.
    static let memory = Duration.seconds(3_600)
    /// Failures a minute of the whole process, from devices without an earlier session.
    static let failuresPerMinuteMax = 300
    /// Accounts and devices that are remembered. It is more than the failures that can happen
    /// within `memory`; should devices with sessions fill it, further ones must wait.
    static let entriesMax = 20_000

    /// Whose failures are counted together.
    enum Key: Hashable, Sendable {
        /// Strangers at an account, by the digest of its address.
        case account(SHA256Digest)
        /// A device with an earlier session of the account.
        case device(SessionID)

        /// Strangers at the account with this address.
        static func address(_ email: String) -> Key {
            .account(SHA256Digest(of: Array(email.utf8)))
        }

        /// Strangers who try to reset the password of the account with this address. No address
        /// holds a blank.
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

    /// Admits an attempt, or answers how long it must wait. An admitted attempt counts as a failure
    /// until `succeeded`, so that attempts at the same time cannot outrun the count.
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

    /// The attempt succeeded: the failures before it are forgiven.
    mutating func succeeded(_ key: Key) {
        if case .account = key { failuresInMinute = max(0, failuresInMinute - 1) }
        entries[key] = nil
    }

    /// Forgets the failures before: they were guesses at a password that is gone.
    mutating func forget(_ key: Key) { entries[key] = nil }

    /// The wait after so many failures in a row.
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
