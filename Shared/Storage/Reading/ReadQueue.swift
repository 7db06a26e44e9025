internal import Dispatch
internal import Synchronization

/// The queue of reads, with one line per lane. Readers serve the lanes in turn, and a lane with
/// long reads must leave one reader to the others, so that short reads do not wait behind another
/// caller's long lists. Reads without a lane are the service's own and may use every reader.
///
/// A new read wakes one reader, since any may take it, and whoever takes one while others wait
/// wakes the next: to wake a thread costs as much as a short read. The reader that has been idle
/// for the shortest time is woken, because its pages are still in the cache.
final class ReadQueue: Sendable {
    private let capacity: Int
    private let readers: Int
    private let state = Mutex(State())

    /// The run time from which a read counts as long; its lane may then use all readers but one.
    static let longRead = Duration.milliseconds(50)
    /// How long this restriction lasts after a long read.
    static let memory = Duration.seconds(2)
    /// The number of idle lanes that are remembered.
    static let lanesMax = 1_024

    private struct Lane {
        var jobs = Deque<ReadJob>()
        var running = 0
        /// The start of the newest running read.
        var began: ContinuousClock.Instant?
        /// The time until which the lane counts as one with long reads.
        var longUntil: ContinuousClock.Instant?

        var isIdle: Bool { jobs.isEmpty && running == 0 }

        func isLong(at now: ContinuousClock.Instant) -> Bool {
            if let longUntil, now < longUntil { return true }
            guard running > 0, let began else { return false }
            return now - began >= ReadQueue.longRead
        }
    }

    private struct State {
        var lanes: [Int?: Lane] = [:]
        /// The lanes with waiting reads, next one first.
        var turns: [Int?] = []
        var waiting = 0
        /// The idle readers, the one that has been idle for the longest time first.
        var idle: [DispatchSemaphore] = []
        var isClosed = false

        mutating func wakeOne() { idle.popLast()?.signal() }

        mutating func wakeAll() {
            for reader in idle { reader.signal() }
            idle = []
        }
    }

    init(capacity: Int, readers: Int) {
        self.capacity = capacity
        self.readers = readers
    }

    func offer(_ job: ReadJob) -> BoundedQueue<ReadJob>.Offer {
        state.withLock { state in
            if state.isClosed { return .closed }
            guard state.waiting < capacity else { return .full }
            if state.lanes[job.lane]?.jobs.isEmpty ?? true { state.turns.append(job.lane) }
            state.lanes[job.lane, default: Lane()].jobs.append(job)
            state.waiting += 1
            state.wakeOne()
            return .taken
        }
    }

    private enum Turn {
        case job(ReadJob)
        case wait(DispatchSemaphore)
        case end
    }

    /// Waits for a read that may run and returns it; nil once the queue is closed and empty. The
    /// caller must call `finished` after the read, and then take the next one. `now` is read again
    /// after each wait.
    func take(_ now: () -> ContinuousClock.Instant) -> ReadJob? {
        while true {
            let turn: Turn = state.withLock { state in
                if let job = poll(&state, at: now()) {
                    // Readers of a closed queue wait for its end.
                    if state.isClosed {
                        state.wakeAll()
                    } else if state.waiting > 0 {
                        state.wakeOne()
                    }
                    return .job(job)
                }
                if state.isClosed, state.waiting == 0 { return .end }
                let reader = DispatchSemaphore(value: 0)
                state.idle.append(reader)
                return .wait(reader)
            }
            switch turn {
            case .job(let job): return job
            case .wait(let reader): reader.wait()
            case .end: return nil
            }
        }
    }

    /// Returns the next read that may run.
    private func poll(_ state: inout State, at now: ContinuousClock.Instant) -> ReadJob? {
        let place = state.turns.firstIndex { key in
            guard let lane = state.lanes[key] else { return false }
            return key == nil || lane.running == 0 || lane.running < readers - 1
                || !lane.isLong(at: now)
        }
        guard let place else { return nil }
        let key = state.turns.remove(at: place)
        guard let job = state.lanes[key]?.jobs.popFirst() else { return nil }
        state.lanes[key]?.running += 1
        state.lanes[key]?.began = now
        if state.lanes[key]?.jobs.isEmpty == false { state.turns.append(key) }
        state.waiting -= 1
        return job
    }

    /// Records the end of a read of this lane.
    func finished(lane key: Int?, began: ContinuousClock.Instant, at now: ContinuousClock.Instant) {
        state.withLock { state in
            state.lanes[key]?.running -= 1
            if now - began >= ReadQueue.longRead {
                state.lanes[key]?.longUntil = now + ReadQueue.memory
            } else if state.lanes[key]?.isIdle == true, state.lanes[key]?.isLong(at: now) == false {
                state.lanes[key] = nil
            }
            if state.lanes.count > ReadQueue.lanesMax {
                state.lanes = state.lanes.filter { !$0.value.isIdle }
            }
        }
    }

    var count: Int { state.withLock { $0.waiting } }

    /// The number of readers without a read.
    var idleCount: Int { state.withLock { $0.idle.count } }

    /// Closes the queue: refuses new reads but still delivers the queued ones.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.wakeAll()
        }
    }
}
