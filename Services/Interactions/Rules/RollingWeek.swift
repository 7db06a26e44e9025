import Contracts

/// The seven days that "This Week" means: rolling, to the millisecond (T-13).
enum RollingWeek {
    /// The length in milliseconds.
    static let milliseconds: Int64 = 7 * 86_400_000

    /// Where the week before `now` begins.
    static func start(before now: Instant) -> Instant {
        Instant(milliseconds: now.milliseconds - milliseconds)
    }
}
