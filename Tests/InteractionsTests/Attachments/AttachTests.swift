import Contracts
import DataServiceKit
import Foundation
import ServiceKit
import Storage
import Support
import Testing

@testable import Interactions

@Suite("attachments.begin, append, finish, list and fetch")
struct AttachTests {
    private let harness: Harness
    private let record: Interaction

    init() throws { (harness, record) = try Harness.withRecord() }

    // IA-39, X-22, X-23, D-15, IL-38
    @Test
    func aFileIsSeenOnceItIsFinished() throws {
        let bytes = SampleFiles.bytes(.pdf, size: 250_000)
        #expect(record.attachments == [])
        let id = try harness.send("Offer & plan.pdf", bytes, to: record.id)
        #expect(try harness.attachments(of: record.id).isEmpty)
        #expect(try harness.list().interactions.first?.attachments == [])

        let answer = try harness.finish(id)
        let path = "interactions/\(record.id)/Offer%20%26%20plan.pdf"
        #expect(answer.attachment.name == "Offer & plan.pdf")
        #expect(answer.attachment.path == path)
        #expect(answer.attachment.mediaType == .pdf)
        #expect(answer.attachment.size == 250_000)
        #expect(answer.attachment.sha256 == ContentHash(of: bytes).hex)
        #expect(answer.interaction.attachments == [path])
        #expect(try harness.attachments(of: record.id) == [answer.attachment])
        let shown = try harness.call(ShowInteraction.self, .init(id: record.id), as: Harness.player)
        #expect(shown.files == [answer.attachment])
        #expect(shown.interaction == answer.interaction)
        let listed = try harness.list().interactions
        #expect(listed == [answer.interaction])
        #expect(listed.first?.attachmentCount == 1)
        let json = try harness.answer(
            ListInteractions.self, ListInteractions.Request(), as: Harness.player)
        #expect(String(decoding: json, as: UTF8.self).contains("\"attachment_count\":1,"))
    }

    // ID-13
    @Test(arguments: AttachmentType.allCases)
    func everyTypeComesBackByteByByte(type: AttachmentType) throws {
        let name = "file." + (type == .text ? "txt" : type.format.lowercased())
        let bytes = SampleFiles.bytes(type, size: 400_000)
        let file = try harness.attach(name, bytes, to: record.id)
        #expect(file.mediaType == type)
        #expect(try harness.content(of: file) == bytes)
        #expect(try harness.content(of: file, chunk: 33_333) == bytes)
        let end = try harness.call(
            FetchAttachment.self, .init(attachmentID: file.id, offset: 400_000),
            as: Harness.player)
        #expect(end.bytes == [])
        #expect(end.size == 400_000)
    }

    // IA-37, D-17, part 4: the largest file, and an empty text.
    @Test
    func theLargestAndTheSmallestFileAreTaken() throws {
        let largest = SampleFiles.bytes(.jpeg, size: AttachmentLimit.fileBytesMax)
        let file = try harness.attach("large.jpg", largest, to: record.id)
        #expect(file.size == 10_485_760)
        #expect(try harness.content(of: file) == largest)
        let empty = try harness.attach("empty.txt", [], to: record.id)
        #expect(try harness.content(of: empty) == [])
        let error = refusal { try harness.begin("more.jpg", largest + [0], to: record.id) }
        #expect(error?.code == .tooLarge)
        #expect(error?.message.hasPrefix("File exceeds 10MB limit: \"more.jpg\"") == true)
    }

    // D-17: twenty files and one more; a removed one makes room.
    @Test
    func anInteractionHoldsTwentyFiles() throws {
        let late = try harness.send("late.txt", Array("late".utf8), to: record.id)
        for number in 1...20 {
            try harness.attach("\(number).txt", Array("n\(number)".utf8), to: record.id)
        }
        #expect(try harness.attachments(of: record.id).count == 20)
        let begun = refusal { try harness.begin("21.txt", [65], to: record.id) }
        #expect(begun?.code == .tooLarge)
        #expect(begun?.message == "An interaction holds 20 files at most")
        // One that had begun before finds the place taken, and leaves nothing.
        #expect(refusal { _ = try harness.finish(late) }?.code == .tooLarge)
        #expect(try harness.storedFiles().count == 20)
        #expect(try harness.rowCount("uploads") == 0)
        let first = try #require(try harness.attachments(of: record.id).first)
        _ = try harness.call(
            RemoveAttachment.self, .init(attachmentID: first.id), as: Harness.player)
        try harness.attach("21.txt", [65], to: record.id)
        #expect(try harness.attachments(of: record.id).count == 20)
    }

    // An upload of nothing costs no bytes, so their number is bounded too.
    @Test
    func anInteractionHasTwentyUnfinishedUploads() throws {
        for number in 1...AttachmentLimit.filesMax {
            try harness.begin("\(number).txt", [], to: record.id)
        }
        let error = refusal { try harness.begin("21.txt", [], to: record.id) }
        #expect(error == AttachmentRefusal.uploads)
        // One that is there goes on, and its end makes room.
        let id = try harness.begin("1.txt", [], to: record.id).attachmentID
        _ = try harness.finish(id)
        try harness.begin("21.txt", [], to: record.id)
        try harness.begin("a.txt", [], to: try harness.log().id)
    }

    // 200 MiB of a family, unfinished and removed files included.
    @Test
    func aFamilyKeepsTwoHundredMebibytes() throws {
        let used = AttachmentLimit.familyBytesMax - 4
        let interaction = record.id
        try harness.service.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO attachments (family_unit_id, interaction_id, id, name, media_type,
                    size, sha256, created_at, deleted_at, operation_id, position)
                VALUES (?1, ?2, ?3, 'a', 'text/plain', ?4, zeroblob(32), 0, 1, ?3, 1)
                """, Harness.family, interaction, AttachmentID(high: 9, low: 9), used)
        }
        try harness.begin("fits.txt", Array("four".utf8), to: record.id)
        let error = refusal { try harness.begin("over.txt", [65], to: record.id) }
        #expect(error?.message == "The family's files exceed the 200 MiB limit")
        #expect(error?.code.exitCode == 3)
        // Another family is not touched by it.
        var form = Harness.form()
        form.schoolID = FormField(Harness.foreignSchool.text)
        let foreign = try harness.log(form, as: Harness.stranger)
        try harness.begin("a.txt", [65], to: foreign.id, as: Harness.stranger)
    }

    // D-18
    @Test
    func equalNamesGetANumberAndLoseNothing() throws {
        let contents = (1...3).map { Array("content \($0)".utf8) }
        for content in contents {
            try harness.attach("notes.txt", content, to: record.id)
        }
        let files = try harness.attachments(of: record.id)
        #expect(files.map(\.name) == ["notes.txt", "notes (2).txt", "notes (3).txt"])
        let stored = try files.map { try harness.content(of: $0) }
        #expect(stored == contents)
        #expect(
            try harness.list().interactions.first?.attachments.last
                == "interactions/\(record.id)/notes%20%283%29.txt")
        // Nothing on the disk bears the user's name; all of it is private.
        #expect(try harness.storedFiles() == Set(files.map(\.id.text)))
        for name in try harness.storedFiles() {
            let path = harness.folder.path("attachments/\(name)")
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
        let mode = try FileManager.default.attributesOfItem(
            atPath: harness.folder.path("attachments"))[.posixPermissions]
        #expect(mode as? Int == 0o700)
    }

    // D-16, IA-36: what was announced and what came.
    @Test
    func aContentThatIsNotWhatTheNameSaysIsRefusedNamingBoth() throws {
        let png = SampleFiles.bytes(.png, size: 300)
        let early = try harness.begin("photo.jpg", png, to: record.id).attachmentID
        let error = refusal { try harness.append(png, to: early, at: 0) }
        #expect(error?.code == .validationFailed)
        #expect(
            error?.errors["file_name"] == "\"photo.jpg\" is named JPEG, but its content is PNG")
        // What only the whole file shows is found at the end, and nothing of it is left.
        let archive = SampleFiles.zip([.init("a.txt")])
        let id = try harness.send("letter.docx", archive, to: record.id)
        let late = refusal { _ = try harness.finish(id) }
        #expect(
            late?.message
                == "\"letter.docx\" is named DOCX, but its content is an archive that is not a "
                + "Word document")
        #expect(refusal { _ = try harness.finish(id) }?.code == .notFound)
        #expect(try harness.storedFiles().isEmpty)
        #expect(try harness.list().interactions.first?.attachments == [])
    }

    @Test
    func aContentThatIsNotTheAnnouncedOneIsGivenUp() throws {
        let announced = Array("what was announced".utf8)
        let id = try harness.begin("a.txt", announced, to: record.id).attachmentID
        try harness.append(Array("what then arrived!".utf8), to: id, at: 0)
        let error = refusal { _ = try harness.finish(id) }
        #expect(error?.errors.keys.contains("sha256") == true)
        #expect(try harness.storedFiles().isEmpty)
        #expect(try harness.begin("a.txt", announced, to: record.id).nextOffset == 0)
    }

    @Test
    func moreThanWasAnnouncedIsRefusedAtOnce() throws {
        let id = try harness.begin("a.txt", Array("four".utf8), to: record.id).attachmentID
        #expect(refusal { try harness.append(Array("five!".utf8), to: id, at: 0) } != nil)
        try harness.append(Array("four".utf8), to: id, at: 0)
        #expect(refusal { try harness.append([65], to: id, at: 4) }?.code == .validationFailed)
        #expect(refusal { try harness.append([65], to: id, at: 10_485_760) } != nil)
        #expect(try harness.finish(id).attachment.size == 4)
    }

    // DOMAIN: players their own, parents all, others nothing.
    @Test
    func onlyThoseWhoSeeTheInteractionSeeItsFiles() throws {
        let bytes = Array("ours".utf8)
        let file = try harness.attach("a.txt", bytes, to: record.id)
        let open = try harness.begin("b.txt", bytes, to: record.id).attachmentID
        #expect(try harness.content(of: file, as: Harness.parent) == bytes)
        #expect(try harness.attachments(of: record.id, as: Harness.parent) == [file])
        for viewer in [Harness.sibling, Harness.stranger] {
            let refusals = [
                refusal { _ = try harness.attachments(of: record.id, as: viewer) },
                refusal { _ = try harness.content(of: file, as: viewer) },
                refusal { try harness.begin("c.txt", bytes, to: record.id, as: viewer) },
                refusal { try harness.append(bytes, to: open, at: 0, as: viewer) },
                refusal { _ = try harness.finish(open, as: viewer) },
                refusal {
                    _ = try harness.call(
                        RemoveAttachment.self, .init(attachmentID: file.id), as: viewer)
                },
            ]
            for error in refusals { #expect(error?.code == .notFound) }
        }
        let parents = [
            refusal { try harness.begin("c.txt", bytes, to: record.id, as: Harness.parent) },
            refusal { try harness.append(bytes, to: open, at: 0, as: Harness.parent) },
            refusal { _ = try harness.finish(open, as: Harness.parent) },
        ]
        for error in parents {
            #expect(error == .forbidden("Only players can create interactions"))
        }
    }

    // The feed carries the record with its paths, in the order of its versions.
    @Test
    func theFeedTellsOfFiles() throws {
        let file = try harness.attach("a.txt", [65], to: record.id)
        let removed = try harness.call(
            RemoveAttachment.self, .init(attachmentID: file.id), as: Harness.player)
        _ = try harness.call(
            UndoOperation.self, .init(operationID: removed.operationID), as: Harness.player)
        let changes = try harness.changes()
        #expect(
            changes.map(\.type) == [
                "interaction.created", "interaction.changed", "interaction.changed",
                "interaction.changed",
            ])
        #expect(changes.map(\.version) == [1, 2, 3, 4])
        #expect(changes.map(\.record.attachments) == [[], [file.path], [], [file.path]])
    }
}
