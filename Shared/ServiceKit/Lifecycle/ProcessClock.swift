public import Contracts
import Foundation

/// The one place where a process reads the time of day.
///
/// `COMPASS_NOW` fixes it, for tests and demos. Deadlines never use it: they are monotonic.
public struct ProcessClock: Sendable {
    private let fixed: Instant?

    /// The system's clock, or a clock that stands still at `fixed`.
    public init(fixed: Instant? = nil) {
        self.fixed = fixed
    }

    /// The time of day.
    public func now() -> Instant {
        fixed ?? Instant(Date())
    }
}
