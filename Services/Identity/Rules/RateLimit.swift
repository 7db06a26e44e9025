/// A rate limit: a burst of `atOnce`, then one more per interval.
///
/// It stores a single instant: when the whole allowance is available again. Time is monotonic, so
/// that setting a clock has no effect.
struct RateLimit: Hashable, Sendable {
    let atOnce: Int
    let interval: Duration

    private var fullAt: ContinuousClock.Instant?

    init(atOnce: Int, interval: Duration) {
        self.atOnce = atOnce
        self.interval = interval
    }

    /// Whether the whole allowance is available.
    func isUnused(at now: ContinuousClock.Instant) -> Bool { fullAt.map { $0 <= now } ?? true }

    /// Admits one use, or returns the time to wait.
    mutating func wait(at now: ContinuousClock.Instant) -> Duration? {
        let next = max(fullAt ?? now, now) + interval
        let excess = next - now - interval * atOnce
        guard excess <= .zero else { return excess }
        fullAt = next
        return nil
    }
}
