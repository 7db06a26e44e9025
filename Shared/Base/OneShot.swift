public import Dispatch
internal import Synchronization

/// A value that one thread sets once and others wait for.
public final class OneShot<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let arrived = DispatchSemaphore(value: 0)

    /// Creates one without a value.
    public init() {}

    /// Whether the value has been set.
    public var isSet: Bool { value.withLock { $0 != nil } }

    /// Sets the value; later calls have no effect.
    public func set(_ newValue: Value) {
        let isFirst = value.withLock { value in
            guard value == nil else { return false }
            value = newValue
            return true
        }
        if isFirst { arrived.signal() }
    }

    /// Waits for the value and returns it.
    public func wait() -> Value {
        guard let value = take(by: .distantFuture) else {
            preconditionFailure("the wait has no end")
        }
        return value
    }

    /// Waits for the value, until the deadline at the latest; returns nil if it has not arrived.
    public func wait(until deadline: ContinuousClock.Instant) -> Value? {
        take(by: .after(deadline - ContinuousClock.now))
    }

    private func take(by limit: DispatchTime) -> Value? {
        guard arrived.wait(timeout: limit) == .success else { return nil }
        // Another thread may wait as well.
        arrived.signal()
        return value.withLock { $0 }
    }
}

extension DispatchTime {
    /// The longest time that `after` returns, in seconds.
    private static let secondsMax: Int64 = 3_600

    /// Returns the time `duration` from now on the monotonic clock, at most an hour; now for a
    /// negative duration.
    public static func after(_ duration: Duration) -> DispatchTime {
        let limit = min(max(duration, .zero), .seconds(secondsMax))
        let (seconds, attoseconds) = limit.components
        return .now() + .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    }
}
