import Contracts
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit
@testable import Interactions

/// An import that is decided comes batch by batch; other commands run in between.
@Suite("Imports of interactions, step by step")
struct ImportStepTests {
    private static let batch = 3
    private let clock = MovedClock(Harness.now)
    private let harness: Harness
    private let steps: ImportSteps<InteractionImport>

    init() throws {
        harness = try Harness(clock: clock.clock)
        steps = ImportSteps(
            plan: InteractionImport(), kind: CommitImport<InteractionImportRow>.name,
            feed: harness.service.feed)
    }

    private func row(_ line: Int) -> InteractionImportRow {
        var form = Harness.form(.email, line % 2 == 0 ? .outbound : .inbound)
        form.occurredAt = FormField("2026-01-01T12:00:\(line < 10 ? "0" : "")\(line)Z")
        return InteractionImportRow(line: line, form: form)
    }

    /// Stages so many batches.
    private func stage(_ batches: Int, as viewer: Viewer = Harness.player) throws -> OperationID {
        var id: OperationID?
        for number in 1...batches {
            let rows = (0..<Self.batch).map { row((number - 1) * Self.batch + $0) }
            id = try harness.call(
                StageImport<InteractionImportRow>.self,
                .init(importID: id, number: number, rows: rows),
                as: viewer
            ).importID
        }
        return try #require(id)
    }

    /// Decides an import as its commit does, whose steps a kill then kept from being done.
    private func decide(_ id: OperationID, _ count: Int) throws {
        let scope = try Harness.player.scope
        try harness.service.database.write { transaction in
            try ImportsUnderWay(transaction).begin(
                id, CommitImport<InteractionImportRow>.name, scope, counts: ["interactions": count],
                trace: TraceID(high: 7, low: 7), at: Harness.now)
            try transaction.execute(
                "UPDATE imports SET state = 'committed' WHERE import_id = ?1", id)
        }
    }

    private func step(_ id: OperationID) throws -> Bool {
        try harness.service.database.write { [steps] transaction in
            try steps.reveal(id, of: Harness.family, transaction, now: Harness.now)
        }
    }

    private func changes() throws -> [String] {
        try harness.service.database.read { transaction in
            try transaction.rows(
                """
                SELECT type, aggregate_version, role, trace_id, actor FROM changes ORDER BY seq
                """
            ) { row in
                let trace: TraceID? = try row.identifierOrNil(3)
                let actor: UserID? = try row.identifierOrNil(4)
                return "\(try row.text(0)) \(try row.int64(1)) \(try row.text(2)) "
                    + "\(trace?.text ?? "-") \(actor?.text ?? "-")"
            }
        }
    }

    private func refusal<Op: Contracts.Operation>(
        of operation: Op.Type, _ request: Op.Request
    ) -> ServiceError? {
        do {
            _ = try harness.call(operation, request, as: Harness.player)
            return nil
        } catch { return error }
    }

    private func isUnderWay() throws -> Bool {
        try harness.service.database.read {
            try $0.exists("SELECT 1 FROM imports_under_way")
        }
    }

    // Every step makes one batch visible, with its counts and its change.
    @Test func aStepBringsABatchWithItsCountsAndItsChange() throws {
        let id = try stage(3)
        try decide(id, 9)
        #expect(try harness.list().interactions.isEmpty)
        for done in 1...3 {
            #expect(try step(id) == (done < 3))
            let list = try harness.list()
            #expect(list.interactions.count == done * Self.batch)
            #expect(list.analytics.total == done * Self.batch)
            #expect(
                list.analytics.inbound == list.interactions.count { $0.direction == .inbound })
            // The change says who imported, and in which call, though the service does it.
            let expected = (1...done).map {
                "\(InteractionsFeed.imported) \($0) player \(TraceID(high: 7, low: 7)) "
                    + "\(Harness.player.userID)"
            }
            #expect(try changes() == expected)
        }
        #expect(try !isUnderWay())
        #expect(try step(id) == false)
        let undone = try harness.call(
            UndoOperation.self, .init(operationID: id), as: Harness.player)
        #expect(undone.removed == ["interactions": 9])
        #expect(try harness.list().analytics.total == 0)
    }

    // Whatever ended the service in between, housekeeping goes on where it was.
    @Test func housekeepingGoesOnWithAnImportThatWasBrokenOff() throws {
        let id = try stage(3)
        try decide(id, 9)
        #expect(try step(id))
        harness.service.doHousekeeping()
        while try isUnderWay() { try harness.service.database.write { _ in } }
        #expect(try harness.list().analytics.total == 9)
    }

    // Housekeeping time does not pass while the machine is off.
    @Test func whatHousekeepingGoesOnWithHappensAtTheTimeOfDay() throws {
        let id = try stage(1)
        try decide(id, 3)
        clock.jump(.seconds(10 * 86_400))
        harness.service.doHousekeeping()
        while try isUnderWay() { try harness.service.database.write { _ in } }
        let times = try harness.service.database.read {
            try $0.rows(
                "SELECT occurred_at FROM changes WHERE type = ?1", InteractionsFeed.imported
            ) {
                try $0.instant(0)
            }
        }
        #expect(times == [clock.now])
    }

    // B1's kind: what looks for all records, or takes a decision back, waits until all are there.
    @Test func othersOfTheFamilyWaitForTheRestOfIt() throws {
        let logged = try harness.log()
        let deletion = try harness.call(
            DeleteInteraction.self, .init(id: logged.id), as: Harness.player)
        let second = try stage(1, as: Harness.player)
        let id = try stage(2)
        try decide(id, 6)
        #expect(try step(id))
        let refusals = [
            refusal(of: CommitImport<InteractionImportRow>.self, .init(importID: second)),
            refusal(of: UndoOperation.self, .init(operationID: deletion.operationID)),
        ]
        #expect(refusals.allSatisfy { $0?.code == .busy && $0?.retryAfterMilliseconds != nil })
        // The import itself is no operation yet.
        #expect(refusal(of: UndoOperation.self, .init(operationID: id))?.code == .notFound)
        // Logging goes on.
        try harness.log()
        #expect(try !step(id))
        _ = try harness.call(
            UndoOperation.self, .init(operationID: deletion.operationID), as: Harness.player)
        _ = try harness.call(
            CommitImport<InteractionImportRow>.self, .init(importID: second), as: Harness.player)
        #expect(try harness.list().analytics.total == 2 + 6 + 3)
    }

    // A consumer of coaches' feed tries again until the import is there: a deletion finds all.
    @Test func aDeletionFromTheFeedWaits() throws {
        let id = try stage(2)
        try decide(id, 6)
        let feed = harness.service.feed
        var change = try Harness.change(
            DeletionFeed.requested,
            DeletionFeed.RequestedPayload(
                .make(at: Harness.now), coaches: [Harness.coach], in: Harness.family,
                by: Harness.player.userID))
        change.aggregate = DeletionFeed.aggregate
        change.familyUnitID = Harness.family
        let apply = { @Sendable [change] (transaction: WriteTransaction) throws in
            let unit = UnitOfWork(
                transaction, context: nil, now: Harness.now, feed: feed, cause: change)
            try InteractionsOfDeleted.participant.apply(change, in: unit)
        }
        #expect(throws: StorageError.self) { try harness.service.database.write(apply) }
        while try step(id) {}
        try harness.service.database.write(apply)
    }
}
