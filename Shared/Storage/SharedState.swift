internal import Synchronization

/// What the threads of one database share.
final class SharedState: Sendable {
    let configuration: DatabaseConfiguration
    let commands: BoundedQueue<AnyWriteCommand>
    let reads: ReadQueue
    let isClosing = Atomic(false)
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

    /// What was found at the start. The state is nil as long as the file is not taken over.
    func begin(_ state: FileState?, refusal: StorageError?) {
        refusing.withLock { $0 = (nil, refusal) }
        if let state { tookOver(state) }
    }

    /// This process owns the file now.
    func tookOver(_ state: FileState) {
        refusing.withLock { $0.mark = state.mark }
        count { $0.ownerEpoch = state.ownerEpoch }
    }

    /// From now on nothing is written, after the next start neither. The first reason stays.
    func refuse(_ reason: FileRefusal) {
        let files = DatabaseFiles(configuration)
        let error = reason.error(files)
        let (isFirst, mark) = refusing.withLock { refusing in
            defer { refusing.error = refusing.error ?? error }
            return (refusing.error == nil, refusing.mark)
        }
        guard isFirst else { return }
        files.refuse(error, mark: mark)
        configuration.onRefusal(error)
    }

    /// SQLite came upon damage.
    func noteDamage(_ error: any Error) {
        guard let error = error as? StorageError, error.code == .wrongFile else { return }
        refuse(.damaged(error.message))
    }

    var snapshot: DatabaseStatistics {
        var result = statistics.withLock { $0 }
        result.waitingCommands = commands.count
        result.waitingReads = reads.count
        return result
    }
}
