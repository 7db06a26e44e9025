import CZeroMQ
import Glibc

/// Ends a wait in a `Poller` at an exact time (timerfd(2)): the poll's own limit is in
/// milliseconds. It belongs to one thread.
public final class Alarm {
    /// The descriptor to wait for.
    public let descriptor: Int32

    /// Opens the descriptor; the alarm is not set.
    public init() throws(ZeroMQError) {
        descriptor = compass_timer_open()
        guard descriptor >= 0 else { throw failure("timerfd_create", number: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Makes the descriptor readable at this time of CLOCK_MONOTONIC, in nanoseconds; an earlier
    /// setting is forgotten. 0 only forgets.
    public func set(nanoseconds: UInt64) {
        _ = compass_timer_arm(descriptor, nanoseconds)
    }
}
