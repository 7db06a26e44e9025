import Contracts
import DataServiceKit
import Dispatch
import ServiceKit
import Storage
import Synchronization

/// Where callers wait for the end of deletions, and where it shows which ones are stuck. It knows
/// nothing that the database does not.
final class DeletionDesk: Component {
    /// The services that take part in a deletion. Those that follow later read the feed from its
    /// beginning, and nobody waits for their answers to what was before.
    static let participants: Set<ServiceName> = [
        .interactions, .events, .notifications, .analytics,
    ]
    /// How long before the caller's time is over an answer goes out without the end.
    static let margin = Duration.milliseconds(100)

    private struct State {
        var running: [OperationID: Instant] = [:]
        var waiting: [OperationID: [DispatchSemaphore]] = [:]
        var isClosed = false
    }

    let name = "deletions"
    /// Threads that wait: for others before a deletion, and for its end.
    let jobs = JobPool(name: "deletion", threads: 8, queueMax: 64)
    /// Threads of those who only look on.
    let onlookers = JobPool(name: "onlooker", threads: 4, queueMax: 32)
    private let state = Mutex(State())
    private let clock: ProcessClock

    init(clock: ProcessClock) { self.clock = clock }

    /// Reads which deletions run.
    func load(from database: Database) throws {
        let running = try database.read { try DeletionRepository.running($0) }
        state.withLock { $0.running = running }
    }

    func start() {}

    /// Lets everybody go who waits, and ends the threads.
    func stop(by deadline: ContinuousClock.Instant) {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [:] }
            return state.waiting.values.flatMap { $0 }
        }
        for semaphore in waiting { semaphore.signal() }
        jobs.close()
        onlookers.close()
    }

    // MARK: From the writer thread, after COMMIT

    /// A phase has begun.
    func began(_ id: OperationID, at now: Instant) {
        state.withLock { $0.running[id] = now }
    }

    /// A phase has ended, or another one has taken its place.
    func ended(_ id: OperationID, isRunning: Bool = false) {
        let waiting = state.withLock { state in
            if !isRunning { state.running[id] = nil }
            return state.waiting.removeValue(forKey: id) ?? []
        }
        for semaphore in waiting { semaphore.signal() }
    }

    // MARK: Waiting

    /// Waits until the deletion has ended as far as `look` says, which is asked before and after
    /// each change of it; answers what it said last. Blocks.
    func wait(
        for id: OperationID, by deadline: ContinuousClock.Instant,
        _ look: () throws -> StoredDeletion?
    ) throws -> StoredDeletion? {
        while true {
            let changed = DispatchSemaphore(value: 0)
            // First the place in the queue, then the look: a change in between is not missed.
            let isClosed = state.withLock { state in
                if !state.isClosed { state.waiting[id, default: []].append(changed) }
                return state.isClosed
            }
            defer { forget(changed, id) }
            let found = try look()
            let remaining = deadline - ContinuousClock.now
            guard let found, found.saga.phase.isRunning, !isClosed, remaining > .zero else {
                return found
            }
            let limit = DispatchTime.now() + .nanoseconds(Int(remaining / .nanoseconds(1)))
            if changed.wait(timeout: limit) == .timedOut { return try look() }
        }
    }

    private func forget(_ semaphore: DispatchSemaphore, _ id: OperationID) {
        state.withLock { state in
            state.waiting[id]?.removeAll { $0 === semaphore }
            if state.waiting[id]?.isEmpty == true { state.waiting[id] = nil }
        }
    }

    // MARK: Figures

    /// How many deletions run, and how many of them for too long.
    var gauges: [String: Int64] {
        let now = clock.now()
        let since = now.advanced(by: .zero - DeletionLimit.stuckAfter)
        let running = state.withLock { Array($0.running.values) }
        return [
            "deletions.running": Int64(running.count),
            "deletions.stuck": Int64(running.count { $0 < since }),
        ]
    }
}
