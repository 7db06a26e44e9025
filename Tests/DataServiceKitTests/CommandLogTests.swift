import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit

@Suite struct CommandLogTests {
    private let folder: TemporaryFolder
    private let service: ThingService

    init() throws { (folder, service) = try ThingService.inOwnFolder() }

    @Test func aRepetitionGetsTheSameBytesAndHasNoSecondEffect() throws {
        let first = try service.add("a", key: 1)
        let second = try service.add("a", key: 1)
        #expect(!first.isReplayed)
        #expect(second.isReplayed)
        #expect(first.json == second.json)
        #expect(try service.bodies == ["a"])
        #expect(try service.fetch().changes.count == 1)
    }

    @Test func theAnswerOutlivesTheProcess() throws {
        let first = try service.add("a", key: 1)
        service.close()
        let again = try ThingService(folder: folder.url.path)
        let second = try again.add("a", key: 1)
        #expect(second.isReplayed)
        #expect(first.json == second.json)
        #expect(try again.bodies == ["a"])
    }

    // IA-50
    @Test func theSameKeyTwiceInOneGroupHasOneEffectAndOneAnswer() throws {
        let gate = WriterGate(service.data.database)
        let outcomes = Outcomes()
        for _ in 1...2 {
            try service.caller.send(
                AddThing.self, BodyRequest(body: "a"), options: try service.options(key: 1)
            ) { outcomes.add($0) }
        }
        gate.open()
        let both = outcomes.wait(for: 2)
        #expect(both[0].json != nil)
        #expect(both[0].json == both[1].json)
        #expect(both.map(\.isReplayed) == [false, true])
        #expect(try service.bodies == ["a"])
        #expect(service.data.database.statistics.groups == 1)
    }

    @Test func anotherRequestUnderTheKeyIsRefused() throws {
        try service.add("a", key: 1)
        #expect(refusal { try service.add("b", key: 1) } == .keyReused)
        let other = {
            try service.caller.answer(
                AddReference.self, BodyRequest(body: "a"), options: try service.options(key: 1))
        }
        #expect(refusal(other) == .keyReused)
        #expect(try service.bodies == ["a"])
    }

    @Test func theKeyOfAnotherUserIsAnotherKey() throws {
        try service.add("a", key: 1)
        #expect(try !service.add("a", key: 1, user: ThingService.otherPlayer).isReplayed)
        #expect(try service.bodies == ["a", "a"])
    }

    @Test func commandsWithoutKeyRunEachTime() throws {
        try service.add("a")
        try service.add("a")
        #expect(try service.bodies == ["a", "a"])
    }

    @Test func aRefusalLeavesNothingNotEvenItsKey() throws {
        #expect(refusal { try service.add("refuse", key: 1) } == .conflict)
        #expect(try service.bodies.isEmpty)
        #expect(try service.fetch().changes.isEmpty)
        // The key is free: a refusal was not stored.
        #expect(try !service.add("b", key: 1).isReplayed)
        #expect(try service.fetch().changes.map(\.sequence) == [1])
    }

    @Test func anInvalidFormNeverReachesTheWriter() throws {
        #expect(refusal { try service.add("", key: 1) } == .validationFailed)
        #expect(service.data.database.statistics.groups == 0)
    }

    @Test func aRefusalInsideAGroupTakesNobodyWithIt() throws {
        let gate = WriterGate(service.data.database)
        let outcomes = Outcomes()
        for (index, body) in ["a", "refuse", "b"].enumerated() {
            try service.caller.send(
                AddThing.self, BodyRequest(body: body),
                options: try service.options(key: UInt64(index))
            ) { outcomes.add($0) }
        }
        gate.open()
        #expect(outcomes.wait(for: 3).map(\.code) == [nil, .conflict, nil])
        // Things made in one millisecond are listed in either order.
        #expect(try Set(service.bodies) == ["a", "b"])
        #expect(try service.fetch().changes.map(\.sequence) == [1, 2])
    }

    @Test func aDryRunAnswersAndChangesNothing() throws {
        let answer = try service.add("a", key: 1, isDryRun: true)
        #expect(try JSONCoding.decodeResponse(Thing.self, from: answer.json).body == "a")
        #expect(try service.bodies.isEmpty)
        #expect(try service.fetch().headSequence == 0)
        #expect(try !service.add("b", key: 1).isReplayed)
        #expect(refusal { try service.add("refuse", isDryRun: true) } == .conflict)
    }

    @Test func whatCarriesSecretsIsNotStored() throws {
        for _ in 1...2 {
            let answer = try service.caller.answer(
                AddSecretThing.self, BodyRequest(body: "s"), options: try service.options(key: 1))
            #expect(!answer.isReplayed)
        }
        let count = try service.data.database.read {
            try $0.scalar("SELECT count(*) FROM command_log")
        }
        #expect(count == 0)
    }

    @Test func keysAreKeptForSevenDaysAndThenSwept() throws {
        let start = Instant(milliseconds: 1_770_000_000_000)
        let fixed = try ThingService(folder: folder.url.path, name: .coaches, now: start)
        _ = try fixed.caller.answer(
            AddThing.self, BodyRequest(body: "a"), at: .coaches, options: try fixed.options(key: 1))
        func sweep(_ now: Instant) throws -> Int64 {
            try fixed.data.database.write { transaction in
                try CommandLog(transaction: transaction).sweep(now: now)
            }
        }
        let end = start.advanced(by: .seconds(7 * 86_400))
        #expect(try sweep(end) == 0)
        #expect(try sweep(end.advanced(by: .milliseconds(1))) == 1)
    }

    // IA-50, D-47: a key is answered for 24 hours at least, to the millisecond; in fact for seven
    // days, whatever was swept meanwhile.
    @Test(arguments: [1, 7], [0, 1])
    func aKeyIsAnsweredForADayAtLeast(days: Int, millisecondsMore: Int) throws {
        let age = Duration.seconds(days * 86_400) + .milliseconds(millisecondsMore)
        let isReplayed = age <= .seconds(7 * 86_400)
        let start = Instant(milliseconds: 1_770_000_000_000)
        func add(_ now: Instant) throws -> Caller.Answer {
            let service = try ThingService(folder: folder.url.path, name: .coaches, now: now)
            defer { service.close() }
            _ = try service.data.database.write { transaction in
                try CommandLog(transaction: transaction).sweep(now: now)
            }
            return try service.caller.answer(
                AddThing.self, BodyRequest(body: "a"), at: .coaches,
                options: try service.options(key: 1))
        }
        service.close()
        let first = try add(start)
        let second = try add(start.advanced(by: age))
        #expect(second.isReplayed == isReplayed)
        #expect((second.json == first.json) == isReplayed)
    }

    @Test func oldKeysAreForgottenHoweverManyThereAre() throws {
        let count = CommandLog.sweptRowsMax * 2 + 1
        let database = service.data.database
        try database.write { transaction in
            try transaction.execute(
                """
                WITH RECURSIVE numbers (n) AS (
                    SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
                INSERT INTO command_log
                    (idempotency_key, principal, request_hash, response, stored_at)
                SELECT randomblob(16), x'03', zeroblob(32), x'', 0 FROM numbers
                """, count)
        }
        #expect(try database.read { try CommandLog.size($0) } == count)
        service.data.sweep()
        // A sweep queues the next one before a later command is answered.
        for _ in 1...3 { try database.write { _ in } }
        #expect(try database.read { try CommandLog.size($0) } == 0)
    }

    @Test func aLateCommandIsNotBegun() throws {
        let gate = WriterGate(service.data.database)
        let outcomes = Outcomes()
        var options = try service.options(key: 1)
        options.budget = .milliseconds(1)
        try service.caller.send(AddThing.self, BodyRequest(body: "a"), options: options) {
            outcomes.add($0)
        }
        // The gate opens once the command's time is over.
        let limit = ContinuousClock.now + .milliseconds(2)
        while ContinuousClock.now < limit {}
        gate.open()
        #expect(outcomes.wait(for: 1).map(\.code) == [.timeout])
        #expect(try service.bodies.isEmpty)
    }
}
