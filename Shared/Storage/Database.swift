internal import Base
internal import Dispatch
internal import Foundation
internal import SQLite
internal import Synchronization

/// One database file and the threads that work on it: a writer that commits in groups, and
/// readers with a snapshot for each read. Closures run on those threads; only reads that are said
/// to be short may run on the caller's.
public final class Database: Sendable {
    /// The most queued commands; one more is refused with `busy`.
    public static let waitingCommandsMax = 256
    /// The most queued reads; one more is refused with `busy`.
    public static let waitingReadsMax = 256

    /// Migrations applied at this start.
    public let appliedMigrationCount: Int

    /// Whether the whole file was checked before the start; otherwise it is checked during
    /// operation.
    public let wasCheckedAtStart: Bool

    let shared: SharedState
    private let lock: OwnerLock
    private let writer: WorkerThread
    private let readers: [WorkerThread]
    private let shortReads: ShortReads
    private let checker: WorkerThread?
    private let isClosed = Atomic(false)

    /// Takes the file over: waits for its lock, migrates it and starts the threads. On a full disk
    /// it uses the reserve, and if that is too small it takes the file over before the first write.
    ///
    /// - Throws: `owned`, `newerFile`, `wrongFile`, `noSpace`, `disk`, or what a migration threw.
    public init(_ configuration: DatabaseConfiguration, tracks: [MigrationTrack]) throws {
        lock = try OwnerLock(
            path: configuration.path + ".lock", patience: configuration.lockPatience)
        let shared = SharedState(configuration)
        let started = try DatabaseThread(named: "db-writer") {
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
        wasCheckedAtStart = started.value.isChecked
        shared.isChecked.store(wasCheckedAtStart, ordering: .relaxed)
        do {
            readers = try (0..<max(1, configuration.readerCount)).map { index in
                try DatabaseThread(named: "db-reader-\(index)") {
                    let reader = try Reader(shared)
                    return (
                        (),
                        {
                            reader.run()
                            reader.close()
                        }
                    )
                }.thread
            }
            shortReads = try ShortReads(shared)
            checker =
                wasCheckedAtStart || shared.refusal != nil
                ? nil
                : try DatabaseThread(
                    named: "db-check", niceness: DatabaseThread<Void>.backgroundNiceness
                ) { try FileCheck.begin(shared) }.thread
        } catch {
            shared.reads.close()
            shared.commands.close()
            started.thread.join()
            throw error
        }
    }

    /// The writer thread's results of opening the file.
    private struct Opened: Sendable {
        let migrations: Int
        let isChecked: Bool
    }

    /// Takes the file over. Returns nil if the file is refused, or if even the reserve has no space
    /// for it.
    private static func takeOver(_ opening: Opening, _ space: DiskSpace) throws -> FileState? {
        guard opening.refusal == nil else { return nil }
        do {
            return try space.insist(log: opening.connection) { try opening.takeOver() }
        } catch let error where DiskSpace.isOutOfSpace(error) {
            space.ranOut()
            return nil
        }
    }

    /// In tests, requires every statement to name the family whose rows it touches.
    static func watchFamilies(_ connection: Connection) throws {
        #if DEBUG
            if TestHooks.isOn("require-families") { try connection.requireFamilies() }
        #endif
    }

    deinit { close() }

    /// The number of this take-over; each one increments it. 0 until a start on a full disk has
    /// taken the file over.
    public var ownerEpoch: Int64 { shared.snapshot.ownerEpoch }

    /// The counts since the start, and the current queue lengths.
    public var statistics: DatabaseStatistics { shared.snapshot }

    /// Finishes the queued work, truncates the log, closes the file and releases the lock.
    public func close() {
        guard !isClosed.exchange(true, ordering: .sequentiallyConsistent) else { return }
        shared.isClosing.store(true, ordering: .relaxed)
        checker?.join()
        // Close the readers first: the last connection to close removes the log.
        shared.reads.close()
        for reader in readers { reader.join() }
        shortReads.close()
        shared.commands.close()
        writer.join()
        lock.release()
    }
}

// MARK: Trust

extension Database {
    /// Whether the whole file has been checked: before the start, or since then in the background.
    public var isChecked: Bool { shared.isChecked.load(ordering: .relaxed) }

    /// Why writes are refused; nil as a rule. Reads continue.
    public var writeRefusal: StorageError? { shared.refusal }

    /// Refuses all writes because the file is damaged. The refusal outlasts restarts, until the
    /// file is replaced or somebody accepts it as it is.
    public func refuseWrites(damaged words: String) { shared.refuse(.damaged(.told(words))) }

    /// Refuses all writes if the file was removed, renamed or replaced. Reads go on with the file
    /// that was opened.
    public func checkPath() { shared.checkPath() }

    /// Refuses all writes because others have seen changes that are missing in the file.
    public func refuseWrites(behindOthers words: String) { shared.refuse(.behindOthers(words)) }
}

// MARK: Writing

extension Database {
    /// Runs a closure on the writer thread in a transaction that it may share with others; an error
    /// rolls back its own part only. The completion runs on the writer thread after COMMIT, or at
    /// once on the caller's thread if the queue is full.
    ///
    /// A closure without effects outside its transaction is repeatable. That costs less, but the
    /// closure runs again if another one of its group throws.
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

    /// Writes and waits for the result. Must not be called inside a write.
    @discardableResult
    public func write<Value: Sendable>(
        deadline: ContinuousClock.Instant? = nil, isRepeatable: Bool = false,
        need: WriteNeed = .usual,
        _ body: @escaping @Sendable (WriteTransaction) throws -> Value
    ) throws -> Value {
        precondition(!writer.isCurrent, "a blocking write on the writer thread never ends")
        let result = OneShot<Result<Value, any Error>>()
        write(deadline: deadline, isRepeatable: isRepeatable, need: need, body) {
            result.set($0)
        }
        return try result.wait().get()
    }
}

// MARK: Reading

extension Database {
    /// Runs a closure on a reader thread over one snapshot. At the deadline it is interrupted with
    /// `deadlineExceeded`. The completion runs on the reader thread, or at once on the caller's
    /// thread if the queue is full.
    ///
    /// Reads of one `lane` (a hash of the caller) share the readers fairly with other lanes. Reads
    /// without a lane are the service's own.
    ///
    /// A read takes at most `durationMax`, by default the configuration's `readDurationMax`.
    ///
    /// A read of a `shortKind`, such as the name of an operation, first gets a millisecond on the
    /// caller's thread. If that is too little, `body` runs again on a reader thread, so it must
    /// have no effect outside.
    public func read<Value: Sendable>(
        deadline: ContinuousClock.Instant? = nil, lane: Int? = nil, shortKind: String? = nil,
        durationMax: Duration? = nil,
        _ body: @escaping @Sendable (ReadTransaction) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        let attempt = { @Sendable [shared] (transaction: ReadTransaction) in
            let result = Result { try body(transaction) }
            if case .failure(let error) = result { shared.noteDamage(error) }
            return result
        }
        if let shortKind,
            let result = shortReads.run(shortKind, deadline: deadline, attempt)
        {
            return completion(result)
        }
        let job = ReadJob(
            lane: lane, deadline: deadline, durationMax: durationMax,
            run: { transaction in
                let result = attempt(transaction)
                return { completion(result) }
            },
            fail: { completion(.failure($0)) })
        if let refusal = refusal(of: shared.reads.offer(job), what: "reads") {
            completion(.failure(refusal))
        }
    }

    /// Reads and waits for the result. Must not be called inside a read.
    @discardableResult
    public func read<Value: Sendable>(
        deadline: ContinuousClock.Instant? = nil,
        _ body: @escaping @Sendable (ReadTransaction) throws -> Value
    ) throws -> Value {
        precondition(
            !readers.contains { $0.isCurrent }, "a blocking read on a reader thread may never end")
        let result = OneShot<Result<Value, any Error>>()
        read(deadline: deadline, body) { result.set($0) }
        return try result.wait().get()
    }

    /// Copies the database as one snapshot into a new file (0600), concurrently with reads and
    /// writes.
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
