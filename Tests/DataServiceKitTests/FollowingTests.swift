import Contracts
import Dispatch
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit

/// Two services in one process: one follows the other.
@Suite struct FollowingTests {
    private let folder: TemporaryFolder
    private let producer: ThingService
    private let consumer: ThingService

    init() throws {
        folder = try TemporaryFolder()
        producer = try ThingService(folder: folder.url.path, name: .coaches)
        try producer.data.start()
        consumer = try ThingService(folder: folder.url.path)
        try consumer.data.follow(
            .coaches, from: try producer.changeSource(for: .interactions),
            into: [CountingReplica()])
    }

    private func produce(_ body: String) throws {
        _ = try producer.caller.answer(
            AddThing.self, BodyRequest(body: body), at: .coaches, options: try producer.options())
    }

    private func addReference(_ body: String) throws -> Caller.Answer {
        try consumer.caller.answer(
            AddReference.self, BodyRequest(body: body), options: try consumer.options(key: 1))
    }

    @Test func aReferenceThatIsNewIsKnownAfterCatchingUpOnce() throws {
        try consumer.data.start()
        for number in 1...20 {
            try produce("coach \(number)")
            _ = try consumer.caller.answer(
                AddReference.self, BodyRequest(body: "coach \(number)"),
                options: try consumer.options(key: UInt64(number)))
        }
        #expect(try consumer.bodies == (1...20).map { "coach \($0)" }.sorted())
    }

    @Test func aReferenceThatDoesNotExistIsRefusedByItsField() throws {
        try consumer.data.start()
        try produce("somebody")
        do {
            _ = try addReference("nobody")
            Issue.record("it was taken")
        } catch let failure as Caller.Failure {
            #expect(failure.error.errors == ["coach_id": "Invalid coach selection"])
        }
        // The refusal is not stored: once the coach exists the same key succeeds.
        try produce("nobody")
        #expect(try !addReference("nobody").isReplayed)
    }

    @Test func anAbsentProducerIsNoProofThatTheReferenceDoesNotExist() throws {
        let alone = try ThingService(folder: folder.url.path, name: .identity)
        let source = ScriptedSource()
        try alone.data.follow(.coaches, from: source, into: [CountingReplica()])
        let call = {
            try alone.caller.answer(
                AddReference.self, BodyRequest(body: "x"), at: .identity,
                options: try alone.options())
        }
        #expect(refusal(call) == .unavailable)
    }

    /// How soon is measured by the benchmarks; that a commit wakes the poll that waits for it is
    /// seen in `ChangeFeedTests`.
    @Test func aFollowerSeesAChangeAfterItsCommit() throws {
        try consumer.data.start()
        let following = try #require(consumer.data.consumer(of: .coaches))
        for count in 1...2 {
            try produce("coach \(count)")
            try following.catchUp(by: .now + .seconds(60))
            #expect(following.cursor.sequence == Int64(count))
        }
    }

    @Test func aStopEndsTheFollower() throws {
        try consumer.data.start()
        try produce("first")
        consumer.close()
        let error = #expect(throws: StorageError.self) { try consumer.data.database.read { _ in } }
        #expect(error?.code == .closed)
    }
}

@Suite struct IdentityReplicaTests {
    private let folder: TemporaryFolder
    private let service: ThingService
    private let replica: IdentityReplica

    init() throws {
        (folder, service) = try ThingService.inOwnFolder()
        replica = IdentityReplica(revocations: service.revocations)
    }

    private func apply(_ type: String, _ payload: some Encodable, at milliseconds: Int64 = 5) throws
    {
        let change = Change(
            sequence: 1, eventID: ChangeID(high: 0, low: 0), aggregate: "user", aggregateID: "x",
            aggregateVersion: 1, type: type, schemaVersion: 1,
            occurredAt: Instant(milliseconds: milliseconds), traceID: nil, actor: nil, role: nil,
            familyUnitID: nil,
            payload: try JSONCoding.encodedText(payload))
        let replica = replica
        try service.data.database.write { try replica.apply(change, in: $0) }
    }

    private func member(_ name: String, _ role: Role = .player) -> IdentityFeed.MemberPayload {
        .init(
            familyUnitID: ThingService.family, userID: ThingService.player, fullName: name,
            role: role, inboundAlerts: true)
    }

    private func members() throws -> [String] {
        try service.data.database.read {
            try $0.rows("SELECT full_name, role, left_at FROM replica_members") { row in
                "\(try row.text(0)) \(try row.text(1)) \(try row.int64OrNil(2) ?? 0)"
            }
        }
    }

    @Test func membersAreRenamedAndKeepTheirNamesWhenTheyLeave() throws {
        try apply(IdentityFeed.memberChanged, member("Ada"))
        try apply(IdentityFeed.memberChanged, member("Ada L.", .parent))
        #expect(try members() == ["Ada L. parent 0"])
        try apply(IdentityFeed.memberRemoved, member("Ada L.", .parent), at: 77)
        #expect(try members() == ["Ada L. parent 77"])
        try apply(IdentityFeed.memberChanged, member("Ada"))
        #expect(try members() == ["Ada player 0"])
    }

    /// Statement of the issue: a revoked session is refused, also after a restart.
    @Test func aRevokedSessionIsRefusedNowAndAfterARestart() throws {
        let session = SessionID(high: 9, low: 1)
        #expect(try service.bodies.isEmpty)
        try apply(
            IdentityFeed.sessionRevoked, IdentityFeed.SessionRevokedPayload(sessionID: session))
        #expect(refusal { try service.bodies } == .unauthenticated)
        service.close()
        let again = try ThingService(folder: folder.url.path)
        #expect(refusal { try again.bodies } == nil)
        try IdentityReplica(revocations: again.revocations).load(from: again.data.database)
        #expect(refusal { try again.bodies } == .unauthenticated)
    }

    @Test func aUsersPassportsOfEarlierGenerationsAreRefused() throws {
        func admits(_ generation: Int64, by list: RevocationList) -> Bool {
            list.admits(
                ThingService.player, SessionID(high: 1, low: 1), generation: generation)
        }
        // The second one is of a feed that is read again.
        for generation: Int64? in [100, 50, nil] {
            try apply(
                IdentityFeed.passportsRevoked,
                IdentityFeed.PassportsRevokedPayload(
                    userID: ThingService.player, generation: generation))
        }
        let again = RevocationList()
        try IdentityReplica(revocations: again).load(from: service.data.database)
        for list in [service.revocations, again] {
            #expect(!admits(99, by: list))
            #expect(admits(100, by: list))
        }
    }

    /// What is forgotten is so by time that this process has seen pass.
    @Test func revocationsAreForgottenOnceNoPassportCanBeConcerned() throws {
        let clock = MovedClock(Instant(milliseconds: 1_770_724_800_000))
        let list = RevocationList()
        let replica = IdentityReplica(revocations: list, clock: clock.clock)
        func forget() throws -> Bool {
            try service.data.database.write { try replica.forgetOld(in: $0) }
        }
        func rows() throws -> Int64? {
            try service.data.database.read { transaction in
                try transaction.scalar(
                    """
                    SELECT (SELECT count(*) FROM revoked_sessions)
                        + (SELECT count(*) FROM revoked_users)
                    """)
            }
        }
        let most = IdentityReplica.forgottenRowsMax
        for number in 1...most {
            try apply(
                IdentityFeed.sessionRevoked,
                IdentityFeed.SessionRevokedPayload(
                    sessionID: SessionID(high: 1, low: UInt64(number))))
        }
        try apply(
            IdentityFeed.passportsRevoked,
            IdentityFeed.PassportsRevokedPayload(userID: ThingService.player, generation: 3))
        try replica.load(from: service.data.database)
        clock.jump(.seconds(31 * 86_400))
        #expect(try !forget() && rows() == Int64(most) + 1)
        clock.advance(RevocationList.keptFor - .milliseconds(1))
        #expect(try !forget() && list.count == most + 1)
        clock.advance(.milliseconds(1))
        #expect(try forget() && rows() == 1 && list.count == 1)
        #expect(try !forget() && rows() == 0 && list.count == 0)
    }

    @Test func aRebuildForgetsMembersButNoRevocation() throws {
        try apply(IdentityFeed.memberChanged, member("Ada"))
        try apply(
            IdentityFeed.familyChanged,
            IdentityFeed.FamilyPayload(
                familyUnitID: ThingService.family, name: "F", timeZone: "America/New_York"))
        try apply(
            IdentityFeed.sessionRevoked,
            IdentityFeed.SessionRevokedPayload(sessionID: SessionID(high: 1, low: 2)))
        let replica = replica
        try service.data.database.write { try replica.clear(in: $0) }
        let counts = try service.data.database.read { transaction in
            try ["replica_members", "replica_families", "revoked_sessions"].map {
                try transaction.scalar("SELECT count(*) FROM \($0)")
            }
        }
        #expect(counts == [0, 0, 1])
    }

    @Test func aChangeWithoutTheExpectedFormIsNotPassedOver() throws {
        #expect(throws: (any Error).self) {
            try apply(IdentityFeed.memberChanged, ["nonsense": 1])
        }
        #expect(throws: Never.self) { try apply("something.unknown", ["nonsense": 1]) }
    }
}
