internal import Synchronization

/// What the threads of one database share.
final class SharedState: Sendable {
    let configuration: DatabaseConfiguration
    let commands: BoundedQueue<AnyWriteCommand>
    let reads: BoundedQueue<ReadJob>
    private let statistics = Mutex(DatabaseStatistics())

    init(_ configuration: DatabaseConfiguration) {
        self.configuration = configuration
        commands = BoundedQueue(capacity: Database.waitingCommandsMax)
        reads = BoundedQueue(capacity: Database.waitingReadsMax)
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
