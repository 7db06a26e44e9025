import CZeroMQ

/// A timer that ends a wait in a `Poller` at an exact time (timerfd(2)); the timeout of a poll
/// itself has a resolution of milliseconds. Belongs to one thread.
public final class Alarm {
    private let owned: OwnedDescriptor

    /// The descriptor to poll.
    public var descriptor: Int32 { owned.number }

    /// Opens the descriptor without setting the timer.
    public init() throws(ZeroMQError) {
        owned = try OwnedDescriptor(compass_timer_open(), from: "timerfd_create")
    }

    /// Sets the timer to a time of CLOCK_MONOTONIC in nanoseconds, at which the descriptor becomes
    /// readable. Replaces any earlier setting; 0 clears the timer.
    public func set(nanoseconds: UInt64) {
        _ = compass_timer_arm(descriptor, nanoseconds)
    }
}
