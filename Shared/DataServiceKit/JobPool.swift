import Contracts
import Dispatch
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
        var workers: [WorkerThread] = []
        var idle = 0
        var isClosed = false
    }

    private let name: String
    private let threads: Int
    private let queueMax: Int
    private let state = Mutex(State())
    private let available = DispatchSemaphore(value: 0)

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

    /// Queues a job; returns false if the queue is full, the pool is closed or the system refuses
    /// the first thread.
    public func offer(_ job: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isClosed, state.jobs.count < queueMax else { return false }
            if state.jobs.count >= state.idle, state.workers.count < threads,
                let worker = try? WorkerThread(
                    named: "\(name)-\(state.workers.count + 1)", { [self] in work() })
            {
                state.workers.append(worker)
            }
            guard !state.workers.isEmpty else { return false }
            state.jobs.append(job)
            return true
        }
        if isTaken { available.signal() }
        return isTaken
    }

    private func work() {
        while true {
            state.withLock { $0.idle += 1 }
            available.wait()
            let job = state.withLock { state -> (@Sendable () -> Void)? in
                state.idle -= 1
                return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
            }
            guard let job else { return }
            job()
        }
    }

    /// Finishes the queued jobs and ends the threads.
    public func close() {
        let workers = state.withLock { state in
            state.isClosed = true
            return state.workers
        }
        for _ in workers { available.signal() }
        for worker in workers { worker.join() }
    }
}
