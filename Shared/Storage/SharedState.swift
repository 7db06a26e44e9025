internal import Synchronization

/// What the threads of one database share.
final class SharedState: Sendable {
    let configuration: DatabaseConfiguration
    let commands: BoundedQueue<AnyWriteCommand>
    let reads: ReadQueue
    private let statistics = Mutex(DatabaseStatistics())

    init(_ configuration: DatabaseConfiguration) {
        self.configuration = configuration
        commands = BoundedQueue(capacity: Database.waitingCommandsMax)
        reads = ReadQueue(
            capacity: Database.waitingReadsMax, readers: max(1, configuration.readerCount))
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
