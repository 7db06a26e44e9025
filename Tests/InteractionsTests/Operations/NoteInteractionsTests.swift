import Contracts
import ServiceKit
import Storage
import Testing

@testable import DataServiceKit
@testable import Interactions

/// `interactions.note`: one note for several, and its undo.
@Suite struct NoteInteractionsTests {
    private let harness: Harness

    init() throws { harness = try Harness() }

    private func note(
        _ ids: [InteractionID], _ text: String = "Paid", as viewer: Viewer = Harness.player,
        isDryRun: Bool = false
    ) throws(ServiceError) -> NoteInteractions.Response {
        try harness.call(
            NoteInteractions.self, .init(ids: ids, note: text), as: viewer, isDryRun: isDryRun)
    }

    private func refusal(
        _ ids: [InteractionID], as viewer: Viewer = Harness.player
    ) -> ServiceError? {
        do {
            _ = try note(ids, as: viewer)
            return nil
        } catch { return error }
    }

    private func undo(_ id: OperationID, as viewer: Viewer = Harness.player) throws -> [String: Int]
    {
        try harness.call(UndoOperation.self, .init(operationID: id), as: viewer).removed
    }

    // N-126, N-127: one operation, one undo, and everything as before.
    @Test func oneUndoRemovesTheNoteFromAll() throws {
        var form = Harness.form()
        form.content = "Met"
        let rows = [try harness.log(form), try harness.log()]
        let before = try harness.list().interactions
        let answer = try note(rows.map(\.id))
        #expect(answer.noted == 2 && answer.message == "Note added to 2 interactions")
        let noted = try harness.list().interactions
        #expect(Set(noted.map(\.content)) == ["Met\n\nPaid", "Paid"])
        #expect(noted.allSatisfy { $0.version == 2 })
        let told = try harness.changes().suffix(2)
        #expect(told.allSatisfy { $0.type == InteractionsFeed.changed })
        // It is in no trash, and found by its id.
        #expect(
            try harness.call(ListOperations.self, .init(), as: Harness.player)
                .operations.isEmpty)
        let found = try harness.call(
            ListOperations.self, .init(ending: answer.operationID.text), as: Harness.player
        ).operations
        #expect(found.map(TrashWords.what) == ["2 notes"])
        #expect(try undo(answer.operationID) == ["notes": 2])
        #expect(try harness.list().interactions == before)
        #expect(throws: ServiceError.self) { try undo(answer.operationID) }
        #expect(
            try harness.call(ListOperations.self, .init(), as: Harness.player)
                .operations.isEmpty)
    }

    // N-127: what was edited since stays, and what lost its note is left alone.
    @Test func laterEditsSurviveTheUndo() throws {
        let rows = [try harness.log(), try harness.log(), try harness.log()]
        let answer = try note(rows.map(\.id))
        var edit = EditInteraction.Request(id: rows[0].id)
        edit.fields.subject = "Camp"
        _ = try harness.call(EditInteraction.self, edit, as: Harness.player)
        var other = EditInteraction.Request(id: rows[1].id)
        other.fields.content = "Mine"
        _ = try harness.call(EditInteraction.self, other, as: Harness.player)
        _ = try harness.call(
            DeleteInteraction.self, .init(id: rows[2].id), as: Harness.player)
        #expect(try undo(answer.operationID) == ["notes": 1])
        func shown(_ id: InteractionID) throws -> Interaction {
            try harness.call(ShowInteraction.self, .init(id: id), as: Harness.player).interaction
        }
        let edited = try shown(rows[0].id)
        #expect(edited.subject == "Camp" && edited.content == nil && edited.version == 4)
        #expect(try shown(rows[1].id).content == "Mine")
    }

    // N-126: all or none.
    @Test func oneThatCannotTakeItRefusesAll() throws {
        var form = Harness.form()
        form.content = FormField(String(repeating: "c", count: 9_999))
        let (full, row) = (try harness.log(form), try harness.log())
        let before = try harness.list().interactions
        let refused = refusal([row.id, full.id])
        #expect(refused?.errors == ["note": NoteInteractions.Refusal.full(1, of: 2)])
        #expect(refusal([row.id, .make(at: Harness.now)])?.code == .notFound)
        #expect(try note([row.id], isDryRun: true).noted == 1)
        #expect(try harness.list().interactions == before)
    }

    // N-128: a sibling's and a stranger's records are missing like any other, and parents add none.
    @Test func onlyOnesOwnGetNotes() throws {
        let own = try harness.log()
        for viewer in [Harness.sibling, Harness.stranger] {
            let refused = refusal([own.id], as: viewer)
            #expect(refused?.code == .notFound)
            #expect(refused?.message == NoteInteractions.Refusal.missing(1, of: 1))
        }
        #expect(refusal([own.id], as: Harness.parent)?.code == .forbidden)
        let answer = try note([own.id])
        for viewer in [Harness.sibling, Harness.stranger] {
            #expect(throws: ServiceError.self) { try undo(answer.operationID, as: viewer) }
        }
        #expect(try undo(answer.operationID) == ["notes": 1])
    }

    // N-127: nothing of a note is left when its interaction is removed for good.
    @Test func aPurgeErasesTheNote() throws {
        let row = try harness.log()
        _ = try note([row.id])
        let gone = try harness.call(DeleteInteraction.self, .init(id: row.id), as: Harness.player)
        _ = try harness.call(
            PurgeOperations.self, .init(operationID: gone.operationID), as: Harness.player)
        let limit = ContinuousClock.now + .seconds(60)
        while try harness.rowCount("erasures") > 0, ContinuousClock.now < limit {
            harness.service.doHousekeeping()
            try harness.service.database.write { _ in }
        }
        #expect(try harness.rowCount("appended_notes") == 0)
    }

    // N-126
    @Test(arguments: AppendedNotes.statements)
    func noStatementReadsATable(sql: String) throws {
        let plan = try harness.service.database.read { try $0.queryPlan(sql) }
        #expect(!plan.contains { $0.contains("SCAN") })
    }
}
