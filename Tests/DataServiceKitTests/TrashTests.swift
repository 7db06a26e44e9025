import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Synchronization
import Testing

@testable import DataServiceKit

/// What lies in the trash of a service, how it comes back, and how it goes for good.
@Suite struct TrashTests {
    private let folder: TemporaryFolder
    private let service: ThingService
    private let clock = MovedClock(Self.now)
    private static let now = Instant(milliseconds: 1_770_724_800_000)

    init() throws {
        (folder, service) = try ThingService.inOwnFolder(clock: clock.clock)
    }

    private func delete(_ body: String) throws -> OperationID {
        let id = try JSONCoding.decodeResponse(Thing.self, from: try service.add(body).json).id
        return try service.caller.call(
            DeleteThing.self, IDRequest(id: id), options: try service.options()
        ).operationID
    }

    private func list(
        _ request: ListOperations.Request = .init(), at service: ThingService? = nil
    ) throws -> [UndoableOperation] {
        let service = service ?? self.service
        return try service.caller.call(
            ListOperations.self, request, at: service.name, options: try service.options()
        ).operations
    }

    private func undo(_ id: OperationID) throws {
        _ = try service.caller.call(
            UndoOperation.self, .init(operationID: id), at: service.name,
            options: try service.options())
    }

    private func purge(
        _ id: OperationID? = nil, isDryRun: Bool = false
    ) throws -> PurgeOperations.Response {
        try service.caller.call(
            PurgeOperations.self, .init(operationID: id), at: service.name,
            options: try service.options(isDryRun: isDryRun))
    }

    private func count(_ table: StaticString, at service: ThingService? = nil) throws -> Int64 {
        try (service ?? self.service).data.database.read {
            try $0.scalar("SELECT count(*) FROM \(table)") ?? -1
        }
    }

    /// Goes on with what is being removed until nothing is left of it.
    private func erase(_ service: ThingService) throws {
        while try eraseSome(service) {}
    }

    /// One step of that; true if there is more.
    private func eraseSome(_ service: ThingService) throws -> Bool {
        try service.data.database.write { [data = service.data] transaction in
            try data.trash.erasure.step(
                UnitOfWork(transaction, context: nil, now: Self.now, feed: data.feed))
        }
    }

    private func addLeaves(to body: String, _ count: Int) throws {
        for number in 0..<count {
            _ = try service.data.database.write { transaction in
                try transaction.execute(
                    """
                    INSERT INTO leaves SELECT family_unit_id, id, ?2 FROM things WHERE body = ?1
                    """, body, RecordID(high: 5, low: UInt64(number)))
            }
        }
    }

    // MARK: Listing

    @Test func theTrashSaysWhatWasDeletedByWhomAndForHowLong() throws {
        _ = try service.data.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO replica_members VALUES (?1, ?2, 'Ann Player', 'player', 1, NULL)
                """, ThingService.family, ThingService.player)
        }
        let first = try delete("first")
        let second = try delete("second")
        let listed = try list()
        #expect(Set(listed.map(\.id)) == [first, second])
        let row = try #require(listed.first { $0.id == first })
        #expect(row.kind == "things.delete" && row.effect == .deleted && row.title == "first")
        #expect(row.counts == ["things": 1] && row.isUndoable)
        #expect(row.actor == ThingService.player && row.actorName == "Ann Player")
        #expect(row.createdAt == Self.now)
        #expect(row.expiresAt == Self.now.advanced(by: TrashLimit.keptFor))
        #expect(try list(.init(limit: 1)).count == 1)
    }

    @Test func whatCameBackLiesInTheTrashNoMoreButIsFound() throws {
        let operation = try delete("a")
        let ending = String(operation.text.suffix(8))
        #expect(try list(.init(ending: ending)).map(\.id) == [operation])
        try undo(operation)
        #expect(try list().isEmpty)
        let found = try list(.init(ending: ending.uppercased()))
        #expect(found.map(\.id) == [operation])
        #expect(found.first?.undoneAt == Self.now && found.first?.expiresAt == nil)
        #expect(try list(.init(ending: "00000000")).isEmpty)
    }

    // N-61
    @Test func anOperationIsFoundByTheIDOfARecordThatItDeleted() throws {
        let operation = try delete("a")
        _ = try delete("b")
        let record = try service.data.database.read {
            try $0.first("SELECT hex(id) FROM things WHERE body = 'a'") { try $0.text(0) } ?? ""
        }
        #expect(try list(.init(ending: record)).map(\.id) == [operation])
        #expect(try list(.init(ending: String(record.suffix(8)))).map(\.id) == [operation])
        try undo(operation)
        #expect(try list(.init(ending: record)).isEmpty)
    }

    // N-132: a record that went with an operation of another service leads to that operation; in a
    // trash of one's own only its owner's does.
    @Test func aRecordLeadsToTheOperationThatTookItAlong() throws {
        try service.add("a")
        let other = OperationID(high: 7, low: 7)
        let record = RecordID(high: 6, low: 6)
        try service.data.database.write { transaction in
            try transaction.execute(
                "INSERT INTO things VALUES (?1, ?2, 'taken', 1, ?3), (?4, ?2, 'elsewhere', 1, ?5)",
                ThingService.family, record, other, FamilyID(high: 9, low: 9),
                OperationID(high: 7, low: 8))
        }
        func answer() throws -> ListOperations.Response {
            try service.caller.call(
                ListOperations.self, .init(ending: String(record.text.suffix(9))),
                at: service.name, options: try service.options())
        }
        #expect(try answer().operations.isEmpty)
        #expect(try answer().taken == [other])
        let own = try service.caller.call(
            ListOperations.self, .init(ending: "00000000"), at: service.name,
            options: try service.options())
        #expect(own.taken == nil)
        for owner: StaticString? in [nil, "body"] {
            service.data.keepTrash(
                TrashPlan(
                    tables: [TrashTable(ThingService.things, title: "body", owner: owner)],
                    isOwnOnly: true
                ) { id, _, _, _ in UndoOperation.Response(id) })
            #expect(try answer().taken == nil)
        }
    }

    @Test func aTrashOfOnesOwnHidesWhatOthersDeleted() throws {
        service.data.keepTrash(
            TrashPlan(
                tables: [TrashTable(ThingService.things, title: "body")], isOwnOnly: true
            ) { id, _, scope, unit in
                _ = try unit.undo(id, of: scope, in: [ThingService.things])
                return UndoOperation.Response(id)
            })
        let operation = try delete("mine")
        let options = try service.options(user: ThingService.otherPlayer)
        let others = try service.caller.call(
            ListOperations.self, .init(), at: service.name, options: options)
        #expect(others.operations.isEmpty)
        let tried = refusal {
            try service.caller.call(
                UndoOperation.self, .init(operationID: operation), at: service.name,
                options: options)
        }
        #expect(tried == .notFound)
        let purged = refusal {
            try service.caller.call(
                PurgeOperations.self, .init(operationID: operation), at: service.name,
                options: options)
        }
        #expect(purged == .notFound)
        let everything = try service.caller.call(
            PurgeOperations.self, .init(), at: service.name, options: options)
        #expect(everything.purged.isEmpty)
        try undo(operation)
        #expect(try service.bodies == ["mine"])
    }

    // DOMAIN: undo and trash are for players.
    @Test func parentsAreRefused() throws {
        let operation = try delete("a")
        let options = try service.options(role: .parent)
        let refusals = [
            refusal {
                try service.caller.call(
                    ListOperations.self, .init(), at: service.name, options: options)
            },
            refusal {
                try service.caller.call(
                    UndoOperation.self, .init(operationID: operation), at: service.name,
                    options: options)
            },
            refusal {
                try service.caller.call(
                    PurgeOperations.self, .init(), at: service.name, options: options)
            },
        ]
        #expect(refusals == [.forbidden, .forbidden, .forbidden])
    }

    // MARK: Removing for good

    /// a list has at most so many operations; the trash may have more.
    @Test func everythingIsPurgedHoweverMuchThereIs() throws {
        let count = ListOperations.rowsMax + 1
        for number in 0..<count { _ = try delete("thing \(number)") }
        #expect(try list().count == ListOperations.rowsMax)
        let answer = try purge()
        #expect(answer.purged.count == count && answer.counts == ["things": count])
        #expect(try list().isEmpty)
    }

    @Test func whatIsPurgedIsReallyGoneAndCannotComeBack() throws {
        let operation = try delete("gone")
        let kept = try delete("kept")
        try addLeaves(to: "gone", 2)
        try addLeaves(to: "kept", 1)
        let answer = try purge(operation)
        #expect(answer == .init(purged: [operation], counts: ["things": 1]))
        try erase(service)
        #expect(try count("things") == 1)
        #expect(try count("leaves") == 1)
        #expect(try count("erasures") == 0)
        #expect(service.erased.withLock { $0.count } == 3)
        #expect(try list().map(\.id) == [kept])
        #expect(refusal { try undo(operation) } == .conflict)
        #expect(refusal { try purge(operation) } == .conflict)
        let found = try list(.init(ending: operation.text)).first
        #expect(found?.purgedAt == Self.now && found?.isUndoable == false)
        let change = try #require(try service.fetch().changes.last)
        #expect(change.type == TrashFeed.purged && change.actor == ThingService.player)
        let told = try JSONCoding.decodeResponse(
            TrashFeed.PurgedPayload.self, from: Array(change.payload.utf8))
        #expect(told.operationID == operation && told.kind == "things.delete")
        #expect(told.counts == ["things": 1])
        #expect(Set(told.ids).isSubset(of: service.erased.withLock { Set($0) }))
        #expect(told.ids.count == 1)
    }

    @Test func allIsWhatLiesInTheTrash() throws {
        let back = try delete("back")
        try undo(back)
        let operations = [try delete("a"), try delete("b")]
        #expect(try purge(isDryRun: true).purged.count == 2)
        #expect(try list().count == 2)
        #expect(Set(try purge().purged) == Set(operations))
        try erase(service)
        #expect(try service.bodies == ["back"])
        #expect(try count("things") == 1)
        #expect(try purge().purged.isEmpty)
        #expect(refusal { try purge(back) } == .conflict)
    }

    @Test func aPurgeIsRepeatedUnderItsKey() throws {
        let operation = try delete("a")
        func purge() throws -> Caller.Answer {
            try service.caller.answer(
                PurgeOperations.self, .init(operationID: operation), at: service.name,
                options: try service.options(key: 8))
        }
        let first = try purge()
        let second = try purge()
        #expect(first.json == second.json && second.isReplayed)
    }

    /// More rows than a step removes, and an end of the process between two steps.
    @Test func aPurgeThatWasBrokenOffGoesOnAtTheNextStart() throws {
        let operation = try delete("0")
        let rows = Erasure.rowsMax + 1
        _ = try service.data.database.write { transaction in
            for number in 1..<rows {
                try transaction.execute(
                    """
                    INSERT INTO things (family_unit_id, id, body, deleted_at, operation_id)
                    VALUES (?1, ?2, ?3, 1, ?4)
                    """, ThingService.family, RecordID(high: 1, low: UInt64(number)), "\(number)",
                    operation)
            }
            try transaction.execute(Erasure.requestSQL, ThingService.family, operation)
        }
        #expect(try eraseSome(service))
        #expect(try count("things") == 1)
        service.close()
        let next = try ThingService(folder: folder.url.path, now: Self.now)
        #expect(try count("erasures", at: next) == 1)
        try erase(next)
        #expect(try count("things", at: next) == 0)
        #expect(try count("erasures", at: next) == 0)
        #expect(next.erased.withLock { $0.count } == 1)
    }

    // MARK: Time

    /// FEATURES part 3, 3: 30 days, and not one millisecond less.
    @Test(arguments: [(-1, 1), (0, 0), (1, 0)])
    func thirtyDaysLaterItGoesByItself(offset: Int64, left: Int) throws {
        let operation = try delete("old")
        service.close()
        clock.advance(TrashLimit.keptFor + .milliseconds(offset))
        let later = try ThingService(folder: folder.url.path, clock: clock.clock)
        func expire() throws -> Bool {
            try later.data.write(nil) { [trash = later.data.trash] unit in
                try trash.erasure.expire(unit)
            }
        }
        #expect(try expire() == (left == 0))
        #expect(try !expire())
        try erase(later)
        #expect(try list(at: later).count == left)
        #expect(try count("things", at: later) == Int64(left))
        if left == 0 {
            let change = try #require(try later.fetch().changes.last)
            #expect(change.type == TrashFeed.purged && change.actor == nil)
            let told: TrashFeed.PurgedPayload = try change.decodedPayload()
            #expect(told.actor == ThingService.player, "whose operation it was")
            #expect(change.aggregateID == operation.text)
        }
    }

    /// The housekeeper's own steps do all of it.
    @Test func theChoresEmptyTheTrash() throws {
        _ = try delete("old")
        service.close()
        clock.advance(TrashLimit.keptFor)
        let later = try ThingService(folder: folder.url.path, clock: clock.clock)
        later.data.doHousekeeping()
        let limit = ContinuousClock.now + .seconds(60)
        while try count("things", at: later) > 0, ContinuousClock.now < limit {}
        #expect(try count("things", at: later) == 0)
    }

    /// Thirty days are days that passed, wherever the time of day jumped to, and whether the
    /// service noticed it or was away.
    @Test(arguments: [false, true])
    func aClockThatIsAheadEmptiesNoTrash(isAway: Bool) throws {
        _ = try delete("old")
        if isAway { service.close() }
        clock.jump(.seconds(31 * 86_400))
        let data =
            isAway
            ? try ThingService(folder: folder.url.path, clock: clock.clock) : service
        func open() throws -> Int64? {
            data.data.doHousekeeping()
            return try data.data.database.write { transaction in
                try transaction.scalar("SELECT count(*) FROM operations WHERE purged_at IS NULL")
            }
        }
        #expect(try open() == 1 && !data.data.housekeeping.isSettled)
        // It stays so and is believed at last; the trash has its thirty days all the same.
        clock.advance(HousekeepingClock.settledAfter)
        #expect(try open() == 1 && data.data.housekeeping.isSettled)
        clock.advance(TrashLimit.keptFor - HousekeepingClock.settledAfter - .milliseconds(1))
        #expect(try open() == 1)
        clock.advance(.milliseconds(1))
        #expect(try open() == 0)
    }

    /// A run with a set clock (`COMPASS_NOW`) empties no trash, and none is emptied early after it.
    @Test func aSetClockEmptiesNoTrash() throws {
        _ = try delete("old")
        service.close()
        func left(_ clock: ProcessClock) throws -> Int64? {
            let service = try ThingService(folder: folder.url.path, clock: clock)
            defer { service.close() }
            service.data.doHousekeeping()
            return try service.data.database.write { transaction in
                try transaction.scalar("SELECT count(*) FROM operations WHERE purged_at IS NULL")
            }
        }
        let later = Self.now.advanced(by: TrashLimit.keptFor * 2)
        #expect(try left(clock.clock(fixedAt: later)) == 1)
        #expect(try left(clock.clock) == 1)
        // Not even if its time came while the clock was set.
        clock.advance(TrashLimit.keptFor)
        #expect(try left(clock.clock(fixedAt: later)) == 1)
        #expect(try left(clock.clock) == 0)
    }

    /// The clock was years behind when something was deleted, and is set right the moment after.
    @Test func whatWasDeletedByAClockThatWasBehindStaysForThirtyDays() throws {
        clock.jump(.seconds(-365 * 86_400))
        let operation = try delete("old")
        clock.jump(.seconds(365 * 86_400))
        service.data.doHousekeeping()
        try service.data.database.write { _ in }
        #expect(try list().map(\.id) == [operation])
        clock.advance(TrashLimit.keptFor - .milliseconds(1))
        service.data.doHousekeeping()
        try service.data.database.write { _ in }
        #expect(try list().map(\.id) == [operation])
        try undo(operation)
        #expect(try service.bodies == ["old"])
    }

    // MARK: What lies in the trash blocks nothing

    @Test func deletedRowsNeverBlockNewOnes() throws {
        let first = try delete("unique name")
        let second = try delete("unique name")
        try service.add("unique name")
        #expect(refusal { try undo(first) } == .conflict)
        #expect(try purge(second).purged == [second])
        try erase(service)
        #expect(try service.bodies == ["unique name"])
    }

    @Test func theStatementsGoThroughIndexes() throws {
        let plan = service.data.trash.plan.withLock { $0 }
        let statements =
            plan.tables.flatMap {
                $0.statements + [OperationLedger.recordSQL($0), OperationLedger.takenSQL($0)]
            }
            + [Erasure.closeSQL, Erasure.expiredSQL, Erasure.doneSQL]
        for statement in statements {
            let steps = try service.data.database.read { try $0.queryPlan(statement) }
            #expect(!steps.contains { $0.contains("SCAN") }, "\(statement): \(steps)")
        }
    }
}
