internal import Foundation

/// The reads that wait for a reader, in a line of its own for each lane. Readers take from the
/// lanes in turn, and a lane whose reads take long leaves one reader to the others: whoever asks
/// for little does not wait behind somebody else's long lists. Reads without a lane are the
/// service's own and take any reader.
final class ReadQueue: @unchecked Sendable {
    // @unchecked: every access to the variables happens with `condition` locked.
    private let condition = NSCondition()
    private let capacity: Int
    private let readers: Int
    private var lanes: [Int?: Lane] = [:]
    /// Lanes in which reads wait, the one whose turn it is first.
    private var turns: [Int?] = []
    private var waiting = 0
    private var isClosed = false

    /// A lane whose reads take this long takes them one reader short of all.
    static let longRead = Duration.milliseconds(50)
    /// How long it does so after such a read.
    static let memory = Duration.seconds(2)
    /// Lanes that are remembered while nothing of them waits or runs.
    static let lanesMax = 1_024

    private struct Lane {
        var jobs = Deque<ReadJob>()
        var running = 0
        /// When the last of the running reads began.
        var began: ContinuousClock.Instant?
        /// Until when the lane counts as one of long reads.
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
        // A reader that may not take this one may have to leave it to another.
        condition.broadcast()
        return .taken
    }

    /// The next read, waiting for one that may run; nil when the queue is closed and empty. Whoever
    /// takes one calls `finished` after it. `now` is asked anew after each wait.
    func take(_ now: () -> ContinuousClock.Instant) -> ReadJob? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let job = poll(at: now()) { return job }
            if isClosed, waiting == 0 { return nil }
            condition.wait()
        }
    }

    /// The read whose turn it is, among those that may run.
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

    /// A read that was taken from this lane is over.
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
        condition.broadcast()
    }

    var count: Int {
        condition.lock()
        defer { condition.unlock() }
        return waiting
    }

    /// Refuses what comes; what is inside is still taken.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
    }
}
