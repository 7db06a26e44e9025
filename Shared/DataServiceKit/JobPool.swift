import Contracts
import Dispatch
import Foundation
import ServiceKit
import Synchronization

/// A thread pool with a bounded queue, for work that takes seconds of processor time or waits for
/// others, so that password hashes do not starve other work.
public final class JobPool: Sendable {
    /// The number of threads of a pool for password hashes.
    public static let hashingThreads = 2
    /// The most jobs in its queue.
    public static let hashingQueueMax = 32

    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var started = 0
        var idle = 0
        var isClosed = false
    }

    private let name: String
    private let threads: Int
    private let queueMax: Int
    private let state = Mutex(State())
    private let available = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// Creates a pool of at most `threads` threads, started on demand, with at most `queueMax`
    /// queued jobs.
    public init(
        name: String, threads: Int = JobPool.hashingThreads,
        queueMax: Int = JobPool.hashingQueueMax
    ) {
        self.name = name
        self.threads = threads
        self.queueMax = queueMax
    }

    /// The number of queued jobs.
    public var waitingCount: Int { state.withLock { $0.jobs.count } }

    /// Queues a job; returns false if the queue is full or the pool is closed.
    public func offer(_ job: @escaping @Sendable () -> Void) -> Bool {
        enum Verdict { case refused, taken, takenByNewThread(Int) }
        let verdict = state.withLock { state -> Verdict in
            guard !state.isClosed, state.jobs.count < queueMax else { return .refused }
            state.jobs.append(job)
            guard state.jobs.count > state.idle, state.started < threads else { return .taken }
            state.started += 1
            return .takenByNewThread(state.started)
        }
        switch verdict {
        case .refused: return false
        case .taken: break
        case .takenByNewThread(let number): startThread(number)
        }
        available.signal()
        return true
    }

    private func startThread(_ number: Int) {
        let thread = Thread { [self] in work() }
        thread.name = "\(name)-\(number)"
        thread.stackSize = 1 << 20
        thread.start()
    }

    private func work() {
        while true {
            state.withLock { $0.idle += 1 }
            available.wait()
            let job = state.withLock { state -> (@Sendable () -> Void)? in
                state.idle -= 1
                return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
            }
            guard let job else { break }
            job()
        }
        ended.signal()
    }

    /// Finishes the queued jobs and ends the threads.
    public func close() {
        let started = state.withLock { state -> Int in
            defer { state.isClosed = true }
            return state.isClosed ? 0 : state.started
        }
        for _ in 0..<started { available.signal() }
        for _ in 0..<started { ended.wait() }
    }
}
