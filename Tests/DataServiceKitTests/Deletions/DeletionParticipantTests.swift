import Contracts
import Storage
import Support
import Testing

@testable import DataServiceKit

/// What a service does when another one deletes coaches and schools.
@Suite struct DeletionParticipantTests {
    private let service: NoteService
    private let coach = CoachID(high: 0xC, low: 1)
    private let other = CoachID(high: 0xC, low: 2)
    private let school = SchoolID(high: 0x5, low: 1)

    init() throws { service = try NoteService() }

    @Test func whatNamesTheCoachGoesAlongAndComesBackAsItWas() throws {
        try service.add(1, coach: coach, lines: 2)
        try service.add(2, coach: coach)
        try service.add(3, coach: other)
        try service.add(4, coach: coach, in: NoteService.otherFamily)
        let before = try service.present
        let operation = try service.delete([coach])
        #expect(try service.present.count == 2)
        #expect(try service.rollup == 2)
        try service.undo(operation)
        #expect(try service.present == before)
        #expect(try service.rollup == 4)
        #expect(
            try service.answers == [
                "1 deletion.applied lines 2 notes 2", "1 deletion.restored lines 2 notes 2",
            ])
    }

    @Test func aSchoolTakesItsOwnAndItsCoachesRecords() throws {
        try service.add(1, school: school)
        try service.add(2, coach: coach)
        try service.add(3, coach: other, school: school)
        try service.add(4, coach: other)
        _ = try service.delete([coach], school: school)
        #expect(try service.present == ["notes 010000000000000004"])
        #expect(try service.answers == ["1 deletion.applied notes 3"])
    }

    @Test func nothingIsAnAnswerToo() throws {
        _ = try service.delete([coach])
        #expect(try service.answers == ["1 deletion.applied"])
    }

    @Test func aTombstoneStandsUntilTheDeletionIsUndone() throws {
        let operation = try service.delete([coach], school: school)
        func stones() throws -> [OperationID?] {
            try service.fixture.service.database.read { [coach, school] transaction in
                let stones = DeletionTombstones(NoteService.family, transaction)
                let strangers = DeletionTombstones(NoteService.otherFamily, transaction)
                return [
                    try stones.operation(deleting: coach),
                    try stones.operation(deleting: school),
                    try strangers.operation(deleting: coach),
                ]
            }
        }
        #expect(try stones() == [operation, operation, nil])
        try service.undo(operation)
        #expect(try stones() == [nil, nil, nil])
    }

    /// What two deletions cover comes back with the last of them, and is never there in between.
    @Test func aRecordThatAnotherDeletionCoversPassesOverToIt() throws {
        try service.add(1, coach: coach, school: school, lines: 1)
        try service.add(2, coach: coach)
        let before = try service.present
        let first = try service.delete([coach])
        let second = try service.delete([], school: school)
        try service.undo(first)
        #expect(try service.present == ["notes 010000000000000002"])
        #expect(try service.rollup == 1)
        try service.undo(second)
        #expect(try service.present == before)
        #expect(try service.rollup == 2)
        #expect(
            try service.answers == [
                "1 deletion.applied lines 1 notes 2", "2 deletion.applied",
                "2 deletion.applied lines 1 notes 1", "1 deletion.restored notes 1",
                "2 deletion.restored lines 1 notes 1",
            ])
    }

    /// What names a record that was removed for good comes back without the name; what can
    /// still come back is passed over to.
    @Test func aRecordComesBackWithoutWhatIsGone() throws {
        try service.add(1, coach: coach, school: school)
        let first = try service.delete([coach])
        let second = try service.delete([], school: school)
        try service.purge(second)
        try service.undo(first)
        #expect(try service.present == ["notes 010000000000000001"])
        #expect(try service.rollup == 1)
        #expect(try service.names == ["coach"])
        #expect(try service.answers.last == "1 deletion.restored notes 1")
    }

    /// What was removed before anybody kept that it is gone is told at the end of an upgrade.
    @Test func whatIsToldToBeGoneStandsInNobodysWay() throws {
        try service.add(1, coach: coach, school: school)
        let first = try service.delete([coach])
        let second = try service.delete([], school: school)
        try service.coaches.append(
            DeletionFeed.finished,
            DeletionFeed.FinishedPayload(
                operationID: second, familyUnitID: NoteService.family, phase: .purged,
                counts: [:]))
        try service.undo(first)
        #expect(try service.names == ["coach"])
    }

    /// The same for a school that the undoing of its import took away.
    @Test func aRecordComesBackWithoutWhatAnImportTookAway() throws {
        try service.add(1, coach: coach, school: school)
        let operation = try service.delete([coach])
        try service.coaches.append(
            CoachesFeed.schoolsRemoved,
            CoachesFeed.RemovedPayload(familyUnitID: NoteService.family, ids: [school.text]))
        try service.undo(operation)
        #expect(try service.names == ["coach"])
    }

    @Test func whatANewerRecordStandsInTheWayOfStaysInTheTrash() throws {
        try service.add(1, coach: coach, url: "x")
        let operation = try service.delete([coach])
        try service.add(2, coach: other, url: "x")
        try service.undo(operation)
        #expect(try service.present == ["notes 010000000000000002"])
        #expect(try service.rollup == 1)
        #expect(try service.answers.last == "1 deletion.restored")
    }

    /// A feed that begins anew tells everything again: nothing is doubled, nothing lost.
    @Test func aFeedThatBeginsAnewChangesNothing() throws {
        try service.add(1, coach: coach)
        try service.add(2, coach: other)
        let undone = try service.delete([other])
        try service.undo(undone)
        _ = try service.delete([coach])
        let (before, rollup) = (try service.present, try service.rollup)
        service.coaches.beginAnew()
        try service.follow()
        try service.follow()
        #expect(try service.present == before)
        #expect(try service.rollup == rollup)
        #expect(try service.answers.suffix(3) == service.answers.prefix(3))
    }

    /// The obstacle to a record's own return, with the operation that the remedy names.
    @Test func aRecordsOwnReturnFindsTheDeletionOfItsCoach() throws {
        try service.add(1, coach: coach)
        let own = OperationID(high: 9, low: 9)
        func obstacle() throws -> OperationID? {
            try service.fixture.service.database.read { transaction in
                try DeletionTombstones(NoteService.family, transaction)
                    .obstacle(to: own, in: NoteService.notes)?.operationID
            }
        }
        try service.fixture.service.database.write { transaction in
            try transaction.execute("UPDATE notes SET deleted_at = 1, operation_id = ?1", own)
        }
        #expect(try obstacle() == nil)
        let operation = try service.delete([coach])
        #expect(try obstacle() == operation)
        try service.undo(operation)
        #expect(try obstacle() == nil)
    }

    @Test func moreThanABatchGoesAlong() throws {
        for number in 0...UInt64(DependentTables.batchMax) {
            try service.add(number, coach: coach)
        }
        let before = try service.present
        let operation = try service.delete([coach])
        #expect(try service.present.isEmpty)
        try service.undo(operation)
        #expect(try service.present == before)
        #expect(try service.rollup == 251)
    }

    /// Whoever keeps something of the records learns which they are, before the answer, and again
    /// nothing when the feed is read again.
    @Test(arguments: [0, TrashFeed.idsMax, TrashFeed.idsMax + 1])
    func whatGoesForGoodIsNamed(count: Int) throws {
        for number in 0..<UInt64(count) { try service.add(number, coach: coach) }
        let operation = try service.delete([coach])
        try service.purge(operation)
        let told = try service.fixture.changes().filter { $0.type == DeletionFeed.removing }
        let payloads = try told.map {
            try $0.decodedPayload() as DeletionFeed.RemovingPayload
        }
        #expect(Set(payloads.flatMap(\.ids)).count == count)
        #expect(payloads.count == (count + TrashFeed.idsMax - 1) / TrashFeed.idsMax)
        #expect(payloads.allSatisfy { $0.operationID == operation })
        #expect(
            try service.answers.last
                == (count == 0 ? "1 deletion.erased" : "1 deletion.erased notes \(count)"))
        #expect(try service.fixture.changes().last?.type == DeletionFeed.erased)
    }

    /// The audit names who deleted, though another service does the work.
    @Test func answersBearTheActorAndTheTrace() throws {
        let database = service.fixture.service.database
        let cause = Change(
            sequence: 1, eventID: ChangeID(high: 1, low: 1), aggregate: "", aggregateID: "",
            aggregateVersion: 1, type: "x", schemaVersion: 1, occurredAt: .earliest,
            traceID: TraceID(high: 2, low: 2), actor: NoteService.actor, role: .player,
            familyUnitID: nil, payload: "")
        let feed = service.fixture.service.feed
        try database.write { transaction in
            let unit = UnitOfWork(
                transaction, context: nil, now: .earliest, feed: feed, cause: cause)
            try unit.record(
                NewChange(
                    "y", of: "deletion", OperationID(high: 1, low: 1), family: nil,
                    json: Array("{}".utf8)))
        }
        let change = try #require(try service.fixture.changes().last)
        #expect(change.actor == NoteService.actor)
        #expect(change.traceID == cause.traceID)
        #expect(change.role == .player)
    }

    @Test func noStatementReadsAWholeTable() throws {
        for sql in NoteService.notes.statements + NoteService.lines.statements
            + [DeletionTombstones.unearthSQL]
        {
            let plan = try service.fixture.plan(of: sql)
            #expect(!plan.contains("SCAN"), "\(sql)\n\(plan)")
        }
    }
}
