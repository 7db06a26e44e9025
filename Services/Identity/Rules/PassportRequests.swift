import Contracts

/// Limits the passports requested per session. A device needs one every five minutes; a script
/// without a place to store it needs one per command.
struct PassportRequests: Sendable {
    /// The most passports that a session may request in a burst.
    static let atOnce = 300
    /// The interval after which a session may request one more.
    static let interval = Duration.milliseconds(100)
    /// The most sessions tracked; further sessions must wait.
    static let sessionsMax = 20_000

    private var limits: [SessionID: RateLimit] = [:]

    /// Admits a request, or returns the time to wait.
    mutating func wait(
        beforePassportOf session: SessionID, at now: ContinuousClock.Instant
    ) -> Duration? {
        if limits[session] == nil, limits.count >= PassportRequests.sessionsMax {
            limits = limits.filter { !$0.value.isUnused(at: now) }
            if limits.count >= PassportRequests.sessionsMax { return PassportRequests.interval }
        }
        return limits[
            session,
            default: RateLimit(
                atOnce: PassportRequests.atOnce, interval: PassportRequests.interval)
        ].wait(at: now)
    }
}
