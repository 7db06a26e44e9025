import Contracts

/// How long a sign-in lasts (S19: a device of the command line).
enum SessionLifetime {
    /// A session that is not used for so long ends.
    static let idle = Duration.seconds(30 * 86_400)
    /// A session ends after so long even if it is used.
    static let absolute = Duration.seconds(90 * 86_400)
    /// The use of a session is written down at most so often, so that reads stay reads.
    static let touchInterval = Duration.seconds(60)
    /// Sessions that a user may have at once; a further one ends the one unused for longest.
    static let sessionsPerUserMax = 50
    /// Ended sessions are kept so long, for those who look why a device was signed out.
    static let keptAfterEnd = Duration.seconds(30 * 86_400)

    /// When a session ends by itself unless it is used before.
    static func end(createdAt: Instant, lastUsedAt: Instant) -> Instant {
        min(createdAt.advanced(by: absolute), lastUsedAt.advanced(by: idle))
    }

    /// Whether a use at `now` is to be written down.
    static func isTouchDue(lastUsedAt: Instant, now: Instant) -> Bool {
        lastUsedAt.advanced(by: touchInterval) <= now
    }
}
