import CZeroMQ
import Glibc

/// Wakes a thread that waits in a `Poller`, from any other thread (eventfd(2)).
public final class WakeUp: Sendable {
    /// The descriptor to wait for.
    public let descriptor: Int32

    /// Opens the descriptor.
    public init() throws(ZeroMQError) {
        descriptor = compass_eventfd_open()
        guard descriptor >= 0 else { throw failure("eventfd", number: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Makes the descriptor readable. Safe in a signal handler.
    public func signal() {
        _ = compass_eventfd_signal(descriptor)
    }

    /// Makes the descriptor unreadable again.
    public func clear() {
        _ = compass_eventfd_clear(descriptor)
    }
}
