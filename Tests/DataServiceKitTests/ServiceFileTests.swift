import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit

/// The files of several services are of one instant, or it is said which one is older.
@Suite struct ServiceFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Coaches, which has seen so many of three changes of interactions, in this life of its feed.
    private func standings(
        seen: Int64, inAnotherLife: Bool = false
    ) throws -> [ServiceName: FeedStanding] {
        let producer = try ThingService(folder: folder.url.path)
        for body in ["a", "b", "c"] { try producer.add(body) }
        let epoch = producer.data.feed.epoch
        producer.close()
        let consumer = try ThingService(folder: folder.url.path, name: .coaches)
        try consumer.data.database.write { transaction in
            try transaction.execute(
                "INSERT INTO feed_cursors (producer, producer_epoch, seq) VALUES (?1, ?2, ?3)",
                ServiceName.interactions.rawValue,
                inAnotherLife ? DataServiceTables.randomEpoch : epoch, seen)
        }
        consumer.close()
        var standings: [ServiceName: FeedStanding] = [:]
        for service in [ServiceName.coaches, .interactions] {
            standings[service] = try FeedStanding(
                inDatabase: folder.path("\(service.rawValue).sqlite"))
        }
        return standings
    }

    @Test func whoHasSeenAllThatIsThereGoesWithIt() throws {
        #expect(FeedStanding.contradictions(try standings(seen: 3)) == [])
    }

    @Test func whoHasSeenOneMoreTellsThatTheOtherIsOlder() throws {
        #expect(
            FeedStanding.contradictions(try standings(seen: 4)) == [
                "coaches has applied change 4 of interactions, whose database ends at 3"
            ])
    }

    /// Whoever follows a feed that began anew reads it anew.
    @Test func anotherLifeOfAFeedContradictsNothing() throws {
        #expect(FeedStanding.contradictions(try standings(seen: 9, inAnotherLife: true)) == [])
    }

    @Test func aFileThatIsNotThereIsNoSoundOne() throws {
        #expect(!ServiceFile.damages(at: folder.path("none.sqlite")).isEmpty)
        #expect(throws: StorageError.self) {
            try FeedStanding(inDatabase: folder.path("none.sqlite"))
        }
    }
}
