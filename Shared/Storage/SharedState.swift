internal import Synchronization

/// What the threads of one database share.
final class SharedState: Sendable {
    let configuration: DatabaseConfiguration
    let commands: BoundedQueue<AnyWriteCommand>
    let reads: BoundedQueue<ReadJob>
    private let statistics = Mutex(DatabaseStatistics())
    /// Until when the log is left alone, so that a copy that is being made holds nobody up.
    private let sparesReadersUntil = Mutex<ContinuousClock.Instant?>(nil)

    init(_ configuration: DatabaseConfiguration) {
        self.configuration = configuration
        commands = BoundedQueue(capacity: Database.waitingCommandsMax)
        reads = BoundedQueue(capacity: Database.waitingReadsMax)
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

    var snapshot: DatabaseStatistics {
        var result = statistics.withLock { $0 }
        result.waitingCommands = commands.count
        result.waitingReads = reads.count
        return result
    }
}
