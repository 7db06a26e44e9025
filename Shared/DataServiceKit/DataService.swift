public import Contracts
import Dispatch
import Foundation
public import ServiceKit
public import Storage
import Synchronization

/// A service that owns data: its database, its operations, its change feed and the feeds it
/// follows. Create it, register its operations, and start it before the first request arrives.
public final class DataService: Component {
    /// What a data service is made of.
    @Memberwise
    public struct Configuration: Sendable {
        public var service: ServiceName
        /// The database: file, mark, readers.
        public var database: DatabaseConfiguration
        /// The service's own tables, one step after the other.
        public var migrations: [Migration]
        /// Further tracks: those of replicas.
        public var replicaTracks: [MigrationTrack] = []
        public var clock: ProcessClock
    }

    /// The interval of the sweeps.
    static let sweepInterval = Duration.seconds(60)
    /// How many times longer than it works the check of a large file's feed pauses.
    static let restsOfCheck = 4

    /// What it is called in the log.
    public let name = "data"
    /// The database, for reads and writes outside of operations.
    public let database: Database
    /// The time of day.
    public let clock: ProcessClock

    /// The time by which the service expires and removes data.
    public let housekeeping: HousekeepingClock

    let host: ServiceHost
    let logger: Logger
    let feed: ChangeFeed
    let trash = Trash()
    private let backups: BackupDesk
    private let disk: DiskWatch
    /// Asks producers for their heads, with one thread for each of them.
    let catchUps = JobPool(name: "catch-up", threads: ServiceName.allCases.count, queueMax: 64)
    let decoder = CommandDecoder()
    private let reminders = Reminders()
    private let created = ContinuousClock.now
    private let consumers = Mutex<[FeedConsumer]>([])
    private let tasks = Mutex<[HousekeepingTask]>([])
    /// The operations that parents may call unless their family decides otherwise.
    let openedToParents = Mutex<Set<String>>([])
    /// The statement for the sizes of families' files; nil in a service without files.
    let fileSizeSQL = Mutex<String?>(nil)
    private let isStopping = Atomic(false)
    private let housekeeper = Mutex<WorkerThread?>(nil)
    private let hasStarted = Atomic(false)

    /// Opens and migrates the database and registers the operations of every data service.
    ///
    /// - Throws: `StorageError` when the file cannot be used.
    public init(_ configuration: Configuration, host: ServiceHost, logger: Logger) throws {
        let disk = DiskWatch(folder: configuration.database.folder, logger: logger)
        self.disk = disk
        var file = configuration.database
        file.onAcceptance = { try ChangeFeed.beginAnew($0) }
        file.onRefusal = { refusal in
            logger.error("writes are refused", ["error.message": refusal.message])
            refusal.logDetail(to: logger)
        }
        file.onSpaceChange = { hasRoom in
            if hasRoom { disk.hasRoomAgain(disk.use) } else { disk.refusedWrite(isRefusing: true) }
        }
        database = try Database(
            file,
            tracks: [DataServiceTables.track] + configuration.replicaTracks + [
                MigrationTrack(configuration.service.rawValue, configuration.migrations)
            ])
        clock = configuration.clock
        self.host = host
        self.logger = logger
        housekeeping = try HousekeepingClock(database, clock: configuration.clock, logger: logger)
        feed = try ChangeFeed(database, housekeeping)
        backups = BackupDesk(configuration.service, database)
        if let refusal = database.writeRefusal {
            file.onRefusal(refusal)
        } else if database.wasCheckedAtStart {
            try checkFeed()
        }
        host.register(FetchChanges.self) { [feed] call, responder in
            do throws(ServiceError) {
                feed.fetch(try call.input(), call.context, answer: responder.deliver)
            } catch {
                responder.fail(error)
            }
        }
        serveBackups()
        serveTrash()
        serveUsage()
        addHousekeeping("time that passed") { [housekeeping] transaction, _ in
            try housekeeping.keep(in: transaction)
            return false
        }
        host.addGauges { [weak self] in self?.gauges ?? [:] }
    }

    private func serveBackups() {
        host.register(HoldWrites.self) { [backups] call, responder in
            do throws(ServiceError) {
                backups.hold(try call.input(), call.context, responder)
            } catch {
                responder.fail(error)
            }
        }
        host.register(ReleaseWrites.self) { [backups] call, responder in
            do throws(ServiceError) {
                responder.succeed(backups.release(try call.input()))
            } catch {
                responder.fail(error)
            }
        }
    }

    /// Follows a producer: its changes are applied to the replicas, in order.
    ///
    /// Before a change is applied, everything that the producers in `first` had committed by the
    /// time of its fetch is applied. While one of them is away, the change waits. The service must
    /// follow them already.
    public func follow(
        _ producer: ServiceName, from source: any ChangeSource, into replicas: [any Replica],
        after first: [ServiceName] = []
    ) throws {
        let dependencies = first.map { name in
            guard let precursor = self.consumer(of: name) else {
                preconditionFailure("follow \(name.rawValue) before \(producer.rawValue)")
            }
            return precursor
        }
        let consumer = try FeedConsumer(
            producer, source: source, replicas: replicas, dependencies: dependencies,
            database: database, feed: feed, clock: clock, logger: logger)
        consumers.withLock { $0.append(consumer) }
    }

    /// A housekeeping step in its own transaction, called with the housekeeping time; returns true
    /// if there is more to do at once.
    public typealias Step = @Sendable (WriteTransaction, Instant) throws -> Bool

    private struct HousekeepingTask {
        let name: String
        let removesByTime: Bool
        let step: Step
    }

    /// Adds a task that runs every minute, in steps so small that no command waits long. A task
    /// that removes old data pauses while the time of day is not trusted.
    public func addHousekeeping(
        _ name: String, removesByTime: Bool = false, _ step: @escaping Step
    ) {
        tasks.withLock {
            $0.append(HousekeepingTask(name: name, removesByTime: removesByTime, step: step))
        }
    }

    /// Adds a task that records changes.
    public func addHousekeeping(
        _ name: String, removesByTime: Bool = false,
        _ step: @escaping @Sendable (UnitOfWork) throws -> Bool
    ) {
        addHousekeeping(name, removesByTime: removesByTime) { [feed, clock] transaction, _ in
            try step(UnitOfWork(transaction, context: nil, now: clock.now(), feed: feed))
        }
    }

    /// Starts all tasks; other commands run between their steps.
    public func doHousekeeping() {
        housekeeping.look()
        for task in tasks.withLock({ $0 }) { run(task) }
    }

    private func run(_ task: HousekeepingTask) {
        guard housekeeping.isSettled || !task.removesByTime else { return }
        let now = housekeeping.now()
        database.write {
            try task.step($0, now)
        } completion: { [weak self] result in
            switch result {
            case .success(let hasMore): if hasMore { self?.run(task) }
            // A full disk is logged once; the task runs again in a minute.
            case .failure(let error as StorageError) where error.code == .noSpace: break
            case .failure(let error):
                self?.logger.warning(
                    "housekeeping failed", ["task": task.name, "error.message": "\(error)"])
            }
        }
    }

    /// Logs that a file beside the database could not be written because the disk is full, once
    /// until there is room.
    public func noteFullDisk() { disk.refusedWrite(isRefusing: false) }

    /// Schedules an action, which must not block. It runs once the service has started.
    public func remind(
        at time: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void
    ) {
        reminders.add(at: time, body)
        feed.timer.signal()
    }

    func consumer(of producer: ServiceName) -> FeedConsumer? {
        consumers.withLock { $0.first { $0.producer == producer } }
    }

    // MARK: Life

    /// Whether the database accepts writes; a service that can only read is not ready.
    public var isReady: Bool { database.writeRefusal == nil }

    /// Checks the whole feed for damage. After each part it pauses for `times` as long as the part
    /// took, to leave time for other work.
    private func checkFeed(restingFor times: Int = 0) throws {
        var position: Int64? = 0
        while let next = position, !isStopping.load(ordering: .sequentiallyConsistent) {
            let began = ContinuousClock.now
            position = try ChangeFeed.check(after: next, in: database)
            let seconds = (ContinuousClock.now - began) / .seconds(1)
            // Not a wait for anything: the check leaves the disk to the service's own reads.
            if times > 0 { Thread.sleep(forTimeInterval: seconds * Double(times)) }
        }
    }

    /// Starts following the producers and the housekeeping.
    public func start() throws {
        guard !hasStarted.exchange(true, ordering: .sequentiallyConsistent) else { return }
        for consumer in consumers.withLock({ $0 }) { try consumer.start() }
        let started = try WorkerThread(named: "housekeeper") { [self] in runHousekeeping() }
        housekeeper.withLock { $0 = started }
        if !database.wasCheckedAtStart, isReady { try checkFeedBesideTheWork() }
    }

    private func checkFeedBesideTheWork() throws {
        _ = try WorkerThread(named: "feed-check") { [self] in
            do {
                try checkFeed(restingFor: Self.restsOfCheck)
            } catch {
                logger.warning("change feed not checked", ["error.message": "\(error)"])
            }
        }
    }

    /// Calls `report` with the number of parked polls whenever it changes. Parked polls hold no
    /// credit of the worker.
    public func observeParkedPolls(_ report: @escaping @Sendable (Int) -> Void) {
        feed.onParkedChange.withLock { $0 = report }
    }

    /// Answers the polls that are parked, so that a drain need not wait for them. Further polls
    /// are answered at once.
    public func releaseParkedPolls() { feed.close() }

    /// Ends the consumers, finishes queued commands and closes the database.
    public func stop(by deadline: ContinuousClock.Instant) {
        guard !isStopping.exchange(true, ordering: .sequentiallyConsistent) else { return }
        feed.close()
        backups.close()
        if hasStarted.load(ordering: .sequentiallyConsistent) {
            let running = consumers.withLock { $0 }
            // Each may wait a second for its producer: they are told together.
            for consumer in running { consumer.tellToStop() }
            // Stop consumers that wait for others first.
            for consumer in running.reversed() { consumer.stop(by: deadline) }
            feed.timer.signal()
            housekeeper.withLock { $0 }?.join()
        }
        decoder.close()
        catchUps.close()
        // Closing waits for queued commands. Time that cannot be stored does not count.
        database.write { [housekeeping] in
            try housekeeping.save(in: $0)
        } completion: { _ in
        }
        database.close()
    }

    /// Calls `done` with true once these services have applied every change that was committed so
    /// far, and with false at the deadline. A waiting caller holds no thread.
    public func waitForFollowers(
        _ services: Set<ServiceName>, by deadline: ContinuousClock.Instant,
        done: @escaping @Sendable (Bool) -> Void
    ) {
        let wait = feed.followers.wait(for: services, toApply: feed.head, done: done)
        guard let wait else { return }
        remind(at: deadline) { [feed] in feed.followers.giveUp(wait) }
        remind(at: created + FeedFollowers.grace) { [feed] in feed.followers.forgetAbsent() }
    }

    /// The loop of the housekeeping thread: ends polls in time, runs reminders and sweeps.
    private func runHousekeeping() {
        var nextSweep = ContinuousClock.now
        while !isStopping.load(ordering: .sequentiallyConsistent) {
            let now = ContinuousClock.now
            if now >= nextSweep {
                disk.look()
                database.checkPath()
                housekeeping.look()
                if database.writeRefusal == nil {
                    sweep()
                    doHousekeeping()
                }
                nextSweep = now + Self.sweepInterval
            }
            let ends = [feed.expire(now: now), reminders.ring(now: now), nextSweep]
            let next = ends.compactMap { $0 }.min() ?? nextSweep
            _ = feed.timer.wait(timeout: .after(next - ContinuousClock.now))
        }
    }

    /// Removes old keys until none are left, so that the log cannot outgrow the sweeps.
    func sweep() {
        guard housekeeping.isSettled else { return }
        let now = housekeeping.now()
        database.write { transaction in
            try CommandLog(transaction: transaction).sweep(now: now)
        } completion: { [weak self] result in
            switch result {
            case .success(CommandLog.sweptRowsMax): self?.sweep()
            case .success: break
            case .failure(let error as StorageError) where error.code == .noSpace: break
            case .failure(let error):
                self?.logger.warning("command log not swept", ["error.message": "\(error)"])
            }
        }
    }

    // MARK: Figures

    private var gauges: [String: Int64] {
        let statistics = database.statistics
        var gauges: [String: Int64] = [
            "db.owner_epoch": database.ownerEpoch,
            "db.commands": Int64(statistics.commands),
            "db.groups": Int64(statistics.groups),
            "db.largest_group": Int64(statistics.largestGroup),
            "db.refused": Int64(statistics.refused),
            "db.busy": Int64(statistics.busy),
            "db.expired": Int64(statistics.expired),
            "db.reads": Int64(statistics.reads),
            "db.checkpoints": Int64(statistics.checkpoints),
            "db.log_pages": Int64(statistics.walPages),
            "db.waiting_commands": Int64(statistics.waitingCommands),
            "db.waiting_reads": Int64(statistics.waitingReads),
            "db.writes_refused": database.writeRefusal == nil ? 0 : 1,
            "db.checked": database.isChecked ? 1 : 0,
            "feed.head": feed.head,
            "feed.parked": Int64(feed.parkedCount),
            "disk.is_full": statistics.isOutOfSpace ? 1 : 0,
            "disk.refused": Int64(statistics.refusedForSpace),
            "disk.reserve_bytes": Int64(statistics.reserveBytes),
        ]
        if let use = disk.use {
            gauges["disk.used_percent"] = use.percent
            gauges["disk.free_bytes"] = use.freeBytes
        }
        gauges.merge(housekeeping.gauges) { _, new in new }
        for consumer in consumers.withLock({ $0 }) {
            gauges.merge(consumer.gauges) { _, new in new }
        }
        return gauges
    }
}
