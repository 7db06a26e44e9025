import Contracts
import DataServiceKit
import Storage
import Support
import Testing

@testable import Interactions

@Suite("interactions.deleteMany and its undo")
struct DeleteInteractionsTests {
    private let harness: Harness

    init() throws { harness = try Harness() }

    private func delete(
        _ ids: [InteractionID], as viewer: Viewer = Harness.player, key: IdempotencyKey? = nil,
        isDryRun: Bool = false
    ) throws(ServiceError) -> DeleteInteraction.Response {
        try harness.call(
            DeleteInteractions.self, .init(ids: ids), as: viewer, key: key, isDryRun: isDryRun)
    }

    private func refusal(_ ids: [InteractionID], as viewer: Viewer = Harness.player)
        -> ServiceError?
    {
        do throws(ServiceError) {
            _ = try delete(ids, as: viewer)
            return nil
        } catch { return error }
    }

    /// The family's rows and counters, without the versions, which count every change.
    private func dump() throws -> [String] {
        try harness.service.database.read { transaction in
            try transaction.rows(
                """
                SELECT hex(id) || hex(logged_by) || type || direction || newest_first
                    || coalesce(subject, '') || coalesce(search_text, '') || attachments
                    || coalesce(deleted_at, '-') || coalesce(hex(operation_id), '-') AS line
                FROM interactions WHERE family_unit_id = ?1
                UNION ALL
                SELECT hex(logged_by) || direction || row_count FROM interaction_counters
                WHERE family_unit_id = ?1 AND row_count > 0 ORDER BY line
                """, Harness.family
            ) { try $0.text(0) }
        }
    }

    private func log(_ count: Int, as viewer: Viewer = Harness.player) throws -> [InteractionID] {
        try (0..<count).map { number in
            let types = InteractionType.allCases
            var form = Harness.form(
                types[number % types.count], number.isMultiple(of: 2) ? .inbound : .outbound)
            if viewer.family == Harness.otherFamily {
                form.schoolID = FormField(Harness.foreignSchool.text)
            }
            return try harness.log(form, as: viewer).id
        }
    }

    // N-37: one operation, with a change in the feed for each record.
    @Test func manyAreDeletedAsOneOperation() throws {
        let ids = try log(5)
        let answer = try delete([ids[0], ids[2], ids[4], ids[0]])
        #expect(answer.message == "3 interactions deleted" && answer.success)
        #expect(answer.deleted == ["interactions": 3])
        #expect(Set(try harness.list().interactions.map(\.id)) == [ids[1], ids[3]])
        #expect(try harness.list().analytics.total == 2)
        let told = try harness.changes().filter { $0.type == InteractionsFeed.deleted }
        #expect(Set(told.map(\.record.id)) == [ids[0], ids[2], ids[4]])
        let operations = try harness.call(
            ListOperations.self, .init(limit: 10), as: Harness.player
        ).operations
        #expect(operations.map(\.counts) == [["interactions": 3]])
        #expect(try delete([ids[1]]).message == "1 interaction deleted")
    }

    // N-38: whatever is chosen, one undo restores the family's rows and counters.
    @Test func oneUndoRestoresEverything() throws {
        var numbers = SeededNumbers(seed: 38)
        let ids = try log(24)
        _ = try log(3, as: Harness.sibling)
        for _ in 0..<12 {
            let before = try dump()
            let count = Int.random(in: 1...ids.count, using: &numbers)
            let some = Array(ids.shuffled(using: &numbers).prefix(count))
            let operation = try delete(some).operationID
            #expect(try dump() != before)
            let answer = try harness.call(
                UndoOperation.self, .init(operationID: operation), as: Harness.player)
            #expect(answer.restored == ["interactions": some.count])
            #expect(Set(answer.ids) == Set(some.map(\.text)))
            #expect(try dump() == before)
        }
    }

    // N-37, R-08, R-09: one that is not the caller's refuses all, and tells nothing about it.
    @Test func oneThatIsMissingRefusesAll() throws {
        let own = try log(2)
        let other = try log(2, as: Harness.sibling)
        let foreign = try log(1, as: Harness.stranger)
        let invented = InteractionID(high: 1, low: 1)
        let before = try dump()
        for missing in [other[0], foreign[0], invented] {
            let error = refusal(own + [missing])
            #expect(error?.code == .notFound)
            #expect(
                error?.message
                    == "1 of 3 interactions is not among yours, so nothing was deleted")
        }
        #expect(
            refusal(other + own)?.message
                == "2 of 4 interactions are not among yours, so nothing was deleted")
        _ = try delete([own[0]])
        #expect(refusal(own)?.code == .notFound, "one is deleted already")
        _ = try harness.call(
            UndoOperation.self,
            .init(
                operationID: try harness.call(
                    ListOperations.self, .init(limit: 1), as: Harness.player
                ).operations[0].id), as: Harness.player)
        #expect(try dump() == before)
        #expect(refusal(own, as: Harness.parent)?.code == .forbidden)
        #expect(refusal(own, as: Harness.sibling)?.code == .notFound)
        #expect(refusal(own, as: Harness.stranger)?.code == .notFound)
        #expect(try dump() == before)
    }

    // N-37: a retry does it once, and a dry run not at all.
    @Test func aRetryDeletesOnce() throws {
        let ids = try log(3)
        _ = try delete(ids, isDryRun: true)
        #expect(try harness.list().analytics.total == 3)
        let key = IdempotencyKey(high: 5, low: 5)
        let first = try delete(ids, key: key)
        let second = try delete(ids, key: key)
        #expect(first.operationID == second.operationID)
        #expect(
            try harness.changes().count { $0.type == InteractionsFeed.deleted } == ids.count)
    }

    // N-38: the undo is the player's alone.
    @Test func onlyThePlayerUndoesIt() throws {
        let operation = try delete(try log(2)).operationID
        for (viewer, code) in [
            (Harness.sibling, ErrorCode.notFound), (Harness.stranger, .notFound),
            (Harness.parent, .forbidden),
        ] {
            let error = #expect(throws: ServiceError.self) {
                try harness.call(
                    UndoOperation.self, .init(operationID: operation), as: viewer)
            }
            #expect(error?.code == code)
        }
        #expect(try harness.list().interactions.isEmpty)
    }

    // N-37: as many as a request may name.
    @Test func theMostAreDeletedAtOnce() throws {
        let ids = try log(DeleteInteractions.idsMax)
        #expect(try delete(ids).deleted == ["interactions": DeleteInteractions.idsMax])
        #expect(try harness.list().interactions.isEmpty)
    }

    // D-20: what depends on one of them blocks all.
    @Test func dependentsBlockAll() throws {
        let harness = try Harness(
            dependents: InteractionDependents(kinds: [DependentKind("blocking_rows")]))
        try harness.service.database.write { transaction in
            try transaction.executeScript(
                """
                CREATE TABLE blocking_rows (
                    family_unit_id BLOB NOT NULL, id BLOB NOT NULL,
                    interaction_id BLOB NOT NULL, deleted_at INTEGER, operation_id BLOB,
                    PRIMARY KEY (family_unit_id, id)) STRICT, WITHOUT ROWID;
                """)
        }
        let ids = try (0..<2).map { _ in try harness.log().id }
        try harness.service.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO blocking_rows (family_unit_id, id, interaction_id)
                VALUES (?1, ?2, ?3)
                """, Harness.family, InteractionID(high: 2, low: 2), ids[1])
        }
        let error = #expect(throws: ServiceError.self) {
            try harness.call(DeleteInteractions.self, .init(ids: ids), as: Harness.player)
        }
        #expect(error?.code == .hasDependents && error?.errors == ["blocking_rows": "1"])
        #expect(try harness.list().analytics.total == 2)
    }
}
