import Contracts
import Synchronization

/// Knows how far each service has applied the feed: a request for the changes after a sequence
/// number shows that its sender has applied the changes up to it. A command can wait for the
/// followers before it replies.
final class FeedFollowers: Sendable {
    /// For how long after its start the service expects followers that have not asked yet.
    static let grace = Duration.seconds(3)

    private struct Waiter {
        let sequence: Int64
        var missing: Set<ServiceName>
        let done: @Sendable (Bool) -> Void
    }

    private struct State {
        var positions: [ServiceName: Int64] = [:]
        var waiters: [Int: Waiter] = [:]
        var waitersMade = 0
        var isClosed = false

        /// Removes and returns the waiters that miss nothing any more.
        mutating func takeReady() -> [Waiter] {
            let ready = waiters.filter { $0.value.missing.isEmpty }
            for id in ready.keys { waiters[id] = nil }
            return Array(ready.values)
        }
    }

    private let state = Mutex(State())

    /// Records that a service has applied the changes up to this one.
    func applied(_ sequence: Int64, by service: ServiceName) {
        let ready = state.withLock { state in
            state.positions[service] = sequence
            for (id, waiter) in state.waiters where waiter.sequence <= sequence {
                state.waiters[id]?.missing.remove(service)
            }
            return state.takeReady()
        }
        for waiter in ready { waiter.done(true) }
    }

    /// Calls `done` with true once these services have applied the changes up to this one, and
    /// with false when the wait is given up. Returns the number of the wait; nil if it is over.
    func wait(
        for services: Set<ServiceName>, toApply sequence: Int64,
        done: @escaping @Sendable (Bool) -> Void
    ) -> Int? {
        enum Verdict { case over(Bool), waiting(Int) }
        let verdict = state.withLock { state -> Verdict in
            let missing = services.filter { (state.positions[$0] ?? -1) < sequence }
            if missing.isEmpty { return .over(true) }
            if state.isClosed { return .over(false) }
            state.waitersMade += 1
            state.waiters[state.waitersMade] = Waiter(
                sequence: sequence, missing: missing, done: done)
            return .waiting(state.waitersMade)
        }
        switch verdict {
        case .waiting(let number): return number
        case .over(let isApplied):
            done(isApplied)
            return nil
        }
    }

    /// Ends a wait, if it is not over.
    func giveUp(_ number: Int) {
        state.withLock { $0.waiters.removeValue(forKey: number) }?.done(false)
    }

    /// Stops to wait for services that have never asked.
    func forgetAbsent() {
        let ready = state.withLock { state in
            let known = Set(state.positions.keys)
            for id in state.waiters.keys { state.waiters[id]?.missing.formIntersection(known) }
            return state.takeReady()
        }
        for waiter in ready { waiter.done(true) }
    }

    /// Ends all waits.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.done(false) }
    }
}
