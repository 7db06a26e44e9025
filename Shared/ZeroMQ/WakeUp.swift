import CZeroMQ

/// A signal from any thread that ends another thread's wait in a `Poller` (eventfd(2)).
public final class WakeUp: Sendable {
    private let owned: OwnedDescriptor

    /// The descriptor to poll.
    public var descriptor: Int32 { owned.number }

    public init() throws(ZeroMQError) {
        owned = try OwnedDescriptor(compass_eventfd_open(), from: "eventfd")
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
