import Contracts
import DataServiceKit
import Storage
import Testing

@testable import Interactions

@Suite("interactions.show, delete and undo")
struct DeleteAndUndoTests {
    private let harness: Harness

    init() throws { harness = try Harness() }

    private func show(_ id: InteractionID, as viewer: Viewer) throws -> ShowInteraction.Response {
        try harness.call(ShowInteraction.self, .init(id: id), as: viewer)
    }

    private func delete(_ id: InteractionID, as viewer: Viewer = Harness.player) throws
        -> DeleteInteraction.Response
    {
        try harness.call(DeleteInteraction.self, .init(id: id), as: viewer)
    }

    private func undo(_ id: OperationID, as viewer: Viewer = Harness.player) throws
        -> UndoOperation.Response
    {
        try harness.call(UndoOperation.self, .init(operationID: id), as: viewer)
    }

    // ID-01, ID-19, ID-20, R-05, R-06, R-16
    @Test
    func recordIsShownToItsLoggerAndToParents() throws {
        let id = try harness.log().id
        let own = try show(id, as: Harness.player)
        #expect(own.canDelete && own.canExport)
        let parents = try show(id, as: Harness.parent)
        #expect(!parents.canDelete && !parents.canExport)
        #expect(parents.interaction == own.interaction)
        for viewer in [Harness.sibling, Harness.stranger] {
            #expect(refusalCode { _ = try show(id, as: viewer) } == .notFound)
        }
        let missing = #expect(throws: ServiceError.self) {
            try show(InteractionID(high: 1, low: 1), as: Harness.player)
        }
        let foreign = #expect(throws: ServiceError.self) {
            try show(id, as: Harness.stranger)
        }
        #expect(missing == foreign)
    }

    // ID-20, ID-21, ID-25, R-08, R-09, X-26
    @Test
    func onlyTheLoggerDeletes() throws {
        let record = try harness.log()
        #expect(refusalCode { _ = try delete(record.id, as: Harness.parent) } == .forbidden)
        #expect(refusalCode { _ = try delete(record.id, as: Harness.sibling) } == .notFound)
        #expect(refusalCode { _ = try delete(record.id, as: Harness.stranger) } == .notFound)
        #expect(try harness.list().analytics.total == 1)

        let answer = try delete(record.id)
        #expect(answer.success)
        #expect(answer.deleted == ["interactions": 1])
        #expect(answer.message == "Interaction deleted")
        #expect(refusalCode { _ = try delete(record.id) } == .notFound)
        #expect(refusalCode { _ = try show(record.id, as: Harness.parent) } == .notFound)
        #expect(try harness.list().interactions.isEmpty)
        #expect(try harness.list().analytics.total == 0)
    }

    // D-48
    @Test
    func undoBringsTheRecordBackAsItWas() throws {
        var form = Harness.form(.camp, .inbound)
        form.subject = "Spring camp"
        let record = try harness.log(form)
        try harness.log()
        let before = try harness.list()
        let deleted = try delete(record.id)
        let answer = try undo(deleted.operationID)
        #expect(answer.restored == ["interactions": 1])
        #expect(answer.ids == [record.id.text])
        let after = try harness.list()
        #expect(after.interactions == before.interactions)
        #expect(after.analytics == before.analytics)
        #expect(try harness.list { $0.limit = FormField(1) }.analytics == before.analytics)
    }

    // A second undo is a conflict, also once the record was deleted by a later operation.
    @Test
    func operationIsUndoneOnce() throws {
        let record = try harness.log()
        let first = try delete(record.id).operationID
        _ = try undo(first)
        #expect(refusalCode { _ = try undo(first) } == .conflict)
        let second = try delete(record.id).operationID
        #expect(refusalCode { _ = try undo(first) } == .conflict)
        #expect(try harness.list().interactions.isEmpty)
        _ = try undo(second)
        #expect(try harness.list().interactions.map(\.id) == [record.id])
    }

    @Test
    func operationOfSomebodyElseDoesNotExist() throws {
        let operation = try delete(try harness.log().id).operationID
        #expect(refusalCode { _ = try undo(operation, as: Harness.parent) } == .forbidden)
        #expect(refusalCode { _ = try undo(operation, as: Harness.sibling) } == .notFound)
        #expect(refusalCode { _ = try undo(operation, as: Harness.stranger) } == .notFound)
        #expect(refusalCode { _ = try undo(OperationID(high: 1, low: 1)) } == .notFound)
        #expect(try undo(operation).restored == ["interactions": 1])
    }

    @Test
    func feedTellsOfDeletionAndReturnWithTheWholeRecord() throws {
        let record = try harness.log()
        _ = try undo(try delete(record.id).operationID)
        let changes = try harness.changes()
        #expect(
            changes.map(\.type) == [
                InteractionsFeed.created, InteractionsFeed.deleted, InteractionsFeed.restored,
            ])
        #expect(changes.map(\.version) == [1, 2, 3])
        #expect(changes.map(\.record) == [record, record, record])
    }
}
