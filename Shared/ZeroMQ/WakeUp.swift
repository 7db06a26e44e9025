import CZeroMQ
import Glibc

/// A signal from any thread that ends another thread's wait in a `Poller` (eventfd(2)).
public final class WakeUp: Sendable {
    /// The descriptor to poll.
    public let descriptor: Int32

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
