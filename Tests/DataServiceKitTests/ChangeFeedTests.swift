import Contracts
import Dispatch
import Foundation
import ServiceKit
import Storage
import Support
import Synchronization
import Testing

@testable import DataServiceKit

@Suite struct ChangeFeedTests {
    private let folder: TemporaryFolder
    private let service: ThingService

    init() throws { (folder, service) = try ThingService.started() }

    @Test func aChangeTellsWhoDidWhatInWhichRole() throws {
        try service.add("a")
        let change = try #require(try service.fetch().changes.first)
        #expect(change.sequence == 1)
        #expect(change.type == "thing.added")
        #expect(change.aggregate == "thing")
        #expect(change.actor == ThingService.player)
        #expect(change.role == .player)
        #expect(change.familyUnitID == ThingService.family)
        #expect(change.traceID != nil)
        let payload = try JSONCoding.decodeResponse(
            Thing.self, from: Array(change.payload.utf8))
        #expect(payload.body == "a")
        #expect(change.aggregateID == payload.id.text)
    }

    @Test func changesComeInTheOrderOfCommitsAfterAPosition() throws {
        for number in 1...5 { try service.add("\(number)") }
        let answer = try service.fetch(after: 2, limit: 2)
        #expect(answer.changes.map(\.sequence) == [3, 4])
        #expect(answer.headSequence == 5)
    }

    @Test func theEpochStaysOverRestarts() throws {
        let epoch = try service.fetch().producerEpoch
        service.close()
        let again = try ThingService(folder: folder.url.path)
        #expect(try again.fetch().producerEpoch == epoch)
    }

    @Test func limitsHoldAtTheirEdges() throws {
        #expect(try service.fetch(limit: FetchChanges.rowsMax).changes.isEmpty)
        #expect(
            refusal { try service.fetch(limit: FetchChanges.rowsMax + 1) } == .validationFailed)
        #expect(refusal { try service.fetch(limit: 0) } == .validationFailed)
        #expect(refusal { try service.fetch(after: -1) } == .validationFailed)
        let wait = FetchChanges.waitMillisecondsMax + 1
        #expect(refusal { try service.fetch(wait: wait) } == .validationFailed)
    }

    // Changes of an import carry many records each: five hundred of them would fill memory.
    @Test func anAnswerEndsWhenItIsLongEnoughAndHoldsOneChangeAtLeast() throws {
        let half = String(repeating: "x", count: FetchChanges.payloadBytesMax / 2)
        for _ in 0..<3 { try service.add(half) }
        for sequence in 1...3 {
            let answer = try service.fetch(after: Int64(sequence - 1))
            #expect(answer.changes.map(\.sequence) == [Int64(sequence)])
            #expect(answer.headSequence == 3)
        }
        try service.add("short")
        #expect(try service.fetch(after: 2).changes.map(\.sequence) == [3, 4])
    }

    @Test func onlyServicesReadIt() throws {
        func fetch(_ passport: [UInt8]) throws -> FetchChanges.Response {
            try service.caller.call(
                FetchChanges.self, .init(afterSequence: 0, limit: 1, waitMilliseconds: 0),
                at: .interactions, options: .init(passport: passport))
        }
        #expect(refusal { try fetch(service.passport()) } == .forbidden)
        #expect(refusal { try fetch([]) } == .unauthenticated)
    }

    /// Sends a poll that finds nothing and waits until it is parked.
    private func park(after sequence: Int64, wait: Int, _ outcomes: Outcomes) throws {
        let before = service.data.feed.parkedCount
        try service.caller.send(
            FetchChanges.self,
            .init(afterSequence: sequence, limit: 10, waitMilliseconds: wait), at: .interactions,
            options: .init(
                passport: try service.servicePassports(of: .coaches).passport(),
                budget: .seconds(60))
        ) { outcomes.add($0) }
        let limit = ContinuousClock.now + .seconds(60)
        while service.data.feed.parkedCount == before, ContinuousClock.now < limit {}
        #expect(service.data.feed.parkedCount == before + 1)
    }

    @Test func aParkedPollHoldsNoThreadAndIsWokenByACommit() throws {
        let outcomes = Outcomes()
        for _ in 1...5 { try park(after: 0, wait: 30_000, outcomes) }
        // The one reader thread is free.
        #expect(try service.bodies.isEmpty)
        #expect(outcomes.count == 0)
        try service.add("a")
        for outcome in outcomes.wait(for: 5) {
            let answer = try JSONCoding.decodeResponse(
                FetchChanges.Response.self, from: try #require(outcome.json))
            #expect(answer.changes.map(\.sequence) == [1])
        }
        #expect(service.data.feed.parkedCount == 0)
    }

    @Test func aRefusedCommandWakesNobodyForNothing() throws {
        let outcomes = Outcomes()
        try park(after: 0, wait: 30_000, outcomes)
        #expect(refusal { try service.add("refuse") } == .conflict)
        #expect(service.data.feed.parkedCount == 1)
        try service.add("a")
        #expect(outcomes.wait(for: 1).first?.json != nil)
    }

    @Test func aPollEndsEmptyWhenItsWaitIsOver() throws {
        let answer = try service.fetch(after: 0, wait: 30)
        #expect(answer.changes.isEmpty)
        #expect(answer.headSequence == 0)
        #expect(service.data.feed.parkedCount == 0)
    }

    @Test func aCursorAheadOfTheHeadIsToldAtOnce() throws {
        let answer = try service.fetch(after: 9, wait: 30_000)
        #expect(answer.headSequence == 0)
    }

    @Test func aPollPastTheLimitIsAnsweredAtOnce() throws {
        let outcomes = Outcomes()
        for _ in 1...ChangeFeed.parkedMax { try park(after: 0, wait: 30_000, outcomes) }
        #expect(try service.fetch(after: 0, wait: 30_000).changes.isEmpty)
        #expect(outcomes.count == 0)
        service.data.releaseParkedPolls()
        #expect(outcomes.wait(for: ChangeFeed.parkedMax).allSatisfy { $0.json != nil })
        // A drain is under way: nothing is parked any more.
        #expect(try service.fetch(after: 0, wait: 30_000).changes.isEmpty)
    }

    /// Records a change and calls `answered` on the writer's thread, where the command's answer
    /// goes out: whatever follows the answer has not happened yet.
    private func record(answered: @escaping @Sendable () -> Void) {
        let end = DispatchSemaphore(value: 0)
        let feed = service.data.feed
        service.data.database.write { transaction in
            try UnitOfWork(
                transaction, context: nil, now: Instant(milliseconds: 5), feed: feed
            ).record(
                NewChange(
                    "thing.added", of: "thing", Identifier<Thing>(high: 1, low: 1), family: nil,
                    json: Array("{}".utf8)))
        } completion: { _ in
            answered()
            end.signal()
        }
        end.wait()
    }

    @Test func theHeadIsNeverOlderThanWhatWasAcknowledged() {
        let heads = Mutex<[Int64]>([])
        let feed = service.data.feed
        for _ in 1...3 { record { heads.withLock { $0.append(feed.head) } } }
        #expect(heads.withLock { $0 } == [1, 2, 3])
    }

    @Test(arguments: [false, true])
    func aPollThatEndsBehindAnAcknowledgedChangeTellsOfIt(isDrain: Bool) throws {
        let outcomes = Outcomes()
        try park(after: 0, wait: 30_000, outcomes)
        let feed = service.data.feed
        record {
            if isDrain {
                feed.close()
            } else {
                _ = feed.expire(now: ContinuousClock.now + .seconds(60))
            }
        }
        let answer = try JSONCoding.decodeResponse(
            FetchChanges.Response.self,
            from: try #require(outcomes.wait(for: 1).first?.json))
        #expect(answer.changes.map(\.sequence) == [1] && answer.headSequence == 1)
    }

    @Test func figuresAreInTheServiceStatistics() throws {
        try service.add("a", key: 1)
        let answer = try service.caller.call(
            ServiceStatistics.self, EmptyRequest(), at: .interactions,
            options: .init(passport: try service.servicePassports(of: .coaches).passport()))
        #expect(answer.gauges["feed.head"] == 1)
        #expect((answer.gauges["db.commands"] ?? 0) >= 1)
        #expect(answer.gauges["db.owner_epoch"] == 1)
    }
}
