import Contracts
import DataServiceKit
import ServiceKit
import Storage
import Synchronization

/// Where callers wait for the end of deletions, and where it shows which ones are stuck. It knows
/// nothing that the database does not, and whoever waits holds no thread.
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
        var waiting: [OperationID: [DeletionWaiter]] = [:]
        var isClosed = false
    }

    let name = "deletions"
    /// Threads of those who ask what stands in the way, which waits for the services that know.
    let jobs = JobPool(name: "blockers", threads: 4, queueMax: 64)
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
            return state.waiting.values.flatMap { $0 }
        }
        for waiter in waiting { waiter.giveUp() }
        jobs.close()
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
            return state.waiting[id] ?? []
        }
        for waiter in waiting { waiter.look() }
    }

    // MARK: Waiting

    /// Calls `done` once the deletion has no phase under way, or with how far it is when the time
    /// is over; with `nil` for an operation that is none. Returns at once.
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
        // First the place in the queue, then the look: a change in between is not missed.
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

    /// How many callers wait.
    var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    // MARK: Figures

    /// How many deletions run, and how many of them for too long.
    var gauges: [String: Int64] {
        let now = clock.now()
        let since = now.advanced(by: .zero - DeletionLimit.stuckAfter)
        let running = state.withLock { Array($0.running.values) }
        return [
            "deletions.running": Int64(running.count),
            "deletions.waiting": Int64(waitingCount),
            "deletions.stuck": Int64(running.count { $0 < since }),
        ]
    }
}
