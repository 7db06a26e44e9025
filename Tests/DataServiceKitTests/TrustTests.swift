import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit

/// What is damaged in the feed, or went back, is told to nobody as if it were right.
@Suite struct TrustTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path("interactions.sqlite") }

    private func open(checkedAtStartMax: Int64? = nil) throws -> ThingService {
        try ThingService(folder: folder.url.path, checkedAtStartMax: checkedAtStartMax)
    }

    /// A service with three changes; the test spoils its file and opens it again.
    private func makeThreeThings() throws {
        let service = try open()
        for body in ["a", "b", "c"] { try service.add(body) }
        service.close()
    }

    /// Changes a row in a way that no service does: its checksum stays.
    private func spoil(_ column: String, of sequence: Int64, to sql: String) throws {
        let service = try open(checkedAtStartMax: 0)
        try service.data.database.write { transaction in
            try transaction.execute(
                "UPDATE changes SET \(column) = \(sql) WHERE seq = ?1", sequence)
        }
        service.close()
    }

    // MARK: Damage

    @Test(arguments: [
        ("event_id", "zeroblob(16)"), ("aggregate", "'thinG'"), ("aggregate_id", "'x'"),
        ("aggregate_version", "aggregate_version + 1"), ("type", "'thing.addeD'"),
        ("schema_version", "2"), ("occurred_at", "occurred_at + 1"), ("trace_id", "NULL"),
        ("actor", "NULL"), ("role", "'parent'"), ("family_unit_id", "zeroblob(16)"),
        ("payload", "replace(payload, 'b', 'c')"), ("checksum", "checksum + 1"),
    ])
    func aSpoiltChangeIsFoundBeforeTheStart(column: String, sql: String) throws {
        try makeThreeThings()
        try spoil(column, of: 2, to: sql)
        #expect(ServiceFile.damages(at: path) == ["change 2 of its feed is not what was written"])
        let service = try open()
        #expect(!service.data.isReady)
        #expect(
            service.data.database.writeRefusal?.message.contains(
                "is damaged (change 2 of its feed is not what was written)") == true)
        #expect(refusal { try service.add("d") } == .dataLoss)
        #expect(try service.bodies == ["a", "b", "c"])
        #expect(refusal { try service.fetch() } == .dataLoss)
        // What lies before and after it is told.
        #expect(try service.fetch(after: 0, limit: 1).changes.map(\.sequence) == [1])
        #expect(try service.fetch(after: 2).changes.map(\.sequence) == [3])
    }

    @Test func aSpoiltChangeOfALargeFileIsFoundBesideTheWork() throws {
        try makeThreeThings()
        try spoil("payload", of: 3, to: "replace(payload, 'c', 'd')")
        let service = try open(checkedAtStartMax: 0)
        #expect(service.data.isReady)
        try service.data.start()
        let limit = ContinuousClock.now + .seconds(60)
        var (code, number): (ErrorCode?, Int) = (nil, 0)
        while code == nil, ContinuousClock.now < limit {
            number += 1
            code = refusal { try service.add("d\(number)") }
        }
        #expect(code == .dataLoss)
        #expect(!service.data.isReady)
    }

    @Test func aSpoiltChangeIsFoundWhenItIsRead() throws {
        try makeThreeThings()
        try spoil("payload", of: 3, to: "replace(payload, 'c', 'd')")
        let service = try open(checkedAtStartMax: 0)
        #expect(try service.fetch(after: 0, limit: 2).changes.count == 2)
        #expect(service.data.isReady)
        #expect(refusal { try service.fetch(after: 2) } == .dataLoss)
        #expect(!service.data.isReady)
        #expect(refusal { try service.add("d") } == .dataLoss)
    }

    @Test func changesFromBeforeThereWereChecksumsAreTold() throws {
        try makeThreeThings()
        try spoil("checksum", of: 1, to: "NULL")
        #expect(ServiceFile.damages(at: path) == [])
        let service = try open()
        #expect(try service.fetch().changes.count == 3)
        try service.add("d")
    }

    // N-161: noticed by the service's own housekeeping, which looks at the path.
    @Test func aFileThatIsRemovedMeanwhileIsNotWrittenToUntilItIsBack() throws {
        let told = OneShot<String>()
        let service = try ThingService(folder: folder.url.path) { line in
            let text = String(decoding: line, as: UTF8.self)
            if text.contains("\"writes are refused\"") { told.set(text) }
        }
        try service.add("a")
        let aside = folder.path("aside.sqlite")
        try FileManager.default.moveItem(atPath: path, toPath: aside)
        #expect(service.data.isReady && !told.isSet)
        try service.data.start()
        let line = try #require(told.wait(until: .now + .seconds(60)))
        #expect(line.contains("is missing"))
        #expect(!service.data.isReady)
        #expect(refusal { try service.add("b") } == .dataLoss)
        #expect(try service.bodies == ["a"])
        #expect(!FileManager.default.fileExists(atPath: path))
        service.close()
        try FileManager.default.moveItem(atPath: aside, toPath: path)
        let again = try open()
        #expect(again.data.isReady)
        #expect(try again.bodies == ["a"])
    }

    /// Taken as it is, the feed begins another life, and what is in it is right by definition.
    @Test func anAcceptedFeedHasAnotherLife() throws {
        try makeThreeThings()
        let before = try open()
        let epoch = try before.fetch().producerEpoch
        before.close()
        try spoil("payload", of: 2, to: "replace(payload, '\"b\"', '\"x\"')")
        let refused = try open()
        #expect(!refused.data.isReady)
        refused.close()
        #expect(FileManager.default.createFile(atPath: path + ".accepted", contents: nil))
        let service = try open()
        let answer = try service.fetch()
        #expect(answer.producerEpoch != epoch)
        #expect(answer.changes.count == 3)
        #expect(answer.changes[1].payload.contains("\"body\":\"x\""))
        try service.add("d")
        service.close()
        let again = try open()
        #expect(again.data.isReady)
        #expect(try again.fetch().producerEpoch == answer.producerEpoch)
    }

    // MARK: Going back

    private func fetch(
        _ service: ThingService, after sequence: Int64, epoch: ProducerEpoch?, _ seen: ChangeID?
    ) -> ErrorCode? {
        refusal {
            try service.caller.call(
                FetchChanges.self,
                .init(
                    afterSequence: sequence, limit: 10, waitMilliseconds: 0, seenEpoch: epoch,
                    seenChange: seen),
                at: service.name,
                options: .init(
                    passport: try service.servicePassports(of: .coaches).passport(),
                    budget: .seconds(60)))
        }
    }

    @Test func aConsumerThatHasSeenTheSameIsAnswered() throws {
        try makeThreeThings()
        let service = try open()
        let answer = try service.fetch()
        let epoch = answer.producerEpoch
        #expect(fetch(service, after: 0, epoch: epoch, nil) == nil)
        for change in answer.changes {
            #expect(fetch(service, after: change.sequence, epoch: epoch, change.eventID) == nil)
        }
        // A cursor from before changes were remembered by their ids.
        #expect(fetch(service, after: 3, epoch: epoch, nil) == nil)
        // Another life, and a caller that knows nothing of all this, are answered as ever.
        let other = ProducerEpoch(high: 1, low: 2)
        #expect(fetch(service, after: 9, epoch: other, ChangeID(high: 1, low: 1)) == nil)
        #expect(fetch(service, after: 9, epoch: nil, nil) == nil)
        #expect(service.data.isReady)
        try service.add("d")
    }

    @Test(arguments: [0, 1]) func aConsumerThatHasSeenMoreStopsTheWriting(past: Int64) throws {
        try makeThreeThings()
        let service = try open()
        let epoch = try service.fetch().producerEpoch
        let position = 3 + past
        #expect(
            fetch(service, after: position, epoch: epoch, ChangeID(high: 1, low: 1)) == .dataLoss)
        #expect(!service.data.isReady)
        let words =
            past > 0
            ? "coaches has applied its change 4, but it ends at 3"
            : "coaches has applied another change 3 than the file has"
        #expect(service.data.database.writeRefusal?.message.contains(words) == true)
        #expect(refusal { try service.add("d") } == .dataLoss)
        #expect(try service.bodies == ["a", "b", "c"])
        service.close()
        // It keeps saying so until the file is another one, or taken as it is.
        let again = try open()
        #expect(again.data.database.writeRefusal?.message.contains(words) == true)
    }

    /// The consumer tells what it has seen, keeps it as long as the producer is not trusted, and
    /// begins anew when the producer's numbering does.
    @Test func aConsumerKeepsWhatItHasUntilTheEpochChanges() throws {
        let consumer = try ThingService(folder: folder.url.path, name: .coaches)
        let producerFolder = try TemporaryFolder()
        let producer = try ThingService(folder: producerFolder.url.path)
        for body in ["a", "b"] { try producer.add(body) }
        let follower = try FeedConsumer(
            .interactions, source: try producer.changeSource(for: .coaches),
            replicas: [CountingReplica()], database: consumer.data.database,
            logger: consumer.data.logger)
        try follower.step()
        let epoch = try producer.fetch().producerEpoch
        let last = try producer.fetch().changes[1].eventID
        #expect(follower.cursor == FeedCursor(epoch: epoch, sequence: 2, change: last))
        producer.close()
        // The producer is put back to before its second change, record and all, and goes on.
        let other = try ThingService(folder: producerFolder.url.path)
        try other.data.database.write { transaction in
            try transaction.execute("UPDATE changes SET event_id = zeroblob(16), checksum = NULL")
        }
        let back = try FeedConsumer(
            .interactions, source: try other.changeSource(for: .coaches),
            replicas: [CountingReplica()], database: consumer.data.database,
            logger: consumer.data.logger)
        #expect(throws: Caller.Failure.self) { try back.step() }
        #expect(back.cursor.sequence == 2 && back.gauges["feed.interactions.rebuilds"] == 0)
        other.close()
        let file = producerFolder.path("interactions.sqlite")
        #expect(FileManager.default.createFile(atPath: file + ".accepted", contents: nil))
        let accepted = try ThingService(folder: producerFolder.url.path)
        let anew = try FeedConsumer(
            .interactions, source: try accepted.changeSource(for: .coaches),
            replicas: [CountingReplica()], database: consumer.data.database,
            logger: consumer.data.logger)
        try anew.step()
        #expect(anew.gauges["feed.interactions.rebuilds"] == 1)
        try anew.step()
        #expect(anew.cursor.sequence == 2 && anew.cursor.epoch != epoch)
    }
}
