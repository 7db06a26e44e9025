internal import Dispatch
internal import Synchronization

/// The queue of reads, with one line per lane. Readers serve the lanes in turn, and a lane with
/// long reads must leave one reader to the others, so that short reads do not wait behind another
/// caller's long lists. Reads without a lane are the service's own and may use every reader.
///
/// A new read wakes one reader, since any may take it, and whoever takes one while others wait
/// wakes the next: to wake a thread costs as much as a short read. The reader that fell asleep last
/// is woken first, because the pages that it read are still in the processor's caches.
final class ReadQueue: Sendable {
    private let capacity: Int
    private let readers: Int
    private let contents = Mutex(Contents())

    /// The run time from which a read counts as long; its lane may then use all readers but one.
    static let longRead = Duration.milliseconds(50)
    /// How long this restriction lasts after a long read.
    static let memory = Duration.seconds(2)
    /// The number of idle lanes that are remembered.
    static let lanesMax = 1_024

    fileprivate struct Lane {
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

    fileprivate struct Contents {
        var lanes: [Int?: Lane] = [:]
        /// The lanes with waiting reads, next one first.
        var turns: [Int?] = []
        var waiting = 0
        /// The readers that sleep, the last to fall asleep at the end.
        var sleepers: [DispatchSemaphore] = []
        var isClosed = false
    }

    init(capacity: Int, readers: Int) {
        self.capacity = capacity
        self.readers = readers
    }

    func offer(_ job: ReadJob) -> BoundedQueue<ReadJob>.Offer {
        var woken: DispatchSemaphore?
        let offer = contents.withLock { contents in
            if contents.isClosed { return BoundedQueue<ReadJob>.Offer.closed }
            guard contents.waiting < capacity else { return .full }
            contents.append(job)
            woken = contents.sleepers.popLast()
            return .taken
        }
        woken?.signal()
        return offer
    }

    /// Waits for a read that may run and returns it; nil once the queue is closed and empty. The
    /// caller must call `finished` after the read, and then take the next one. `now` is read again
    /// after each wait.
    func take(_ now: () -> ContinuousClock.Instant) -> ReadJob? {
        while true {
            let (turn, woken) = contents.withLock { $0.next(for: readers, at: now()) }
            for sleeper in woken { sleeper.signal() }
            switch turn {
            case .run(let job): return job
            case .sleep(let until): until.wait()
            case .end: return nil
            }
        }
    }

    /// What a reader does next.
    fileprivate enum Turn {
        case run(ReadJob)
        case sleep(until: DispatchSemaphore)
        case end
    }

    /// Records the end of a read of this lane.
    func finished(lane key: Int?, began: ContinuousClock.Instant, at now: ContinuousClock.Instant) {
        contents.withLock { $0.finished(lane: key, took: now - began, at: now) }
    }

    var count: Int { contents.withLock { $0.waiting } }

    /// Closes the queue: refuses new reads but still delivers the queued ones.
    func close() {
        let woken = contents.withLock { contents in
            contents.isClosed = true
            return contents.takeSleepers()
        }
        for sleeper in woken { sleeper.signal() }
    }
}

extension ReadQueue.Contents {
    mutating func append(_ job: ReadJob) {
        if lanes[job.lane]?.jobs.isEmpty ?? true { turns.append(job.lane) }
        lanes[job.lane, default: ReadQueue.Lane()].jobs.append(job)
        waiting += 1
    }

    /// Returns what one of `readers` readers does next, and whom it wakes.
    mutating func next(
        for readers: Int, at now: ContinuousClock.Instant
    ) -> (ReadQueue.Turn, woken: [DispatchSemaphore]) {
        guard let job = poll(for: readers, at: now) else {
            if isClosed, waiting == 0 { return (.end, []) }
            let sleeper = DispatchSemaphore(value: 0)
            sleepers.append(sleeper)
            return (.sleep(until: sleeper), [])
        }
        // Once the queue is closed, all wait for its end.
        if isClosed { return (.run(job), takeSleepers()) }
        guard waiting > 0, let sleeper = sleepers.popLast() else { return (.run(job), []) }
        return (.run(job), [sleeper])
    }

    /// Returns the next read that may run.
    private mutating func poll(for readers: Int, at now: ContinuousClock.Instant) -> ReadJob? {
        let place = turns.firstIndex { key in
            guard let lane = lanes[key] else { return false }
            return key == nil || lane.running == 0 || lane.running < readers - 1
                || !lane.isLong(at: now)
        }
        guard let place else { return nil }
        let key = turns.remove(at: place)
        guard let job = lanes[key]?.jobs.popFirst() else { return nil }
        lanes[key]?.running += 1
        lanes[key]?.began = now
        if lanes[key]?.jobs.isEmpty == false { turns.append(key) }
        waiting -= 1
        return job
    }

    mutating func finished(lane key: Int?, took time: Duration, at now: ContinuousClock.Instant) {
        lanes[key]?.running -= 1
        if time >= ReadQueue.longRead {
            lanes[key]?.longUntil = now + ReadQueue.memory
        } else if lanes[key]?.isIdle == true, lanes[key]?.isLong(at: now) == false {
            lanes[key] = nil
        }
        if lanes.count > ReadQueue.lanesMax {
            lanes = lanes.filter { !$0.value.isIdle }
        }
    }

    /// Takes the readers that sleep, to wake them all.
    mutating func takeSleepers() -> [DispatchSemaphore] {
        defer { sleepers = [] }
        return sleepers
    }
}
