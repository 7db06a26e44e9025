import Contracts
import Dispatch
import Foundation
import ServiceKit
import Storage
import Support
import Synchronization
import Testing

@testable import DataServiceKit

/// A producer that says what a test wants.
final class ScriptedSource: ChangeSource {
    let answers = Mutex<[FetchChanges.Response]>([])
    let positions = Mutex<[Int64]>([])
    let waits = Mutex<[Duration]>([])

    func say(_ epoch: UInt64, head: Int64, _ sequences: [Int64], type: String = "thing.added") {
        let changes = sequences.map { sequence in
            Change(
                sequence: sequence, eventID: ChangeID(high: 1, low: UInt64(sequence)),
                aggregate: "thing", aggregateID: "x", aggregateVersion: 1, type: type,
                schemaVersion: 1, occurredAt: Instant(milliseconds: 0), traceID: nil, actor: nil,
                role: nil, familyUnitID: nil, payload: "{\"body\":\"c\(sequence)\"}")
        }
        answers.withLock {
            $0.append(
                .init(
                    producerEpoch: ProducerEpoch(high: 0, low: epoch), headSequence: head,
                    changes: changes))
        }
    }

    func fetch(after sequence: Int64, limit: Int, wait: Duration) throws -> FetchChanges.Response {
        positions.withLock { $0.append(sequence) }
        waits.withLock { $0.append(wait) }
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let answer else { throw ServiceError(.unavailable, "The producer is away") }
        return answer
    }
}

/// Counts how often each change was applied: an effect that shows when it happens twice.
final class CountingReplica: Replica {
    /// The change at which the disk is full once.
    let fullDiskAt: String?
    private let diskWasFull = Atomic(false)

    init(fullDiskAt: String? = nil) { self.fullDiskAt = fullDiskAt }

    struct Body: Codable { var body: String }

    var producer: ServiceName { .coaches }

    func apply(_ change: Change, in transaction: WriteTransaction) throws {
        guard change.type == "thing.added" else { return }
        let body = try JSONCoding.decodeResponse(Body.self, from: Array(change.payload.utf8)).body
        if body == fullDiskAt, !diskWasFull.exchange(true, ordering: .relaxed) {
            throw StorageError(code: .disk, message: "database or disk is full")
        }
        if body == "poison" { throw ServiceError(.internal, "cannot be understood") }
        try transaction.execute(
            """
            INSERT INTO coaches (name, count) VALUES (?1, 1)
            ON CONFLICT (name) DO UPDATE SET count = count + 1
            """, body)
    }

    func clear(in transaction: WriteTransaction) throws {
        try transaction.execute("DELETE FROM coaches")
    }
}

/// Counts how often it is told that it has caught up.
final class TellingReplica: Replica {
    let count = Mutex(0)
    /// Signaled for each change.
    let isGiven = DispatchSemaphore(value: 0)

    var producer: ServiceName { .coaches }

    func apply(_ change: Change, in transaction: WriteTransaction) throws { isGiven.signal() }

    func caughtUp() { count.withLock { $0 += 1 } }

    func clear(in transaction: WriteTransaction) throws {}
}

@Suite struct FeedConsumerTests {
    private let folder: TemporaryFolder
    private let service: ThingService
    private let source = ScriptedSource()

    init() throws { (folder, service) = try ThingService.inOwnFolder() }

    private func makeConsumer() throws -> FeedConsumer {
        try FeedConsumer(
            .coaches, source: source, replicas: [CountingReplica()],
            database: service.data.database, logger: service.data.logger)
    }

    private var applied: [String: Int64] {
        get throws {
            let rows = try service.data.database.read {
                try $0.rows("SELECT name, count FROM coaches") {
                    (try $0.text(0), try $0.int64(1))
                }
            }
            return Dictionary(uniqueKeysWithValues: rows)
        }
    }

    private func epoch(_ number: UInt64) -> ProducerEpoch { ProducerEpoch(high: 0, low: number) }

    @Test func batchesAreAppliedAndTheCursorIsKept() throws {
        source.say(1, head: 3, [1, 2])
        source.say(1, head: 3, [3])
        let consumer = try makeConsumer()
        try consumer.step()
        try consumer.step()
        #expect(try applied == ["c1": 1, "c2": 1, "c3": 1])
        #expect(source.positions.withLock { $0 } == [0, 2])
        #expect(
            try makeConsumer().cursor
                == FeedCursor(
                    epoch: epoch(1), sequence: 3, change: ChangeID(high: 1, low: 3)))
        #expect(consumer.gauges["feed.coaches.lag"] == 0)
    }

    /// A batch that is as long as one may be is applied to its last change.
    @Test(arguments: [FeedConsumer.batchMax - 1, FeedConsumer.batchMax, FeedConsumer.batchMax + 1])
    func everyChangeOfAFullBatchIsApplied(count: Int) throws {
        let sequences = (1...Int64(count)).map { $0 }
        let batches = stride(from: 0, to: count, by: FeedConsumer.batchMax).map {
            Array(sequences[$0..<min($0 + FeedConsumer.batchMax, count)])
        }
        for batch in batches { source.say(1, head: Int64(count), batch) }
        let consumer = try makeConsumer()
        for _ in batches { try consumer.step() }
        let wanted = sequences.map { ("c\($0)", Int64(1)) }
        #expect(try applied == Dictionary(uniqueKeysWithValues: wanted))
        #expect(consumer.cursor.sequence == Int64(count))
    }

    /// The more changes a batch had, the longer further ones gather, up to the limit.
    @Test(arguments: [
        (fetched: 0, gathering: Duration.zero), (1, .milliseconds(1)), (49, .milliseconds(49)),
        (50, .milliseconds(50)), (51, .milliseconds(50)),
        (FeedConsumer.batchMax, .milliseconds(50)),
    ])
    func changesGatherAfterABatch(fetched: Int, gathering: Duration) {
        #expect(FeedConsumer.gathering(after: fetched, of: .interactions) == gathering)
        #expect(FeedConsumer.gathering(after: fetched, of: .identity) == .zero)
    }

    /// A busy producer is not asked after each of its commits.
    @Test func aConsumerPausesBetweenBatches() throws {
        let (batches, size) = (4, Int64(20))
        for first in stride(from: 1, to: Int64(batches) * size, by: Int(size)) {
            source.say(1, head: first + size - 1, Array(first..<first + size))
        }
        let told = TellingReplica()
        let consumer = try FeedConsumer(
            .coaches, source: source, replicas: [told], database: service.data.database,
            logger: service.data.logger)
        let time = try ContinuousClock().measure {
            try consumer.start()
            for _ in 0..<Int64(batches) * size { told.isGiven.wait() }
        }
        consumer.stop(by: .now + .seconds(10))
        #expect(time >= FeedConsumer.gatheringPerChange * (Int(size) * (batches - 1)))
    }

    /// What was committed before the start is fetched without waiting for news, and only then
    /// the replica is told that it has caught up.
    @Test func theReplicaHasCaughtUpOnceWhenTheFirstHeadIsReached() throws {
        source.say(1, head: 3, [1, 2])
        source.say(1, head: 3, [3])
        source.say(1, head: 3, [])
        source.say(1, head: 4, [4])
        let told = TellingReplica()
        let consumer = try FeedConsumer(
            .coaches, source: source, replicas: [told], database: service.data.database,
            logger: service.data.logger)
        var counts: [Int] = []
        for _ in 0..<4 {
            try consumer.step()
            counts.append(told.count.withLock { $0 })
        }
        #expect(counts == [0, 1, 1, 1])
        let wait = FeedConsumer.pollWait
        #expect(source.waits.withLock { $0 } == [.zero, .zero, wait, wait])
    }

    /// Whoever comes first is read to the end before anything is applied.
    @Test func aConsumerWaitsForThoseWhoComeFirst() throws {
        let firstSource = ScriptedSource()
        let first = try FeedConsumer(
            .identity, source: firstSource, replicas: [], database: service.data.database,
            logger: service.data.logger)
        let consumer = try FeedConsumer(
            .coaches, source: source, replicas: [CountingReplica()], dependencies: [first],
            database: service.data.database, logger: service.data.logger)
        source.say(1, head: 1, [1])
        let away = #expect(throws: ServiceError.self) { try consumer.step() }
        #expect(away?.code == .unavailable)
        #expect(try applied.isEmpty && consumer.cursor.sequence == 0)
        firstSource.say(9, head: 1, [1])
        try first.step()
        firstSource.say(9, head: 1, [])
        source.say(1, head: 1, [1])
        try consumer.step()
        #expect(try applied == ["c1": 1])
        // Without news there is nothing to wait for.
        source.say(1, head: 1, [])
        try consumer.step()
        #expect(firstSource.positions.withLock { $0 } == [0, 0, 1])
    }

    @Test func aProducerThatIsAwayLeavesTheReplicaBehind() throws {
        let told = TellingReplica()
        let consumer = try FeedConsumer(
            .coaches, source: source, replicas: [told], database: service.data.database,
            logger: service.data.logger)
        #expect(throws: ServiceError.self) { try consumer.step() }
        #expect(told.count.withLock { $0 } == 0)
    }

    @Test func aChangeDeliveredTwiceIsAppliedOnce() throws {
        source.say(1, head: 2, [1, 2])
        source.say(1, head: 3, [1, 2, 3])
        let consumer = try makeConsumer()
        try consumer.step()
        try consumer.step()
        #expect(try applied == ["c1": 1, "c2": 1, "c3": 1])
    }

    @Test func anotherEpochRebuildsTheReplica() throws {
        source.say(1, head: 2, [1, 2])
        source.say(2, head: 5, [3, 4, 5])
        source.say(2, head: 5, [1])
        let consumer = try makeConsumer()
        try consumer.step()
        try consumer.step()
        #expect(try applied.isEmpty)
        #expect(consumer.cursor == FeedCursor(epoch: epoch(2), sequence: 0))
        #expect(consumer.gauges["feed.coaches.is_stale"] == 1)
        try consumer.step()
        #expect(try applied == ["c1": 1])
        #expect(consumer.gauges["feed.coaches.rebuilds"] == 1)
    }

    @Test func aCursorAheadOfTheProducerRebuildsTheReplica() throws {
        source.say(1, head: 2, [1, 2])
        source.say(1, head: 1, [])
        source.say(1, head: 1, [1])
        let consumer = try makeConsumer()
        for _ in 1...3 { try consumer.step() }
        #expect(try applied == ["c1": 1])
        #expect(consumer.gauges["feed.coaches.is_stale"] == 0)
    }

    @Test func aChangeThatCannotBeAppliedStopsTheConsumerAtIt() throws {
        source.say(1, head: 1, [1])
        let consumer = try makeConsumer()
        try consumer.step()
        source.say(1, head: 4, [2])
        source.sayPoison(1, head: 4, before: [], at: 3, after: [4])
        try consumer.step()
        try consumer.step()
        #expect(consumer.poison?.sequence == 3)
        #expect(consumer.cursor.sequence == 2)
        #expect(try applied == ["c1": 1, "c2": 1])
        #expect(consumer.gauges["feed.coaches.stopped_at"] == 3)
        let refused = #expect(throws: ServiceError.self) {
            try consumer.catchUp(by: .now + .seconds(1))
        }
        #expect(refused?.code == .unavailable)
    }

    @Test func changesBeforeThePoisonInItsBatchAreApplied() throws {
        source.sayPoison(1, head: 4, before: [1, 2], at: 3, after: [4])
        let consumer = try makeConsumer()
        try consumer.step()
        #expect(consumer.poison?.sequence == 3)
        #expect(try applied == ["c1": 1, "c2": 1])
        #expect(try makeConsumer().cursor.sequence == 2)
    }

    @Test func aFullDiskDoesNotStopTheConsumer() throws {
        for _ in 1...2 { source.say(1, head: 2, [1, 2]) }
        let consumer = try FeedConsumer(
            .coaches, source: source, replicas: [CountingReplica(fullDiskAt: "c2")],
            database: service.data.database, logger: service.data.logger)
        let error = #expect(throws: StorageError.self) { try consumer.step() }
        #expect(error?.code == .disk)
        #expect(consumer.poison == nil)
        #expect(try applied.isEmpty)
        try consumer.step()
        #expect(try applied == ["c1": 1, "c2": 1])
    }

    @Test func aGapStopsTheConsumer() throws {
        source.say(1, head: 3, [1, 3])
        let consumer = try makeConsumer()
        try consumer.step()
        #expect(consumer.poison?.sequence == 2)
        #expect(try applied.isEmpty)
    }

    @Test func anAbsentProducerIsAskedAgain() throws {
        let consumer = try makeConsumer()
        #expect(throws: ServiceError.self) { try consumer.step() }
        source.say(1, head: 1, [1])
        try consumer.step()
        #expect(try applied == ["c1": 1])
    }
}

extension ScriptedSource {
    /// A batch with a change in it that no replica understands.
    func sayPoison(
        _ epoch: UInt64, head: Int64, before: [Int64], at poison: Int64, after: [Int64]
    ) {
        say(epoch, head: head, before + [poison] + after)
        answers.withLock { answers in
            guard var last = answers.popLast() else { return }
            for index in last.changes.indices where last.changes[index].sequence == poison {
                last.changes[index].payload = "{\"body\":\"poison\"}"
            }
            answers.append(last)
        }
    }
}
