/// How often something may happen: so many times at once, and once more after each interval.
///
/// It keeps one instant, that at which the whole allowance is there again. Time is monotonic: a
/// clock that is set neither grants nor takes anything.
struct RateLimit: Hashable, Sendable {
    /// How often it may happen at once.
    let atOnce: Int
    /// After how long it may happen once more.
    let interval: Duration

    private var fullAt: ContinuousClock.Instant?

    /// A limit with its whole allowance.
    init(atOnce: Int, interval: Duration) {
        self.atOnce = atOnce
        self.interval = interval
    }

    /// Whether the whole allowance is there, as if nothing had happened yet.
    func isUnused(at now: ContinuousClock.Instant) -> Bool { fullAt.map { $0 <= now } ?? true }

    /// Admits it once, or answers how long it must wait.
    mutating func wait(at now: ContinuousClock.Instant) -> Duration? {
        let next = max(fullAt ?? now, now) + interval
        let excess = next - now - interval * atOnce
        guard excess <= .zero else { return excess }
        fullAt = next
        return nil
    }
}
