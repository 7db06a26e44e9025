public import Contracts
public import ServiceKit
import Synchronization

/// A clock that a test moves by hand.
public final class MovedClock: Sendable {
    private let now: Mutex<Instant>

    /// A clock that stands at this instant.
    public init(_ start: Instant) { now = Mutex(start) }

    /// The clock as a process reads it.
    public var clock: ProcessClock { ProcessClock { [self] in now.withLock { $0 } } }

    /// Moves the clock; back for a negative span.
    public func advance(_ span: Duration) {
        now.withLock { $0 = $0.advanced(by: span) }
    }
}
