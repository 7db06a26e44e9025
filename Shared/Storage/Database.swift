internal import Dispatch
internal import Foundation
internal import SQLite
internal import Synchronization

/// One database file and the threads that work on it: a writer that commits in groups, and
/// readers with a snapshot for each read. Closures run on those threads, never on the caller's.
public final class Database: Sendable {
    /// Commands that may wait; one more is refused with `busy`.
    public static let waitingCommandsMax = 256
    /// Reads that may wait; one more is refused with `busy`.
    public static let waitingReadsMax = 256

    /// Migrations applied at this start.
    public let appliedMigrationCount: Int

    /// Whether the whole file was looked through before the start; otherwise that is done beside
    /// the work.
    public let isChecked: Bool

    let shared: SharedState
    private let lock: OwnerLock
    private let writer: OwnedThread
    private let readers: [OwnedThread]
    private let checker: OwnedThread?
    private let isClosed = Atomic(false)

    /// Takes the file over: waits for its lock, migrates it, starts the threads. On a full disk it
    /// uses the reserve, and takes the file over before the first write if there is no room now.
    ///
    /// - Throws: `owned`, `newerFile`, `wrongFile`, `noSpace`, `disk`, or what a migration threw.
    public init(_ configuration: DatabaseConfiguration, tracks: [MigrationTrack]) throws {
        lock = try OwnerLock(
            path: configuration.path + ".lock", patience: configuration.lockPatience)
        let shared = SharedState(configuration)
        let started = try OwnedThread.start(name: "db-writer") {
            let space = DiskSpace(shared)
            let opening = try space.starting { try Opening(configuration, tracks: tracks) }
            try Self.watchFamilies(opening.connection)
            let state = try Self.takeOver(opening, space)
            shared.begin(state, refusal: opening.refusal)
            return (
                Opened(migrations: opening.migrations, isChecked: opening.isChecked),
                {
                    Writer(
                        opening, ownerEpoch: state?.ownerEpoch, shared: shared, space: space
                    ).run()
                    opening.connection.close()
                    space.end()
                }
            )
        }
        self.shared = shared
        writer = started.thread
        appliedMigrationCount = started.value.migrations
        isChecked = started.value.isChecked
        do {
            readers = try (0..<max(1, configuration.readerCount)).map { index in
                try OwnedThread.start(name: "db-reader-\(index)") {
                    let connection = try Connection(
                        path: configuration.path, mode: .reader,
                        applicationID: configuration.applicationID)
                    try Self.watchFamilies(connection)
                    return (
                        (),
                        {
                            Reader(connection: connection, shared: shared).run()
                            connection.close()
                        }
                    )
                }.thread
            }
            checker =
                isChecked || shared.refusal != nil
                ? nil
                : try OwnedThread.start(name: "db-check") { try FileCheck.begin(shared) }.thread
        } catch {
            shared.reads.close()
            shared.commands.close()
            started.thread.join()
            throw error
        }
    }

    /// What the writer's thread tells of the file.
    private struct Opened: Sendable {
        let migrations: Int
        let isChecked: Bool
    }

    /// The take-over; nil when the file is refused, and when the disk has no room for it, not even
    /// in the reserve.
    private static func takeOver(_ opening: Opening, _ space: DiskSpace) throws -> FileState? {
        guard opening.refusal == nil else { return nil }
        do {
            return try space.insist(log: opening.connection) { try opening.takeOver() }
        } catch let error where DiskSpace.isOutOfSpace(error) {
            space.ranOut()
            return nil
        }
    }

    /// Tests make every statement name the family whose rows it touches.
    private static func watchFamilies(_ connection: Connection) throws {
        #if DEBUG
            if TestHooks.isOn("require-families") { try connection.requireFamilies() }
        #endif
    }

    deinit { close() }

    /// The number of the owner that this process is; each take-over of the file adds one. 0 until a
    /// start on a full disk could take the file over.
    public var ownerEpoch: Int64 { shared.snapshot.ownerEpoch }

    /// Counts since the start, and what waits now.
    public var statistics: DatabaseStatistics { shared.snapshot }

    /// Finishes what is queued, empties the log, closes the file and lets go of it.
    public func close() {
        guard !isClosed.exchange(true, ordering: .sequentiallyConsistent) else { return }
        shared.isClosing.store(true, ordering: .relaxed)
        checker?.join()
        // The readers go first: the last connection to close removes the log.
        shared.reads.close()
        for reader in readers { reader.join() }
        shared.commands.close()
        writer.join()
        lock.release()
    }
}

// MARK: Trust

extension Database {
    /// Why nothing is written; nil as a rule. Reads go on.
    public var writeRefusal: StorageError? { shared.refusal }

    /// From now on nothing is written, after the next start neither, until the file is another one
    /// or somebody takes it as it is: it is damaged, in these words.
    public func refuseWrites(damaged words: String) { shared.refuse(.damaged(words)) }

    /// The same: others have seen what the file does not have.
    public func refuseWrites(behindOthers words: String) { shared.refuse(.behindOthers(words)) }
}

// MARK: Writing

extension Database {
    /// Runs a closure on the writer thread inside a transaction that it may share with others;
    /// what it throws undoes its own part only. The completion runs on the writer thread after
    /// COMMIT returned; when the queue is full it runs at once on the caller's.
    ///
    /// A closure without any effect but through its transaction is repeatable: it costs less, and
    /// it runs once more when another one of its group throws.
    public func write<Value: Sendable>(
        deadline: ContinuousClock.Instant? = nil, isRepeatable: Bool = false,
        need: WriteNeed = .usual,
        _ body: @escaping @Sendable (WriteTransaction) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        if let refusal = writeRefusal { return completion(.failure(refusal)) }
        let command = WriteCommand(
            deadline: deadline, isRepeatable: isRepeatable, need: need, body: body,
            completion: completion)
        if let refusal = refusal(of: shared.commands.offer(command), what: "commands") {
            completion(.failure(refusal))
        }
    }

    /// The same, waiting for the result. Not to be called from inside a write.
    @discardableResult
    public func write<Value: Sendable>(
        deadline: ContinuousClock.Instant? = nil, isRepeatable: Bool = false,
        need: WriteNeed = .usual,
        _ body: @escaping @Sendable (WriteTransaction) throws -> Value
    ) throws -> Value {
        precondition(!writer.isCurrent, "a blocking write on the writer thread never ends")
        let waiting = WaitingResult<Value>()
        write(deadline: deadline, isRepeatable: isRepeatable, need: need, body) {
            waiting.put($0)
        }
        return try waiting.take()
    }
}

// MARK: Reading

extension Database {
    /// Runs a closure on a reader thread over one snapshot. Past its deadline it is cut with
    /// `deadlineExceeded`. The completion runs on the reader thread; when the queue is full it
    /// runs at once on the caller's.
    ///
    /// Reads of one `lane` (a hash of whoever asks) share the readers fairly with those of others;
    /// without a lane they are the service's own.
    public func read<Value: Sendable>(
        deadline: ContinuousClock.Instant? = nil, lane: Int? = nil,
        _ body: @escaping @Sendable (ReadTransaction) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        let job = ReadJob(
            lane: lane, deadline: deadline,
            run: { [shared] transaction in
                let result = Result { try body(transaction) }
                if case .failure(let error) = result { shared.noteDamage(error) }
                return { completion(result) }
            },
            fail: { completion(.failure($0)) })
        if let refusal = refusal(of: shared.reads.offer(job), what: "reads") {
            completion(.failure(refusal))
        }
    }

    /// The same, waiting for the result. Not to be called from inside a read.
    @discardableResult
    public func read<Value: Sendable>(
        deadline: ContinuousClock.Instant? = nil,
        _ body: @escaping @Sendable (ReadTransaction) throws -> Value
    ) throws -> Value {
        precondition(
            !readers.contains { $0.isCurrent }, "a blocking read on a reader thread may never end")
        let waiting = WaitingResult<Value>()
        read(deadline: deadline, body) { waiting.put($0) }
        return try waiting.take()
    }

    /// Copies the database as one snapshot into a new file (0600), beside reads and writes.
    ///
    /// - Throws: `disk` when the target exists or cannot be written.
    public func backUp(to path: String) throws {
        try read { transaction in
            try StorageError.translated { try transaction.connection.backUp(to: path) }
        }
    }

    private func refusal<Item>(
        of offer: BoundedQueue<Item>.Offer, what: String
    ) -> StorageError? {
        switch offer {
        case .taken: return nil
        case .full:
            shared.count { $0.busy += 1 }
            return StorageError(code: .busy, message: "too many \(what) wait; try again later")
        case .closed:
            return StorageError(code: .closed, message: "the database has been closed")
        }
    }
}
