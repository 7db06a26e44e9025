import Contracts
import ServiceKit
import Synchronization

/// A clock that a test moves by hand.
final class MovedClock: Sendable {
    private let now: Mutex<Instant>

    init(_ start: Instant) { now = Mutex(start) }

    /// The clock as a process reads it.
    var clock: ProcessClock { ProcessClock { [self] in now.withLock { $0 } } }

    func advance(_ span: Duration) {
        now.withLock { $0 = $0.advanced(by: span) }
    }
}
