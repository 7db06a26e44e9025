import Contracts
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import Interactions

@Suite("Broken uploads")
struct ResumeTests {
    private let harness: Harness
    private let record: Interaction

    init() throws { (harness, record) = try Harness.withRecord() }

    /// D-15: an upload that breaks off after any chunk leaves neither a file nor a row that
    /// anybody sees, and goes on from there.
    @Test
    func anUploadTornAtAnyChunkLeavesNothingAndGoesOn() throws {
        let bytes = SampleFiles.bytes(.docx, size: 23_000)
        let chunk = 1_000
        for torn in 0...23 {
            let record = try harness.log()
            let begun = try harness.begin("plan.docx", bytes, to: record.id)
            for part in 0..<torn {
                let start = part * chunk
                let next = try harness.append(
                    bytes[start..<start + chunk], to: begun.attachmentID, at: start)
                #expect(next == start + chunk)
            }
            #expect(try harness.attachments(of: record.id).isEmpty)
            let stored = try harness.storedFiles()
            #expect(!stored.contains(begun.attachmentID.text))
            let shown = try harness.call(
                ShowInteraction.self, .init(id: record.id), as: Harness.player)
            #expect(shown.files.isEmpty && shown.interaction.attachments.isEmpty)
            if torn < 23 {
                #expect(refusalCode { _ = try harness.finish(begun.attachmentID) } == .conflict)
            }
            let again = try harness.begin("plan.docx", bytes, to: record.id)
            #expect(again.attachmentID == begun.attachmentID)
            #expect(again.nextOffset == torn * chunk)
            let file = try harness.attach("plan.docx", bytes, to: record.id)
            #expect(file.id == begun.attachmentID)
            #expect(try harness.content(of: file) == bytes)
        }
        #expect(try harness.rowCount("uploads") == 0)
        #expect(try harness.storedFiles().count == 24)
    }

    /// A kill may also cut a chunk in two: whatever of it is there is the start of it.
    @Test
    func anUploadTornInsideAChunkGoesOn() throws {
        let bytes = SampleFiles.bytes(.pdf, size: 9_000)
        for torn in [1, 8, 9, 10, 511, 512, 513, 4_095, 4_096, 4_097, 8_999] {
            let record = try harness.log()
            let begun = try harness.begin("a.pdf", bytes, to: record.id)
            let part = harness.folder.path("attachments/\(begun.attachmentID).part")
            try Data(bytes[..<torn]).write(to: URL(fileURLWithPath: part))
            #expect(try harness.begin("a.pdf", bytes, to: record.id).nextOffset == torn)
            // The client that was never answered sends the chunk from its start.
            #expect(try harness.append(bytes, to: begun.attachmentID, at: 0) == 9_000)
            #expect(
                try harness.content(of: harness.finish(begun.attachmentID).attachment) == bytes)
        }
    }

    @Test
    func aRepeatedPartIsComparedAndAGapIsNotTaken() throws {
        let bytes = Array("0123456789".utf8)
        let id = try harness.begin("a.txt", bytes, to: record.id).attachmentID
        #expect(try harness.append(bytes[0..<4], to: id, at: 0) == 4)
        #expect(try harness.append(bytes[0..<4], to: id, at: 0) == 4)
        #expect(try harness.append(bytes[2..<6], to: id, at: 2) == 6)
        #expect(try harness.append(bytes[8..<10], to: id, at: 8) == 6)
        #expect(refusalCode { try harness.append(Array("XX".utf8), to: id, at: 4) } == .conflict)
        #expect(try harness.append(bytes[6..<10], to: id, at: 6) == 10)
        let file = try harness.finish(id).attachment
        #expect(try harness.content(of: file) == bytes)
        // Late repetitions change nothing.
        #expect(try harness.append(bytes[6..<10], to: id, at: 6) == 10)
        #expect(try harness.finish(id).attachment == file)
        #expect(try harness.storedFiles() == [id.text])
        #expect(try harness.changes().count == 2)
    }

    /// A first part that is shorter than any signature is taken.
    @Test
    func partsMayBeOneByteLong() throws {
        let bytes = SampleFiles.bytes(.png, size: 40)
        let id = try harness.send("a.png", bytes, to: record.id, chunk: 1)
        #expect(try harness.content(of: harness.finish(id).attachment) == bytes)
    }

    /// The same begin under the same key names the same upload, also after its end: nothing is
    /// attached twice. Under another key an equal file is a second one.
    @Test
    func aKeyAttachesOnce() throws {
        let bytes = Array("once".utf8)
        let key = IdempotencyKey(high: 1, low: 2)
        for _ in 0..<3 {
            let begun = try harness.begin("a.txt", bytes, to: record.id, key: key)
            #expect(begun.nextOffset == 0)
            try harness.append(bytes, to: begun.attachmentID, at: 0)
            _ = try harness.finish(begun.attachmentID)
        }
        #expect(try harness.attachments(of: record.id).map(\.name) == ["a.txt"])
        try harness.attach("a.txt", bytes, to: record.id)
        #expect(try harness.attachments(of: record.id).map(\.name) == ["a.txt", "a (2).txt"])
    }

    /// A kill between the file's new name and its row.
    @Test
    func aFileWithoutARowIsTakenUpByTheNextTry() throws {
        let bytes = SampleFiles.bytes(.gif, size: 5_000)
        let id = try harness.send("a.gif", bytes, to: record.id)
        try harness.files.folder.complete(id)
        #expect(try harness.attachments(of: record.id).isEmpty)
        let begun = try harness.begin("a.gif", bytes, to: record.id)
        #expect(begun.attachmentID == id && begun.nextOffset == 5_000)
        #expect(try harness.append(bytes, to: id, at: 0) == 5_000)
        #expect(try harness.content(of: harness.finish(id).attachment) == bytes)
        #expect(try harness.storedFiles() == [id.text])
    }

    /// The name must outlive the machine before the row does, also when an earlier try gave it.
    @Test
    func theNextTrySyncsTheNameToo() async {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            setHooks("kill-names-synced:1")
            let harness = try Harness()
            let bytes = SampleFiles.bytes(.gif, size: 5_000)
            let id = try harness.send("a.gif", bytes, to: try harness.log().id)
            try harness.files.folder.complete(id)
            _ = try harness.finish(id)
        }
    }

    /// A crash of the machine may leave bytes that were never written.
    @Test
    func aPartThatTheMachineSpoiltIsFoundAndBegunAnew() throws {
        let bytes = SampleFiles.bytes(.pdf, size: 9_000)
        let id = try harness.send("a.pdf", bytes, to: record.id)
        let path = harness.folder.path("attachments/\(id).part")
        var spoilt = bytes
        spoilt.replaceSubrange(4_096..<8_192, with: Array(repeating: 0, count: 4_096))
        try Data(spoilt).write(to: URL(fileURLWithPath: path))
        #expect(refusalCode { _ = try harness.finish(id) } == .validationFailed)
        #expect(try harness.storedFiles().isEmpty)
        #expect(try harness.content(of: harness.attach("a.pdf", bytes, to: record.id)) == bytes)
    }

    // A file that is damaged on the disk is never handed out as a whole one.
    @Test
    func aFileThatIsGoneOrCutIsDataLoss() throws {
        let file = try harness.attach("a.txt", Array("whole".utf8), to: record.id)
        let path = harness.folder.path("attachments/\(file.id)")
        try Data("who".utf8).write(to: URL(fileURLWithPath: path))
        #expect(refusalCode { _ = try harness.content(of: file) } == .dataLoss)
        try FileManager.default.removeItem(atPath: path)
        #expect(refusalCode { _ = try harness.content(of: file) } == .dataLoss)
        // The record itself stays readable.
        #expect(try harness.attachments(of: record.id) == [file])
    }

    // Links in the folder are not followed.
    @Test
    func aLinkInTheFolderIsNotFollowed() throws {
        let bytes = Array("secret".utf8)
        let id = try harness.begin("a.txt", bytes, to: record.id).attachmentID
        let outside = harness.folder.path("outside")
        try Data(bytes).write(to: URL(fileURLWithPath: outside))
        try FileManager.default.createSymbolicLink(
            atPath: harness.folder.path("attachments/\(id).part"), withDestinationPath: outside)
        #expect(refusalCode { try harness.append([65], to: id, at: 0) } == .internal)
        #expect(refusalCode { _ = try harness.finish(id) } != nil)
        #expect(try Data(contentsOf: URL(fileURLWithPath: outside)) == Data(bytes))
    }

    @Test
    func aDryRunLeavesNothing() throws {
        let bytes = Array("try".utf8)
        _ = try harness.begin("a.txt", bytes, to: record.id, isDryRun: true)
        #expect(try harness.rowCount("uploads") == 0)
        let id = try harness.begin("a.txt", bytes, to: record.id).attachmentID
        let part = AppendAttachment.Request(attachmentID: id, offset: 0, bytes: bytes)
        let answer = try harness.call(
            AppendAttachment.self, part, as: Harness.player, isDryRun: true)
        #expect(answer.nextOffset == 0)
        #expect(try harness.storedFiles().isEmpty)
        try harness.append(bytes, to: id, at: 0)
        let finished = try harness.call(
            FinishAttachment.self, .init(attachmentID: id), as: Harness.player, isDryRun: true)
        #expect(finished.interaction.attachments.count == 1)
        #expect(try harness.attachments(of: record.id).isEmpty)
        #expect(try harness.storedFiles() == ["\(id).part"])
        #expect(try harness.changes().count == 1)
    }
}
