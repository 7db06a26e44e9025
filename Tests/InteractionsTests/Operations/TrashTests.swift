import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import DataServiceKit
@testable import Interactions

/// What players delete of their interactions lies in a trash of their own.
@Suite("The trash of interactions")
struct TrashTests {
    private let clock = MovedClock(Harness.now)
    private let harness: Harness

    init() throws { harness = try Harness(clock: clock.clock) }

    private func delete(_ id: InteractionID, as viewer: Viewer = Harness.player) throws
        -> OperationID
    {
        try harness.call(DeleteInteraction.self, .init(id: id), as: viewer).operationID
    }

    private func undo(_ id: OperationID, as viewer: Viewer = Harness.player) throws {
        _ = try harness.call(UndoOperation.self, .init(operationID: id), as: viewer)
    }

    private func trash(as viewer: Viewer = Harness.player) throws -> [UndoableOperation] {
        try harness.call(ListOperations.self, .init(), as: viewer).operations
    }

    /// Waits until what was purged is gone, files included.
    private func erased(untilFiles count: Int) throws {
        // Files go while the erasure is listed: files first, or it could be missed.
        try doHousekeeping {
            try harness.storedFiles().count > count || harness.rowCount("erasures") > 0
        }
        #expect(try harness.rowCount("erasures") == 0)
        #expect(try harness.storedFiles().count == count)
    }

    /// Does tasks while there is something to do, for at most a minute.
    private func doHousekeeping(while isNeeded: () throws -> Bool) throws {
        let limit = ContinuousClock.now + .seconds(60)
        while try isNeeded(), ContinuousClock.now < limit {
            harness.service.doHousekeeping()
            try harness.service.database.write { _ in }
        }
    }

    // what a sibling deleted is as hidden as what they logged.
    @Test
    func aPlayerSeesWhatTheyDeletedThemselves() throws {
        var form = Harness.form(.camp)
        form.subject = "Spring camp"
        let mine = try delete(try harness.log(form).id)
        let theirs = try delete(
            try harness.log(as: Harness.sibling).id, as: Harness.sibling)
        #expect(try trash().map(\.id) == [mine])
        #expect(try trash(as: Harness.sibling).map(\.id) == [theirs])
        #expect(try trash().first?.title == "Spring camp")
        #expect(try trash().first?.actorName == Harness.player.name)
        // A record without a subject goes by its type.
        #expect(try trash(as: Harness.sibling).first?.title == "email")
        #expect(try trash(as: Harness.stranger).isEmpty)
        #expect(refusalCode { _ = try trash(as: Harness.parent) } == .forbidden)
        #expect(refusalCode { try undo(mine, as: Harness.sibling) } == .notFound)
    }

    @Test
    func aPurgedInteractionTakesItsFilesAlong() throws {
        let record = try harness.log()
        let kept = try harness.log()
        let first = try harness.attach("a.txt", [65], to: record.id)
        _ = try harness.attach("b.txt", [66], to: record.id)
        let other = try harness.attach("c.txt", [67], to: kept.id)
        let removal = try harness.call(
            RemoveAttachment.self, .init(attachmentID: first.id), as: Harness.player
        ).operationID
        let open = try harness.send("open.txt", [68], to: record.id)
        #expect(try harness.storedFiles().count == 4)
        let deletion = try delete(record.id)
        _ = try harness.call(
            PurgeOperations.self, .init(operationID: deletion), as: Harness.player)
        try erased(untilFiles: 1)
        #expect(try harness.rowCount("interactions") == 1)
        #expect(try harness.rowCount("attachments") == 1)
        #expect(try harness.rowCount("uploads") == 0)
        #expect(try harness.content(of: other) == [67])
        #expect(refusalCode { try undo(deletion) } == .conflict)
        #expect(refusalCode { try undo(removal) } == .conflict)
        #expect(refusalCode { _ = try harness.finish(open) } == .notFound)
    }

    @Test
    func aPurgedFileIsGone() throws {
        let record = try harness.log()
        let file = try harness.attach("a.txt", [65], to: record.id)
        let removal = try harness.call(
            RemoveAttachment.self, .init(attachmentID: file.id), as: Harness.player
        ).operationID
        #expect(try trash().map(\.title) == ["a.txt"])
        _ = try harness.call(PurgeOperations.self, .init(), as: Harness.player)
        try erased(untilFiles: 0)
        #expect(refusalCode { try undo(removal) } == .conflict)
        #expect(try harness.rowCount("attachments") == 0)
    }

    /// A kill between COMMIT and the removal of the files leaves files without rows: the sweep's.
    @Test
    func theSweepFinishesAPurgeThatWasKilled() throws {
        let record = try harness.log()
        _ = try harness.attach("a.txt", [65], to: record.id)
        let deletion = try delete(record.id)
        // The threads that remove files are gone, as they are after a kill.
        harness.files.jobs.close()
        _ = try harness.call(
            PurgeOperations.self, .init(operationID: deletion), as: Harness.player)
        try erased(untilFiles: 1)
        clock.advance(AttachmentSweep.restMax + .milliseconds(1))
        let report = try AttachmentSweep(files: harness.files, service: harness.service).run()
        #expect(report.files == 1)
        #expect(try harness.storedFiles().isEmpty)
    }

    @Test
    func afterThirtyDaysTheTrashIsEmpty() throws {
        let record = try harness.log()
        _ = try harness.attach("a.txt", [65], to: record.id)
        let deletion = try delete(record.id)
        clock.advance(TrashLimit.keptFor - .milliseconds(1))
        harness.service.doHousekeeping()
        try harness.service.database.write { _ in }
        #expect(try trash().map(\.id) == [deletion])
        clock.advance(.milliseconds(1))
        harness.service.doHousekeeping()
        try erased(untilFiles: 0)
        #expect(try trash().isEmpty)
        #expect(try harness.rowCount("interactions") == 0)
        // The history says so to whoever deleted it and to the parent, not to a sibling.
        func ends(_ person: Viewer) throws -> [HistoryEntry] {
            try harness.history(as: person).filter { $0.type == TrashFeed.purged }
        }
        for person in [Harness.player, Harness.parent] {
            #expect(try ends(person).map(\.recordID) == [deletion.text])
            #expect(try ends(person).allSatisfy { $0.actor == nil })
        }
        #expect(try ends(Harness.sibling).isEmpty)
    }

    @Test
    func anUndoneImportLiesInTheTrash() throws {
        let form = Harness.form()
        let verdicts = try harness.call(
            StageImport<InteractionImportRow>.self,
            .init(importID: nil, number: 1, rows: [.init(line: 2, form: form)]),
            as: Harness.player)
        _ = try harness.call(
            CommitImport<InteractionImportRow>.self, .init(importID: verdicts.importID),
            as: Harness.player)
        #expect(try trash().isEmpty)
        try undo(verdicts.importID)
        let row = try #require(try trash().first)
        #expect(row.effect == .added && !row.isUndoable && row.counts == ["interactions": 1])
        #expect(row.expiresAt == Harness.now.advanced(by: TrashLimit.keptFor))
        _ = try harness.call(
            PurgeOperations.self, .init(operationID: row.id), as: Harness.player)
        try erased(untilFiles: 0)
        try doHousekeeping { try harness.rowCount("imports") > 0 }
        for table: StaticString in ["interactions", "imports", "import_records"] {
            #expect(try harness.rowCount(table) == 0, "\(table)")
        }
    }

    // MARK: Byte for byte

    /// What both players, and a parent, see of the whole service.
    private func everything() throws -> [[UInt8]] {
        var seen: [[UInt8]] = []
        for viewer in [Harness.player, Harness.sibling, Harness.parent] {
            seen.append(
                try harness.answer(ListInteractions.self, ListInteractions.Request(), as: viewer))
            for row in try harness.list(as: viewer).interactions {
                seen.append(try harness.answer(ShowInteraction.self, .init(id: row.id), as: viewer))
                seen.append(
                    try harness.answer(
                        ListAttachments.self, .init(interactionID: row.id), as: viewer))
                for file in try harness.attachments(of: row.id, as: viewer) {
                    seen.append(try harness.content(of: file, as: viewer))
                }
            }
        }
        return seen
    }

    /// FEATURES part 3, 3: delete, then restore, is the same to the byte for any records.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func deletedAndRestoredIsTheSameToTheByte(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        var records: [(id: InteractionID, owner: Viewer)] = []
        for number in 0..<12 {
            let owner = Bool.random(using: &random) ? Harness.player : Harness.sibling
            var form = Harness.form(
                InteractionType.allCases.randomElement(using: &random) ?? .email,
                Bool.random(using: &random) ? .inbound : .outbound,
                at: Harness.now.advanced(
                    by: .seconds(-Int.random(in: 0...9_000_000, using: &random))))
            if Bool.random(using: &random) {
                form.subject = FormField("Subject \(number) é\u{1F3C8}")
            }
            if Bool.random(using: &random) { form.content = FormField("Content \(number)") }
            if Bool.random(using: &random) { form.coachID = FormField(Harness.coach.text) }
            let id = try harness.log(form, as: owner).id
            for file in 0..<Int.random(in: 0...2, using: &random) {
                _ = try harness.attach("\(file).txt", [66 + UInt8(file), 65], to: id, as: owner)
            }
            records.append((id, owner))
        }
        let before = try everything()
        var operations: [(OperationID, Viewer)] = []
        for record in records.shuffled(using: &random).prefix(8) {
            if let file = try harness.attachments(of: record.id, as: record.owner).first,
                Bool.random(using: &random)
            {
                let removal = try harness.call(
                    RemoveAttachment.self, .init(attachmentID: file.id), as: record.owner)
                operations.append((removal.operationID, record.owner))
            }
            operations.append((try delete(record.id, as: record.owner), record.owner))
            clock.advance(.seconds(Int.random(in: 0...100_000, using: &random)))
        }
        #expect(try everything() != before)
        // What was deleted last comes back first: a file needs its record.
        for (operation, owner) in operations.reversed() { try undo(operation, as: owner) }
        clock.advance(.milliseconds(Harness.now.milliseconds - clock.clock.now().milliseconds))
        #expect(try everything() == before)
        #expect(try trash().isEmpty)
    }
}
