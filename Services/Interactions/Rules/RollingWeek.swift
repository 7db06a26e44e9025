import Contracts

/// The rolling seven days of "This Week", to the millisecond (T-13).
enum RollingWeek {
    static let milliseconds: Int64 = 7 * 86_400_000

    /// The start of the week that ends at `now`.
    static func start(before now: Instant) -> Instant {
        Instant(milliseconds: now.milliseconds - milliseconds)
    }
}
