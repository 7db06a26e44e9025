import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import Interactions

@Suite("Removing files, and interactions with files")
struct RemoveTests {
    private let harness: Harness
    private let record: Interaction
    private let bytes = SampleFiles.bytes(.png, size: 50_000)

    init() throws { (harness, record) = try Harness.withRecord() }

    private func remove(_ file: Contracts.Attachment) throws -> OperationID {
        let answer = try harness.call(
            RemoveAttachment.self, .init(attachmentID: file.id), as: Harness.player)
        #expect(answer.deleted == ["attachments": 1])
        #expect(answer.message == "Attachment removed")
        return answer.operationID
    }

    private func undo(_ operation: OperationID) throws -> UndoOperation.Response {
        try harness.call(
            UndoOperation.self, .init(operationID: operation), as: Harness.player)
    }

    @Test
    func aRemovedFileComesBackAsItWas() throws {
        let first = try harness.attach("a.png", bytes, to: record.id)
        let second = try harness.attach("b.txt", [65], to: record.id)
        let before = try harness.list()
        let operation = try remove(first)
        #expect(try harness.attachments(of: record.id) == [second])
        #expect(try harness.list().interactions.first?.attachments == [second.path])
        #expect(refusal { _ = try harness.content(of: first) }?.code == .notFound)
        #expect(refusal { _ = try remove(first) }?.code == .notFound)
        let answer = try undo(operation)
        #expect(answer.restored == ["attachments": 1])
        #expect(try harness.list().interactions == before.interactions)
        #expect(try harness.attachments(of: record.id) == [first, second])
        #expect(try harness.content(of: first) == bytes)
        #expect(refusal { _ = try undo(operation) }?.code == .conflict)
    }

    @Test
    func onlyTheOwnerRemovesAndBringsBack() throws {
        let file = try harness.attach("a.png", bytes, to: record.id)
        let parent = refusal {
            _ = try harness.call(
                RemoveAttachment.self, .init(attachmentID: file.id), as: Harness.parent)
        }
        #expect(parent == .forbidden("Only players can remove attachments"))
        let operation = try remove(file)
        for viewer in [Harness.sibling, Harness.stranger] {
            let refused = refusal {
                _ = try harness.call(
                    UndoOperation.self, .init(operationID: operation), as: viewer)
            }
            #expect(refused?.code == .notFound)
        }
    }

    // D-18: a name that was given again meanwhile; a record that is full by now.
    @Test
    func aReturningFileFindsItsPlaceTaken() throws {
        let first = try harness.attach("a.png", bytes, to: record.id)
        let operation = try remove(first)
        let second = try harness.attach("a.png", bytes, to: record.id)
        #expect(second.name == "a.png")
        _ = try undo(operation)
        let files = try harness.attachments(of: record.id)
        #expect(Set(files.map(\.name)) == ["a.png", "a (2).png"])
        #expect(try harness.content(of: files[0]) == bytes)
        let third = try remove(second)
        for number in 1...19 { try harness.attach("\(number).txt", [65], to: record.id) }
        #expect(refusal { _ = try undo(third) }?.code == .tooLarge)
        #expect(try harness.attachments(of: record.id).count == 20)
    }

    // "delete → restore is byte-identical for any record graph"
    @Test
    func aDeletedInteractionHidesItsFilesAndBringsThemBack() throws {
        let file = try harness.attach("a.png", bytes, to: record.id)
        let gone = try remove(try harness.attach("gone.txt", [65], to: record.id))
        let open = try harness.send("open.txt", Array("later".utf8), to: record.id)
        let before = try harness.list()
        let deleted = try harness.call(
            DeleteInteraction.self, .init(id: record.id), as: Harness.player)
        for viewer in [Harness.player, Harness.parent] {
            #expect(refusal { _ = try harness.content(of: file, as: viewer) }?.code == .notFound)
            #expect(
                refusal { _ = try harness.attachments(of: record.id, as: viewer) }?.code
                    == .notFound)
        }
        #expect(refusal { _ = try harness.finish(open) }?.code == .notFound)
        #expect(refusal { _ = try remove(file) }?.code == .notFound)
        #expect(refusal { _ = try undo(gone) }?.code == .conflict)
        _ = try undo(deleted.operationID)
        #expect(try harness.list().interactions == before.interactions)
        #expect(try harness.attachments(of: record.id) == [file])
        #expect(try harness.content(of: file) == bytes)
        #expect(try harness.finish(open).attachment.name == "open.txt")
        #expect(try undo(gone).restored == ["attachments": 1])
        #expect(try harness.attachments(of: record.id).count == 3)
    }
}
