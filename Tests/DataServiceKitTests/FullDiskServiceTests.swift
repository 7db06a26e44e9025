import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Synchronization
import Testing

@testable import DataServiceKit

/// Counts the things, from a row that has to be brought up to date by a write first.
private enum CountThings: Contracts.Operation {
    static let definition = OperationDefinition(
        "things.count", of: .interactions, .read, .members, "Count things")
    typealias Response = Int
}

/// A service whose disk is full.
@Suite struct FullDiskServiceTests {
    private static let body = String(repeating: "x", count: 8_000)

    /// A service on a full disk that has refused a write.
    private func fill(_ disk: SmallDisk, _ service: ThingService) throws -> Caller.Failure {
        try disk.fill()
        for number in 0..<10_000 {
            do {
                try service.add("\(number)\(Self.body)")
            } catch let failure as Caller.Failure { return failure }
        }
        throw SmallDisk.Failure(description: "the disk never became full")
    }

    @Test func aFullDiskIsToldAndReadsGoOn() throws {
        try SmallDisk.run(megabytes: 32) { disk in
            let service = try ThingService(folder: disk.url.path)
            try service.add("first", key: 1)
            // Makes coaches' key, which is done long before a disk is full.
            _ = try service.fetch()
            let failure = try fill(disk, service)
            #expect(failure.error.code == .unavailable)
            #expect(!failure.isOutcomeUnknown)
            #expect(failure.error.subject == .fullDisk)
            #expect(failure.error.message.hasPrefix("The disk is full: nothing was changed."))
            #expect(failure.error.message.contains(disk.url.path))
            #expect(try service.bodies.contains("first"))
            #expect(try service.fetch().changes.first?.type == "thing.added")
            disk.free()
            // The same key finds what was kept, and does what was refused.
            #expect(try service.add("first", key: 1).isReplayed)
            #expect(try service.add("later", key: 2).isReplayed == false)
        }
    }

    @Test func theFirstRefusedWriteIsInTheLogAtOnce() throws {
        try SmallDisk.run(megabytes: 32) { disk in
            let lines = Mutex<[String]>([])
            let service = try ThingService(folder: disk.url.path) { line in
                lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
            }
            try service.add("first")
            _ = try fill(disk, service)
            // What was refused is told before the next command.
            #expect(throws: Caller.Failure.self) { try service.add("second") }
            service.data.noteFullDisk()
            let told = lines.withLock { lines in
                lines.filter { $0.contains("the disk is full: writes are refused") }
            }
            #expect(told.count == 1)
        }
    }

    /// Told by the service's own housekeeping, while there is still room for writes.
    @Test func aNearlyFullDiskIsInTheLog() throws {
        try SmallDisk.run(megabytes: 32) { disk in
            let told = OneShot<String>()
            let service = try ThingService(folder: disk.url.path, level: .warning) { line in
                let text = String(decoding: line, as: UTF8.self)
                if text.contains("the disk is nearly full") { told.set(text) }
            }
            try service.add("first")
            try disk.fill(leaving: 2 << 20)
            #expect(!told.isSet)
            try service.data.start()
            let line = try #require(told.wait(until: .now + .seconds(60)))
            #expect(line.contains("\"level\":\"warning\""))
            #expect(line.contains(/"disk\.used_percent":"9[0-9]"/))
            try service.add("second")
            #expect(try service.bodies == ["first", "second"])
        }
    }

    @Test func aReadWhoseRowsAreOutOfDateAnswersWithoutKeepingThem() throws {
        try SmallDisk.run(megabytes: 32) { disk in
            let service = try ThingService(folder: disk.url.path)
            service.data.query(CountThings.self) { (_, _: CallContext, transaction) in
                let count = Int(try transaction.scalar("SELECT count(*) FROM things") ?? 0)
                let kept = try transaction.scalar("SELECT count FROM coaches WHERE name = 'count'")
                if let kept, kept == Int64(count) { return count }
                throw StaleRows {
                    try $0.execute(
                        """
                        INSERT INTO coaches (name, count) VALUES ('count', ?1)
                        ON CONFLICT (name) DO UPDATE SET count = excluded.count
                        """, count)
                    return false
                }
            }
            try service.add("first")
            _ = try fill(disk, service)
            let count = try service.caller.call(
                CountThings.self, EmptyRequest(), options: try service.options())
            let bodies = try service.bodies
            #expect(count == bodies.count)
            let rows = try service.data.database.read {
                try $0.scalar("SELECT count(*) FROM coaches")
            }
            #expect(rows == 0)
        }
    }

    /// Who was signed out is known on a full disk; other feeds wait until there is room.
    @Test func identitysFeedIsFollowedAndOthersWait() throws {
        try SmallDisk.run(megabytes: 32) { disk in
            let service = try ThingService(folder: disk.url.path)
            // Makes the keys, which is done long before a disk is full.
            try service.add("first")
            _ = try fill(disk, service)
            let session = SessionID(high: 5, low: 5)
            let source = ListedSource()
            try source.append(
                IdentityFeed.sessionRevoked, IdentityFeed.SessionRevokedPayload(sessionID: session))
            source.close()
            let logger = Logger(service: "test", write: { _ in })
            let follower = try FeedConsumer(
                .identity, source: source,
                replicas: [IdentityReplica(revocations: service.revocations)],
                database: service.data.database, logger: logger)
            try follower.step()
            #expect(follower.cursor.sequence == 1)
            let other = try FeedConsumer(
                .coaches, source: source, replicas: [],
                database: service.data.database, logger: logger)
            let error = #expect(throws: StorageError.self) { try other.step() }
            #expect(error?.code == .noSpace)
            #expect(other.poison == nil)
            disk.free()
            try other.step()
            #expect(other.cursor.sequence == 1)
        }
    }
}
