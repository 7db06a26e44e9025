import Contracts

/// Counts the passports that each session asks for (S71). A device needs one in five minutes; a
/// script without a place to keep it needs one for each command.
struct PassportRequests: Sendable {
    /// Passports that a session may ask for at once.
    static let atOnce = 300
    /// After how long a session may ask for one more.
    static let interval = Duration.milliseconds(100)
    /// Sessions that are counted; should more ask at the same time, they must wait.
    static let sessionsMax = 20_000

    private var limits: [SessionID: RateLimit] = [:]

    /// Admits a request, or answers how long it must wait.
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
