internal import SQLite

/// A read in the readers' queue.
struct ReadJob: Sendable {
    /// Whose read it is; nil for the service's own.
    let lane: Int?
    let deadline: ContinuousClock.Instant?
    /// Runs the closure; the answer is given when the function it returns is called.
    let run: @Sendable (ReadTransaction) -> @Sendable () -> Void
    let fail: @Sendable (StorageError) -> Void
}

/// The body of a reader thread: one read-only connection, one job at a time.
final class Reader {
    private let connection: Connection
    private let shared: SharedState

    init(connection: Connection, shared: SharedState) {
        self.connection = connection
        self.shared = shared
        connection.useClock(shared.configuration.now)
    }

    /// Runs until the queue is closed and empty.
    func run() {
        let now = shared.configuration.now
        while let job = shared.reads.take(now) {
            let began = now()
            perform(job)
            shared.reads.finished(lane: job.lane, began: began, at: now())
        }
    }

    private func perform(_ job: ReadJob) {
        let now = shared.configuration.now()
        if let deadline = job.deadline, now >= deadline {
            shared.count { $0.expired += 1 }
            return job.fail(
                StorageError(
                    code: .deadlineExceeded, message: "the time was over before the read began"))
        }
        let longest = now + shared.configuration.readDurationMax
        connection.deadline = job.deadline.map { min($0, longest) } ?? longest
        do {
            try connection.run(Dialect.beginReading)
        } catch {
            return job.fail(StorageError(error))
        }
        let transaction = ReadTransaction(connection)
        let answer = job.run(transaction)
        transaction.end()
        connection.deadline = nil
        // The snapshot ends before the answer: a waiting checkpoint may go on.
        if connection.isInTransaction { try? connection.run(Dialect.commit) }
        shared.count { $0.reads += 1 }
        answer()
    }
}
