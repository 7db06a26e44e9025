internal import Synchronization

/// The state that the threads of one database share.
final class SharedState: Sendable {
    let configuration: DatabaseConfiguration
    let commands: BoundedQueue<AnyWriteCommand>
    let reads: ReadQueue
    let isClosing = Atomic(false)
    /// Whether the whole file has been checked.
    let isChecked = Atomic(false)
    /// Whether the path no longer leads to the file that was opened.
    let isDisplaced = Atomic(false)
    private let opened = Mutex<FileIdentity.Finding>(.unknown)
    private let statistics = Mutex(DatabaseStatistics())
    private let refusing = Mutex<(mark: FileState.Mark?, error: StorageError?)>((nil, nil))
    /// Until when the log is left alone, so that a copy that is being made holds nobody up.
    private let sparesReadersUntil = Mutex<ContinuousClock.Instant?>(nil)

    init(_ configuration: DatabaseConfiguration) {
        self.configuration = configuration
        commands = BoundedQueue(capacity: Database.waitingCommandsMax)
        reads = ReadQueue(
            capacity: Database.waitingReadsMax, readers: max(1, configuration.readerCount))
    }

    /// Whether a copy is being made beside the writer.
    var sparesReaders: Bool {
        sparesReadersUntil.withLock { until in
            guard let limit = until else { return false }
            if configuration.now() < limit { return true }
            until = nil
            return false
        }
    }

    func spareReaders(until limit: ContinuousClock.Instant?) {
        sparesReadersUntil.withLock { $0 = limit }
    }

    func count(_ change: (inout DatabaseStatistics) -> Void) {
        statistics.withLock { change(&$0) }
    }

    /// Why nothing is written; nil as a rule.
    var refusal: StorageError? { refusing.withLock { $0.error } }

    /// Records the result of opening the file. The state is nil until the file is taken over.
    func begin(_ state: FileState?, refusal: StorageError?) {
        opened.withLock { $0 = FileIdentity.look(at: configuration.path) }
        refusing.withLock { $0 = (nil, refusal) }
        if let state { tookOver(state) }
    }

    /// Records that this process owns the file.
    func tookOver(_ state: FileState) {
        refusing.withLock { $0.mark = state.mark }
        count { $0.ownerEpoch = state.ownerEpoch }
    }

    /// Refuses all writes if the path leads to no file any more, or not to the one that was opened.
    func checkPath() {
        let found = FileIdentity.look(at: configuration.path)
        guard case .file = opened.withLock({ $0 }), found != .unknown,
            found != opened.withLock({ $0 })
        else { return }
        isDisplaced.store(true, ordering: .relaxed)
        refuse(found == .nothing ? .missing : .foreign)
    }

    /// Refuses all writes. Keeps the first reason. It holds after restarts too, unless it is about
    /// the path: the next start looks at that itself.
    func refuse(_ reason: FileRefusal) {
        let files = DatabaseFiles(configuration)
        let error = reason.error(files)
        let (isFirst, mark) = refusing.withLock { refusing in
            defer { refusing.error = refusing.error ?? error }
            return (refusing.error == nil, refusing.mark)
        }
        guard isFirst else { return }
        files.refuse(error, mark: isDisplaced.load(ordering: .relaxed) ? nil : mark)
        configuration.onRefusal(error)
    }

    /// Refuses writes if SQLite reported damage.
    func noteDamage(_ error: any Error) {
        guard let error = error as? StorageError, error.code == .wrongFile else { return }
        refuse(.damaged(.found(error.message)))
    }

    var snapshot: DatabaseStatistics {
        var result = statistics.withLock { $0 }
        result.waitingCommands = commands.count
        result.waitingReads = reads.count
        return result
    }
}
