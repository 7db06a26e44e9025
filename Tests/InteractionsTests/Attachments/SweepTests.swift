import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import Interactions

@Suite("Sweeping files")
struct SweepTests {
    private let clock = MovedClock(Harness.now)
    private let harness: Harness
    private let record: Interaction
    private let bytes = Array("some text".utf8)

    init() throws {
        harness = try Harness(clock: clock.clock)
        record = try harness.log()
    }

    private func sweep() throws -> AttachmentSweep.Report {
        try AttachmentSweep(files: harness.files, service: harness.service).run()
    }

    /// A whole file that no row names, as a kill before the row leaves it.
    private func makeOrphan(_ name: String) throws -> AttachmentID {
        let id = try harness.send(name, bytes, to: record.id)
        try harness.files.folder.complete(id)
        return id
    }

    /// An hour to the millisecond, and one millisecond more.
    @Test
    func whatRestedForMoreThanAnHourIsRemoved() throws {
        let file = try harness.attach("kept.txt", bytes, to: record.id)
        let part = try harness.begin("part.txt", bytes, to: record.id).attachmentID
        try harness.append(bytes[0..<4], to: part, at: 0)
        let orphan = try makeOrphan("orphan.txt")
        try harness.begin("nothing.txt", bytes, to: record.id)
        #expect(try harness.storedFiles() == [file.id.text, "\(part).part", orphan.text])

        clock.advance(.seconds(3_600))
        #expect(try sweep() == .init())
        clock.advance(.milliseconds(1))
        #expect(try sweep() == .init(uploads: 1, parts: 1, files: 1))
        #expect(try harness.storedFiles() == [file.id.text])
        #expect(try harness.rowCount("uploads") == 0)
        #expect(try harness.content(of: file) == bytes)
        #expect(try sweep() == .init())
        // Whoever comes back begins anew.
        let again = try harness.begin("part.txt", bytes, to: record.id)
        #expect(again.nextOffset == 0 && again.attachmentID != part)
    }

    /// Parts that still come keep an upload alive, however long it takes.
    @Test
    func aSlowUploadIsNotGivenUp() throws {
        let id = try harness.begin("slow.txt", bytes, to: record.id).attachmentID
        for (index, byte) in bytes.enumerated() {
            try harness.append([byte], to: id, at: index)
            clock.advance(.seconds(3_500))
            #expect(try sweep() == .init())
        }
        #expect(try harness.content(of: harness.finish(id).attachment) == bytes)
    }

    /// What somebody works on, and files of other makers, are left alone.
    @Test
    func filesInUseAndFilesOfOthersStay() throws {
        let orphan = try makeOrphan("orphan.txt")
        let other = harness.folder.path("attachments/read me")
        try Data("x".utf8).write(to: URL(fileURLWithPath: other))
        clock.advance(.seconds(7_200))
        let report = try harness.files.exclusively(orphan) { try sweep() }
        #expect(report == .init())
        #expect(try sweep() == .init(files: 1))
        #expect(try harness.storedFiles() == ["read me"])
    }

    /// Removed files, and those of deleted interactions, can come back: they are no orphans.
    @Test
    func whatCanComeBackStays() throws {
        let file = try harness.attach("a.txt", bytes, to: record.id)
        let removed = try harness.call(
            RemoveAttachment.self, .init(attachmentID: file.id), as: Harness.player)
        let deleted = try harness.call(
            DeleteInteraction.self, .init(id: record.id), as: Harness.player)
        clock.advance(.seconds(30 * 86_400))
        #expect(try sweep() == .init())
        for operation in [deleted.operationID, removed.operationID] {
            _ = try harness.call(
                UndoOperation.self, .init(operationID: operation), as: Harness.player)
        }
        #expect(try harness.content(of: file) == bytes)
    }

    /// The component sweeps when it starts, and ends in time.
    @Test
    func theKeeperSweepsAtTheStart() throws {
        _ = try makeOrphan("orphan.txt")
        clock.advance(.seconds(3_601))
        let swept = DispatchSemaphore(value: 0)
        let logger = Logger(service: "interactions", clock: clock.clock) { _ in swept.signal() }
        let sweeper = AttachmentSweeper(harness.files, harness.service, logger: logger)
        try sweeper.start()
        #expect(swept.wait(timeout: .now() + 10) == .success)
        sweeper.stop(by: ContinuousClock.now + .seconds(5))
        #expect(try harness.storedFiles().isEmpty)
    }
}
