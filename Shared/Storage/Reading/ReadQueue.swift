internal import Foundation

/// The queue of reads, with one line per lane. Readers serve the lanes in turn, and a lane with
/// long reads must leave one reader to the others, so that short reads do not wait behind another
/// caller's long lists. Reads without a lane are the service's own and may use every reader.
///
/// A new read wakes one reader, since any may take it, and whoever takes one while others wait
/// wakes the next: to wake a thread costs as much as a short read.
final class ReadQueue: @unchecked Sendable {
    // @unchecked: the variables are accessed only with `condition` locked.
    private let condition = NSCondition()
    private let capacity: Int
    private let readers: Int
    private var lanes: [Int?: Lane] = [:]
    /// The lanes with waiting reads, next one first.
    private var turns: [Int?] = []
    private var waiting = 0
    private var isClosed = false

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

    init(capacity: Int, readers: Int) {
        self.capacity = capacity
        self.readers = readers
    }

    func offer(_ job: ReadJob) -> BoundedQueue<ReadJob>.Offer {
        condition.lock()
        defer { condition.unlock() }
        if isClosed { return .closed }
        guard waiting < capacity else { return .full }
        if lanes[job.lane]?.jobs.isEmpty ?? true { turns.append(job.lane) }
        lanes[job.lane, default: Lane()].jobs.append(job)
        waiting += 1
        condition.signal()
        return .taken
    }

    /// Waits for a read that may run and returns it; nil once the queue is closed and empty. The
    /// caller must call `finished` after the read, and then take the next one. `now` is read again
    /// after each wait.
    func take(_ now: () -> ContinuousClock.Instant) -> ReadJob? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let job = poll(at: now()) {
                // Readers of a closed queue wait for its end.
                if isClosed { condition.broadcast() } else if waiting > 0 { condition.signal() }
                return job
            }
            if isClosed, waiting == 0 { return nil }
            condition.wait()
        }
    }

    /// Returns the next read that may run.
    private func poll(at now: ContinuousClock.Instant) -> ReadJob? {
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

    /// Records the end of a read of this lane.
    func finished(lane key: Int?, began: ContinuousClock.Instant, at now: ContinuousClock.Instant) {
        condition.lock()
        defer { condition.unlock() }
        lanes[key]?.running -= 1
        if now - began >= ReadQueue.longRead {
            lanes[key]?.longUntil = now + ReadQueue.memory
        } else if lanes[key]?.isIdle == true, lanes[key]?.isLong(at: now) == false {
            lanes[key] = nil
        }
        if lanes.count > ReadQueue.lanesMax {
            lanes = lanes.filter { !$0.value.isIdle }
        }
    }

    var count: Int {
        condition.lock()
        defer { condition.unlock() }
        return waiting
    }

    /// Closes the queue: refuses new reads but still delivers the queued ones.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
    }
}
