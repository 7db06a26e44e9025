public import Contracts
import Foundation

/// The one place where a process reads the time of day.
///
/// `COMPASS_NOW` fixes it, for tests and demos. Deadlines never use it: they are monotonic.
public struct ProcessClock: Sendable {
    private let read: @Sendable () -> Instant
    /// Where the clock stands still; `nil` for one that goes.
    public let fixedAt: Instant?

    /// The system's clock, or a clock that stands still at `fixed`.
    public init(fixed: Instant? = nil) {
        fixedAt = fixed
        if let fixed {
            read = { fixed }
        } else {
            read = { Instant(Date()) }
        }
    }

    /// A clock that is moved by hand, for tests that let time pass.
    public init(reading: @escaping @Sendable () -> Instant) {
        read = reading
        fixedAt = nil
    }

    /// The time of day.
    public func now() -> Instant { read() }
}
