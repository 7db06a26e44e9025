import Contracts
import Dispatch
import ServiceKit
import Storage
import Synchronization

/// Follows one producer's feed on its own thread. Applies each batch and its cursor in one
/// transaction, so that a kill at any time neither loses nor repeats a change.
final class FeedConsumer: Sendable {
    /// The most changes in one batch.
    static let batchMax = 500
    /// How long the producer may hold a poll without news.
    static let pollWait = Duration.seconds(1)
    /// The first and the longest pause after a failure.
    static let firstPause = Duration.milliseconds(20)
    static let longestPause = Duration.milliseconds(250)
    /// For how long further changes gather after a batch: for each of its changes, and at most.
    static let gatheringPerChange = Duration.milliseconds(1)
    static let longestGathering = Duration.milliseconds(50)
    /// How long one step waits for the consumers that must be ahead.
    static let precursorWait = Duration.seconds(1)

    /// Why the consumer has stopped permanently.
    struct Poison: Hashable, Sendable {
        let sequence: Int64
        let reason: String
    }

    private struct State {
        var cursor = FeedCursor()
        var head: Int64 = 0
        var failures = 0
        var rebuilds: Int64 = 0
        var isStale = false
        var hasCaughtUp = false
        var poison: Poison?
        var isStopping = false
        var waiters: [(sequence: Int64, epoch: ProducerEpoch, reached: DispatchSemaphore)] = []
    }

    let producer: ServiceName
    private let source: any ChangeSource
    private let replicas: [any Replica]
    private let dependencies: [FeedConsumer]
    private let database: Database
    private let feed: ChangeFeed
    private let clock: ProcessClock
    private let logger: Logger
    private let state = Mutex(State())
    private let asking = HeadAsking()
    private let wake = DispatchSemaphore(value: 0)
    private let thread = Mutex<WorkerThread?>(nil)

    init(
        _ producer: ServiceName, source: any ChangeSource, replicas: [any Replica],
        dependencies: [FeedConsumer] = [], database: Database, feed: ChangeFeed? = nil,
        clock: ProcessClock = ProcessClock(), logger: Logger
    ) throws {
        self.producer = producer
        self.source = source
        self.replicas = replicas
        self.dependencies = dependencies
        self.database = database
        self.feed =
            try feed
            ?? ChangeFeed(database, HousekeepingClock(database, clock: clock, logger: logger))
        self.clock = clock
        self.logger = logger
        let cursor = try database.read { try FeedCursor.load(producer, from: $0) }
        state.withLock { $0.cursor = cursor }
    }

    // MARK: Life

    func start() throws {
        let started = try WorkerThread(named: "feed-\(producer.rawValue)") { [self] in run() }
        thread.withLock { $0 = started }
    }

    /// Has the thread stop after a running poll.
    func tellToStop() {
        state.withLock { $0.isStopping = true }
        wake.signal()
    }

    /// Stops the thread; waits for a running poll, until the deadline at the latest.
    func stop(by deadline: ContinuousClock.Instant) {
        tellToStop()
        thread.withLock { $0 }?.join(until: deadline)
    }

    private func run() {
        while true {
            let (isStopping, isPoisoned) = state.withLock { ($0.isStopping, $0.poison != nil) }
            if isStopping || isPoisoned { return }
            do {
                let fetched = try step()
                state.withLock { $0.failures = 0 }
                gather(after: fetched)
            } catch {
                pause(after: error)
            }
        }
    }

    private func pause(after error: any Error) {
        let failures = state.withLock { state in
            state.failures = min(state.failures + 1, 30)
            return state.failures
        }
        if failures == 1 {
            logger.info(
                "feed interrupted",
                ["feed.producer": producer.rawValue, "error.message": "\(error)"])
        }
        let pause = min(Self.firstPause * (1 << min(failures - 1, 8)), Self.longestPause)
        _ = wake.wait(timeout: .after(pause))
    }

    /// Lets further changes gather after a batch of so many, unless there are some already or
    /// somebody waits for them. `catchUp(by:)` ends the pause.
    private func gather(after fetched: Int) {
        let pause = Self.gathering(after: fetched, of: producer)
        let isWanted = state.withLock {
            $0.cursor.sequence >= $0.head && $0.waiters.isEmpty
        }
        guard pause > .zero, isWanted else { return }
        _ = wake.wait(timeout: .after(pause))
    }

    /// For how long further changes gather after a batch of so many. Few changes are applied as
    /// they come, and a busy producer is not asked after each of its commits. The end of a session
    /// must be known at once.
    static func gathering(after fetched: Int, of producer: ServiceName) -> Duration {
        guard producer != .identity else { return .zero }
        return min(gatheringPerChange * fetched, longestGathering)
    }

    /// Fetches once and processes the result. Returns the number of fetched changes.
    @discardableResult
    func step() throws -> Int {
        // Do not wait before the consumer has caught up: an answer without changes shows that it
        // has.
        let (cursor, wait) = state.withLock { state in
            (state.cursor, state.hasCaughtUp ? Self.pollWait : .zero)
        }
        let answer = try source.fetch(after: cursor, limit: Self.batchMax, wait: wait)
        state.withLock { $0.head = answer.headSequence }
        let isOtherLife = cursor.epoch != nil && cursor.epoch != answer.producerEpoch
        if isOtherLife || cursor.sequence > answer.headSequence {
            try rebuild(epoch: answer.producerEpoch)
        } else if !answer.changes.isEmpty || cursor.epoch == nil {
            if !answer.changes.isEmpty { try awaitPrecursors() }
            try apply(answer.changes, to: cursor, epoch: answer.producerEpoch)
        }
        let isFirstTime = state.withLock { state in
            guard state.cursor.sequence >= answer.headSequence else { return false }
            state.isStale = false
            defer { state.hasCaughtUp = true }
            return !state.hasCaughtUp
        }
        if isFirstTime { for replica in replicas { replica.caughtUp() } }
        return answer.changes.count
    }

    /// Waits until the consumers that must be ahead have applied everything committed by now.
    /// Called after a fetch, so that their changes from before the fetched ones are applied.
    private func awaitPrecursors() throws {
        let deadline = ContinuousClock.now + Self.precursorWait
        for precursor in dependencies { try precursor.catchUp(by: deadline) }
    }

    // MARK: Applying

    private func apply(
        _ changes: [Change], to cursor: FeedCursor, epoch: ProducerEpoch
    ) throws {
        let news = changes.filter { $0.sequence > cursor.sequence }
        var expected = cursor.sequence
        for change in news {
            expected += 1
            guard change.sequence == expected else {
                return poisoned(
                    Poison(sequence: expected, reason: "change \(expected) is missing in the feed"))
            }
        }
        let target = FeedCursor(
            epoch: epoch, sequence: expected, change: news.last?.eventID ?? cursor.change)
        do {
            try commit(news, target)
        } catch let error as StorageError where !error.isOfTheCommand {
            throw error
        } catch {
            try findPoison(news, cursor, epoch, error)
        }
    }

    private func commit(_ changes: [Change], _ target: FeedCursor) throws {
        #if DEBUG
            if TestHooks.isOn("cursor-effect-two-commits") || TestHooks.isOn("cursor-first") {
                try commitInTwoParts(changes, target)
                return reached(target)
            }
        #endif
        let producer = producer
        let effect = effect(of: changes)
        try database.write(isRepeatable: need == .mustGoOn, need: need) { transaction in
            #if DEBUG
                transaction.afterCommit { TestHooks.reach("follow-up-\(producer.rawValue)") }
            #endif
            try effect(transaction)
            try target.save(producer, in: transaction)
        }
        reached(target)
    }

    /// Revocations must be known on a full disk too, and a service that has just started admits
    /// nobody before it has read identity's feed. All other feeds wait for space.
    private var need: WriteNeed { producer == .identity ? .mustGoOn : .usual }

    /// Returns the work of the replicas for these changes, including the changes they record.
    private func effect(
        of changes: [Change]
    ) -> @Sendable (WriteTransaction) throws -> Void {
        let (replicas, feed, now) = (replicas, feed, clock.now())
        return { transaction in
            for change in changes {
                let unit = UnitOfWork(
                    transaction, context: nil, now: now, feed: feed, cause: change)
                for replica in replicas { try replica.apply(change, in: unit) }
            }
            for replica in replicas { try replica.finishBatch(in: transaction) }
        }
    }

    #if DEBUG
        /// A seeded bug: a kill between the two commits applies the changes twice or never.
        private func commitInTwoParts(_ changes: [Change], _ target: FeedCursor) throws {
            let producer = producer
            let effect = effect(of: changes)
            let cursor = { @Sendable (transaction: WriteTransaction) in
                try target.save(producer, in: transaction)
            }
            let isCursorFirst = TestHooks.isOn("cursor-first")
            try database.write(isCursorFirst ? cursor : effect)
            TestHooks.reach("between-effect-and-cursor")
            TestHooks.reach("between-effect-and-cursor-\(producer.rawValue)")
            TestHooks.widenRace()
            try database.write(isCursorFirst ? effect : cursor)
        }
    #endif

    /// Applies the batch one by one until a change fails.
    private func findPoison(
        _ changes: [Change], _ cursor: FeedCursor, _ epoch: ProducerEpoch, _ first: any Error
    ) throws {
        for change in changes {
            do {
                try commit(
                    [change],
                    FeedCursor(epoch: epoch, sequence: change.sequence, change: change.eventID))
            } catch let error as StorageError where !error.isOfTheCommand {
                throw error
            } catch {
                return poisoned(Poison(sequence: change.sequence, reason: "\(error)"))
            }
        }
    }

    private func poisoned(_ poison: Poison) {
        state.withLock { $0.poison = poison }
        logger.error(
            "feed stopped at a change that cannot be applied",
            [
                "feed.producer": producer.rawValue, "feed.seq": "\(poison.sequence)",
                "error.message": poison.reason,
            ])
    }

    /// The producer has a new epoch: discards the replica, which may contain changes that no longer
    /// exist.
    private func rebuild(epoch: ProducerEpoch) throws {
        state.withLock { $0.isStale = true }
        logger.warning(
            "feed began anew; the replica is rebuilt", ["feed.producer": producer.rawValue])
        let target = FeedCursor(epoch: epoch, sequence: 0)
        let (producer, replicas) = (producer, replicas)
        try database.write { transaction in
            for replica in replicas { try replica.clear(in: transaction) }
            try target.save(producer, in: transaction)
        }
        state.withLock { $0.rebuilds += 1 }
        reached(target)
    }

    private func reached(_ cursor: FeedCursor) {
        let ready = state.withLock { state in
            state.cursor = cursor
            let isReached = {
                (waiter: (sequence: Int64, epoch: ProducerEpoch, DispatchSemaphore)) in
                waiter.epoch == cursor.epoch && waiter.sequence <= cursor.sequence
            }
            let ready = state.waiters.filter(isReached)
            state.waiters.removeAll(where: isReached)
            return ready
        }
        for waiter in ready { waiter.reached.signal() }
    }

    // MARK: Catching up

    /// Waits until everything that the producer has committed by now is applied. Throws the
    /// producer's error or `timeout`.
    func catchUp(by deadline: ContinuousClock.Instant) throws {
        let (cursor, isPoisoned) = state.withLock { ($0.cursor, $0.poison != nil) }
        guard !isPoisoned else {
            throw ServiceError(.unavailable, "The replica of \(producer.rawValue) has stopped")
        }
        let answer = try source.fetch(after: cursor, limit: 1, wait: .zero)
        let reached = DispatchSemaphore(value: 0)
        let isThere = state.withLock { state in
            if state.cursor.epoch == answer.producerEpoch,
                state.cursor.sequence >= answer.headSequence
            {
                return true
            }
            state.waiters.append((answer.headSequence, answer.producerEpoch, reached))
            return false
        }
        if isThere { return }
        wake.signal()
        guard reached.wait(timeout: .after(deadline - ContinuousClock.now)) == .success else {
            state.withLock { state in state.waiters.removeAll { $0.reached === reached } }
            throw ServiceError(.timeout, "Connection timed out")
        }
    }

    /// Catches up without blocking; `completion` is called on a thread of the pool. Also fails with
    /// `busy` if the pool's queue is full.
    func catchUp(
        by deadline: ContinuousClock.Instant, on pool: JobPool,
        completion: @escaping Completion<Void>
    ) {
        asking.wait(
            by: deadline, on: pool, ask: { [self] in try catchUp(by: $0) }, completion: completion)
    }

    // MARK: Figures

    var poison: Poison? { state.withLock { $0.poison } }
    var cursor: FeedCursor { state.withLock { $0.cursor } }

    var gauges: [String: Int64] {
        state.withLock { state in
            let name = "feed.\(producer.rawValue)"
            return [
                "\(name).cursor": state.cursor.sequence,
                "\(name).lag": max(0, state.head - state.cursor.sequence),
                "\(name).failures": Int64(state.failures),
                "\(name).rebuilds": state.rebuilds,
                "\(name).is_stale": state.isStale ? 1 : 0,
                "\(name).stopped_at": state.poison?.sequence ?? 0,
            ]
        }
    }
}
