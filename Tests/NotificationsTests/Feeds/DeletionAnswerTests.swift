import Contracts
import DataServiceKit
import Support
import Testing

@testable import Notifications

@Suite("Alerts of what went along with a deleted coach")
struct DeletionAnswerTests {
    private let harness: NotificationsHarness
    private let operation = OperationID(high: 0x0F, low: 1)

    init() throws { harness = try NotificationsHarness() }

    private func tell(_ type: String, counts: [String: Int] = ["interactions": 2]) throws {
        try harness.interactions.append(
            type,
            DeletionFeed.CountsPayload(
                operationID: operation, familyUnitID: harness.family.id, counts: counts))
        try harness.settle()
    }

    /// This service's own feed.
    private func answers() throws -> [String] {
        try harness.fixture.changes().map { change in
            let payload: DeletionFeed.CountsPayload = try change.decodedPayload()
            #expect(payload.operationID == operation && payload.counts.isEmpty)
            return change.type
        }
    }

    // Decision 48: they are gone with the records, and come back as read as they were.
    @Test func alertsGoWithTheRecordsAndThenItAnswers() throws {
        let records = try (1...2).map {
            try harness.family.log(by: harness.player.userID, at: $0)
        }
        let before = try harness.rows()
        for record in records { try harness.family.delete(record, at: 5) }
        try tell(DeletionFeed.applied)
        #expect(try harness.counts(harness.parent).total == 0)
        #expect(try answers() == [DeletionFeed.applied])
        for record in records { try harness.family.restore(record, at: 6) }
        try tell(DeletionFeed.restored)
        #expect(try harness.rows() == before)
        #expect(try answers() == [DeletionFeed.applied, DeletionFeed.restored])
    }

    // Decision 48 ends with the trash: what was removed for good leaves no alert behind.
    @Test func alertsOfWhatIsRemovedForGoodAreErased() throws {
        let records = try (1...3).map {
            try harness.family.log(by: harness.player.userID, at: $0)
        }
        for record in records.dropLast() { try harness.family.delete(record, at: 5) }
        let ids = records.map(\.id.text)
        try harness.interactions.append(
            DeletionFeed.removing,
            DeletionFeed.RemovingPayload(
                operationID: operation, familyUnitID: harness.family.id, ids: [ids[0]]))
        try tell(DeletionFeed.erased)
        #expect(try harness.rows().count == 6, "two records for an author and two parents")
        // The last one is named too, but nobody deleted it.
        try harness.interactions.append(
            TrashFeed.purged,
            TrashFeed.PurgedPayload(
                operationID: operation, kind: DeleteInteraction.name,
                actor: harness.player.userID, counts: ["interactions": 1],
                ids: [ids[1], ids[2], "no id"]))
        #expect(try harness.rows().count == 3)
        #expect(try harness.counts(harness.parent).total == 1)
        #expect(try answers() == [DeletionFeed.erased])
    }

    @Test func aDeletionWithoutInteractionsIsAnsweredToo() throws {
        try tell(DeletionFeed.applied, counts: [:])
        #expect(try answers() == [DeletionFeed.applied])
    }
}
