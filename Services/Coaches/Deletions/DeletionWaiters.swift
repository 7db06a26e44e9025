import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Synchronization

/// Lets callers wait for deletions to finish and counts the ones that are stuck. All of its state
/// can be rebuilt from the database, and a waiting caller holds no thread.
final class DeletionWaiters: Component {
    /// The services that take part in a deletion. A service added later reads the feed from the
    /// start; its replies to earlier deletions are not awaited.
    static let participants: Set<ServiceName> = [
        .interactions, .events, .notifications, .analytics,
    ]
    /// How long before the caller's deadline an unfinished deletion is reported.
    static let margin = Duration.milliseconds(100)

    private struct State {
        /// When the present phase of each deletion began.
        var running: [OperationID: MachineTime] = [:]
        var waiting: [OperationID: [DeletionWaiter]] = [:]
        var isClosed = false
    }

    let name = "deletions"
    /// Threads for requests that list deletion blockers: these wait for the services concerned.
    let jobs = JobPool(name: "blockers", threads: 4, queueMax: 64)
    private let state = Mutex(State())
    private let clock: ProcessClock

    init(clock: ProcessClock) { self.clock = clock }

    /// Loads the deletions in progress. Their age counts from now on: how long the service was
    /// away, only the time of day tells.
    func load(from database: Database) throws {
        let now = clock.machineTime()
        let running = try database.read { try DeletionRepository.running($0) }
        state.withLock { state in
            for id in running { state.running[id] = now }
        }
    }

    func start() {}

    /// Releases all waiting callers and ends the threads.
    func stop(by deadline: ContinuousClock.Instant) {
        let waiting = state.withLock { state in
            state.isClosed = true
            return state.waiting.values.flatMap { $0 }
        }
        for waiter in waiting { waiter.giveUp() }
        jobs.close()
    }

    // MARK: Called on the writer thread after COMMIT

    /// Records that a phase has begun.
    func began(_ id: OperationID) {
        let now = clock.machineTime()
        state.withLock { $0.running[id] = now }
    }

    /// Records that a phase has ended, or with `isRunning` that another phase has followed it, and
    /// wakes the callers waiting for it.
    func ended(_ id: OperationID, isRunning: Bool = false) {
        let waiting = state.withLock { state in
            if !isRunning { state.running[id] = nil }
            return state.waiting[id] ?? []
        }
        for waiter in waiting { waiter.look() }
    }

    // MARK: Waiting

    /// Calls `done` when no phase of the deletion is in progress, or at the deadline with its
    /// current state; with `nil` if the operation is not such a deletion. Returns at once.
    func wait(
        for id: OperationID, of family: FamilyID, by deadline: ContinuousClock.Instant,
        on service: DataService, done: @escaping Completion<StoredDeletion?>
    ) {
        let waiter = DeletionWaiter(
            deadline: deadline,
            read: { [weak service] completion in
                guard let service else { return completion(.success(nil)) }
                service.database.read { transaction in
                    try DeletionRepository.find(id, of: family, transaction)
                } completion: {
                    completion($0)
                }
            },
            parked: { [weak service] waiter in
                service?.remind(at: deadline) { [weak waiter] in waiter?.look() }
            },
            done: { [weak self] waiter, result in
                self?.forget(waiter, id)
                done(result)
            })
        // Queues first and reads second, so that no change in between is missed.
        let isClosed = state.withLock { state in
            state.waiting[id, default: []].append(waiter)
            return state.isClosed
        }
        isClosed ? waiter.giveUp() : waiter.look()
    }

    private func forget(_ waiter: DeletionWaiter, _ id: OperationID) {
        state.withLock { state in
            state.waiting[id]?.removeAll { $0 === waiter }
            if state.waiting[id]?.isEmpty == true { state.waiting[id] = nil }
        }
    }

    var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    // MARK: Figures

    /// The numbers of deletions in progress, of waiting callers, and of deletions in progress for
    /// too long.
    var gauges: [String: Int64] {
        let now = clock.machineTime()
        let running = state.withLock { Array($0.running.values) }
        return [
            "deletions.running": Int64(running.count),
            "deletions.waiting": Int64(waitingCount),
            "deletions.stuck": Int64(
                running.count { now.elapsed(since: $0) > DeletionLimit.stuckAfter }),
        ]
    }
}
