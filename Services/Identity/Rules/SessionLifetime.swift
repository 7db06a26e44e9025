import Contracts

/// The lifetime of sessions.
enum SessionLifetime {
    static let secondsPerDay = 86_400
    /// A session unused for this long ends.
    static let idle = Duration.seconds(30 * secondsPerDay)
    /// A session on a device that other people use ends if it is unused for this long: 30 minutes.
    static let sharedIdle = Duration.seconds(30 * 60)
    /// A session ends after this time, even if it is used.
    static let absolute = Duration.seconds(90 * secondsPerDay)
    /// The minimum interval between stored times of use, so that reads rarely write.
    static let touchInterval = Duration.seconds(60)
    /// The most sessions per user; another sign-in ends the least recently used one.
    static let sessionsPerUserMax = 50
    /// How long ended sessions are kept, for investigating why a device was signed out.
    static let keptAfterEnd = Duration.seconds(30 * secondsPerDay)

    /// The time at which a session expires if it is not used again.
    static func end(createdAt: Instant, lastUsedAt: Instant, isShared: Bool = false) -> Instant {
        min(
            createdAt.advanced(by: absolute),
            lastUsedAt.advanced(by: isShared ? sharedIdle : idle))
    }

    /// Whether a use at `now` should be stored.
    static func isTouchDue(lastUsedAt: Instant, now: Instant) -> Bool {
        lastUsedAt.advanced(by: touchInterval) <= now
    }
}
