internal import SQLite

/// A read in the queue of the readers.
struct ReadJob: Sendable {
    /// The lane of the caller; nil for the service's own reads.
    let lane: Int?
    let deadline: ContinuousClock.Instant?
    /// The longest time that it may take; nil for that of the configuration.
    var durationMax: Duration? = nil
    /// Runs the closure and returns a function that delivers its result.
    let run: @Sendable (ReadTransaction) -> @Sendable () -> Void
    let fail: @Sendable (StorageError) -> Void
}

/// A connection that only reads, one read at a time, each over a snapshot of its own.
final class Reader {
    private let connection: Connection
    private let shared: SharedState

    init(_ shared: SharedState) throws {
        self.shared = shared
        connection = try Connection(
            path: shared.configuration.path, mode: .reader,
            applicationID: shared.configuration.applicationID)
        try Database.watchFamilies(connection)
        connection.useClock(shared.configuration.now)
    }

    func close() { connection.close() }

    /// Runs jobs until the queue is closed and empty.
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
        let longest = now + (job.durationMax ?? shared.configuration.readDurationMax)
        do throws(StorageError) {
            let answer = try read(until: job.deadline.map { min($0, longest) } ?? longest) {
                job.run($0)
            }
            answer.value()
        } catch {
            job.fail(error)
        }
    }

    /// Reads over one snapshot, which has ended when this returns, so that a waiting checkpoint can
    /// proceed before anybody is told. Interrupts statements at `limit`; `isInterrupted` tells of
    /// it.
    func read<Value>(
        until limit: ContinuousClock.Instant, _ body: (ReadTransaction) -> Value
    ) throws(StorageError) -> (value: Value, isInterrupted: Bool) {
        connection.deadline = limit
        do {
            try connection.run(Dialect.beginReading)
        } catch {
            throw StorageError(error)
        }
        let transaction = ReadTransaction(connection)
        let value = body(transaction)
        transaction.end()
        let isInterrupted = connection.hasPassedDeadline
        connection.deadline = nil
        if connection.isInTransaction { try? connection.run(Dialect.commit) }
        shared.count { $0.reads += 1 }
        return (value, isInterrupted)
    }
}
