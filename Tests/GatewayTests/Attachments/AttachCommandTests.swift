import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Gateway

@Suite struct AttachCommandTests {
    private let shelf = FileShelf()
    private let harness: CompassHarness
    private let terminal = TerminalTraits(isTerminal: true, columns: 80)

    init() throws { harness = try CompassHarness.withShelf(shelf) }

    private func attach(_ words: String..., traits: TerminalTraits = .pipe) -> Ran {
        harness.run(words: ["attachments", "add", "aaaa0001"] + words, traits: traits)
    }

    // X-22, D-15
    @Test func aFileIsSentInParts() throws {
        let bytes = SampleFiles.bytes(.jpeg, size: 400_000)
        let path = try harness.makeFile("front.jpg", bytes)
        let ran = attach(path, "--json")
        #expect(ran.code == .success, "\(ran.err)")
        #expect(ran.out.contains("\"name\":\"front.jpg\""))
        #expect(ran.out.contains("\"path\":\"interactions/\(FileShelf.row)/front.jpg\""))
        #expect(ran.err.isEmpty)
        shelf.state.withLock { state in
            #expect(state.files.first?.bytes == bytes)
            #expect(state.parts == [184_320, 184_320, 31_360])
        }
        #expect(harness.attachmentCalls.first == "attachments.begin")
        #expect(harness.attachmentCalls.last == "attachments.finish")
        // Each part may be repeated by the message layer.
        #expect(
            harness.transport.seen.filter { $0.operation == "attachments.append" }
                .allSatisfy { $0.idempotencyKey != nil })
    }

    @Test func severalFilesAndTheirIDs() throws {
        let one = try harness.makeFile("one.txt", Array("1".utf8))
        let two = try harness.makeFile("two.txt", Array("2".utf8))
        let ran = attach(one, two, one, "-o", "name")
        #expect(ran.code == .success)
        #expect(ran.out.split(separator: "\n").count == 3)
        shelf.state.withLock { state in
            #expect(state.files.map(\.file.name) == ["one.txt", "two.txt", "one (2).txt"])
        }
    }

    // IA-36, IA-38, D-16: nothing is sent for a file that cannot be taken.
    @Test(
        arguments: [
            (
                "run.exe", Array("MZ".utf8),
                "File type of \"run.exe\" is not accepted; accepted are "
            ),
            ("page.html", Array("<p>".utf8), "File type of \"page.html\" is not accepted"),
            (
                "photo.png", SampleFiles.bytes(.gif),
                "\"photo.png\" is named PNG, but its content is GIF"
            ),
            (
                "letter.docx", SampleFiles.zip([.init("a")]),
                "an archive that is not a Word document"
            ),
            (
                "notes.txt", [0, 1, 2],
                "its content is not one of JPEG, PNG, GIF, PDF, DOC, DOCX, TXT"
            ),
        ] as [(String, [UInt8], String)])
    func wrongTypesAreRefusedBeforeAnythingIsSent(
        name: String, bytes: [UInt8], text: String
    ) throws {
        let ran = attach(try harness.makeFile(name, bytes))
        #expect(ran.code == .invalid)
        #expect(ran.err.contains(text))
        #expect(ran.err.contains("Nothing was sent"))
        #expect(harness.transport.seen.isEmpty)
    }

    // IA-37, IA-38, D-17, part 4
    @Test func tenMebibytesPassAndOneByteMoreDoesNot() throws {
        let largest = SampleFiles.bytes(.jpeg, size: 10_485_760)
        let ran = attach(try harness.makeFile("large.jpg", largest), "-q")
        #expect(ran.code == .success)
        shelf.state.withLock { #expect($0.files.first?.bytes == largest) }
        let count = harness.transport.seen.count
        let more = attach(try harness.makeFile("more.jpg", largest + [0]), "--json")
        #expect(more.code == .invalid)
        #expect(
            more.err.contains("File exceeds 10MB limit: \"more.jpg\" has 10,485,761 bytes"))
        #expect(more.out.contains("\"errors\":{\"size\":\"File exceeds 10MB limit\"}"))
        #expect(harness.transport.seen.count == count)
    }

    @Test func whatIsNoFileIsRefused() throws {
        for path in [harness.folder.path("missing.txt"), harness.folder.path("")] {
            let ran = attach(path)
            #expect(ran.code == .invalid)
        }
        let pipe = harness.folder.path("pipe.txt")
        let made = unsafe mkfifo(pipe, 0o600)
        #expect(made == 0)
        #expect(attach(pipe).err.contains("is not a regular file"))
        #expect(harness.transport.seen.isEmpty)
        let files = try (1...21).map { try harness.makeFile("\($0).txt", [65]) }
        let many = harness.run(words: ["attachments", "add", "aaaa0001"] + files)
        #expect(many.code == .invalid)
        #expect(many.err.contains("An interaction holds 20 files at most"))
    }

    // "resumable after a broken connection"
    @Test func aBrokenUploadGoesOnWhenItIsRunAgain() throws {
        let bytes = SampleFiles.bytes(.pdf, size: 800_000)
        let path = try harness.makeFile("offer.pdf", bytes)
        let away = ServiceError(.unavailable, "away")
        // Two failures are overcome, the service is away for good after the second part.
        shelf.fail("attachments.append", away, times: 2)
        _ = attach(path)
        shelf.state.withLock { state in
            #expect(state.files.count == 1)
            state.files = []
            state.parts = []
        }
        shelf.fail("attachments.finish", away)
        let broken = attach(path, "--idempotency-key", "0197f1d2-7c3a-7b21-9d55-3f6f0b1c2d3e")
        #expect(broken.code == .unavailable)
        #expect(broken.err.contains("--idempotency-key 0197f1d2-7c3a-7b21-9d55-3f6f0b1c2d3e"))
        shelf.state.withLock { $0.parts = [] }
        let again = attach(path, "--idempotency-key", "0197f1d2-7c3a-7b21-9d55-3f6f0b1c2d3e")
        #expect(again.code == .success, "\(again.err)")
        shelf.state.withLock { state in
            #expect(state.parts.isEmpty)
            #expect(state.files.first?.bytes == bytes)
        }
    }

    @Test func aServiceThatTakesNothingMoreIsNotAskedForEver() throws {
        let path = try harness.makeFile("offer.pdf", SampleFiles.bytes(.pdf))
        shelf.fail("attachments.append", ServiceError(.unavailable, "away"), times: 3)
        let ran = attach(path)
        #expect(ran.code == .unavailable)
        #expect(harness.attachmentCalls.count == 4)
    }

    @Test func anUploadThatWasGivenUpIsBegunAnew() throws {
        let bytes = SampleFiles.bytes(.pdf, size: 300_000)
        let path = try harness.makeFile("offer.pdf", bytes)
        shelf.fail("attachments.append", .notFound(.upload))
        #expect(attach(path).code == .success)
        shelf.fail("attachments.finish", .invalid("sha256", "send it again"))
        #expect(attach(path).code == .success)
        shelf.state.withLock { #expect($0.files.map(\.bytes) == [bytes, bytes]) }
    }

    // D-15: the failed one by its name, the others go on.
    @Test func oneFailedFileDoesNotKeepTheOthers() throws {
        let one = try harness.makeFile("one.txt", Array("1".utf8))
        let two = try harness.makeFile("two.txt", Array("2".utf8))
        shelf.fail("attachments.begin", AttachmentRefusal.family)
        let ran = attach(one, two)
        #expect(ran.code == .invalid)
        #expect(
            ran.err.contains("\"one.txt\" was not attached: The family's files exceed the 200 MiB"))
        #expect(ran.out.contains("two.txt") && !ran.out.contains("one.txt"))
    }

    // Nobody knows which of several files are there: no key tells, so the list must.
    @Test func severalFilesOfUnknownOutcomeAreNotRepeated() throws {
        let one = try harness.makeFile("one.txt", Array("1".utf8))
        let two = try harness.makeFile("two.txt", Array("2".utf8))
        shelf.lose("attachments.finish")
        let ran = attach(one, two)
        #expect(ran.code == .unavailable)
        #expect(ran.out.contains("two.txt"))
        #expect(
            ran.err.contains(
                "Attach only the missing files; see: compass attachments list aaaa0001\n"))
        #expect(!ran.err.contains("idempotency-key"))
        #expect(!ran.err.contains("same command"))
        shelf.fail("attachments.begin", ServiceError(.unavailable, "away"))
        let away = attach(one, two)
        #expect(away.err.contains("compass attachments list aaaa0001\n"))
        #expect(!away.err.contains("idempotency-key"))
    }

    @Test func oneFileWhoseAnswerWasLostIsAttachedOnce() throws {
        let path = try harness.makeFile("one.txt", Array("1".utf8))
        shelf.lose("attachments.begin")
        let first = attach(path)
        let key = try #require(harness.transport.seen.last?.idempotencyKey)
        #expect(first.err.hasSuffix("Repeat safely with: --idempotency-key \(key)\n"))
        #expect(attach(path, "--idempotency-key", key.text).code == .success)
        shelf.state.withLock { #expect($0.files.map(\.file.name) == ["one.txt"]) }
    }

    @Test func aDryRunAsksAndSendsNoPart() throws {
        let path = try harness.makeFile("one.txt", Array("1".utf8))
        #expect(attach(path, "--dry-run").code == .success)
        #expect(harness.attachmentCalls == ["attachments.begin"])
        #expect(harness.transport.seen.last?.isDryRun == true)
    }

    // A progress bar on a terminal's stderr; none in a pipe, with -q, or where it cannot be read.
    @Test func progressIsDrawnOnATerminalOnly() throws {
        let path = try harness.makeFile("a.pdf", SampleFiles.bytes(.pdf, size: 400_000))
        #expect(attach(path).err.isEmpty)
        harness.noteTraits = terminal
        let drawn = attach(path).err
        #expect(drawn.contains("\ra.pdf  [#########-----------]   46%  0.1 of 0.3 MiB"))
        #expect(drawn.hasSuffix(" \r"))
        #expect(attach(path, "-q").err.isEmpty)
        harness.noteTraits = TerminalTraits(isTerminal: true, isAccessible: true)
        #expect(attach(path).err.isEmpty)
    }

    // MARK: With the interaction

    private func log(_ words: String...) -> Ran {
        harness.run(
            words: ["interactions", "add", "--type", "email", "--school", Fixture.dukeID.text]
                + words)
    }

    // IA-35, IA-39
    @Test func filesAreStoredAfterTheRecord() throws {
        let one = try harness.makeFile("one.txt", Array("1".utf8))
        let two = try harness.makeFile("two.txt", Array("2".utf8))
        let ran = log("--attach", one, "--attach=\(two)", "--json")
        #expect(ran.code == .success, "\(ran.err)")
        let operations = harness.transport.seen.map(\.operation)
        let created = try #require(operations.firstIndex(of: "interactions.create"))
        let begun = try #require(operations.firstIndex(of: "attachments.begin"))
        #expect(created < begun)
        #expect(ran.out.contains("\"attachment_count\":2"))
        #expect(ran.out.contains("\"interactions/\(FileShelf.row)/two.txt\""))
        #expect(ran.out.contains("\"warnings\":[]"))
    }

    // A file that cannot be taken is found before a record is made.
    @Test func aWrongFileMakesNoRecord() throws {
        let good = try harness.makeFile("good.txt", [65])
        let bad = try harness.makeFile("bad.exe", [65])
        let ran = log("--attach", good, "--attach", bad)
        #expect(ran.code == .invalid)
        #expect(harness.transport.seen.isEmpty)
    }

    // D-15
    @Test func aFailedFileIsNamedAndTheRecordKept() throws {
        let path = try harness.makeFile("my offer.txt", [65])
        shelf.fail("attachments.append", ServiceError(.unavailable, "away"), times: 3)
        let ran = log("--attach", path, "--json")
        #expect(ran.code == .unavailable)
        #expect(ran.out.contains("\"interaction\":{"))
        #expect(ran.err.contains("\"my offer.txt\" was not attached"))
        #expect(
            ran.err.hasSuffix(
                "The interaction was logged. To attach the missing files: "
                    + "compass attachments add aaaa0001 '\(path)'\n"))
        // The key of an upload is none of the record's, and the same command logs another one.
        #expect(!ran.err.contains("idempotency-key"))
        #expect(!ran.err.contains("same command"))
        #expect(attach(path).code == .success)
    }

    // D-15: whatever the note says to do leaves one contact with each file once.
    @Test(arguments: ["attachments.begin", "attachments.finish"])
    func whatTheNoteSaysLogsNoSecondContact(operation: String) throws {
        let one = try harness.makeFile("one.txt", Array("1".utf8))
        let two = try harness.makeFile("two.txt", Array("2".utf8))
        let words = [
            "interactions", "add", "--type", "email", "--school", Fixture.dukeID.text,
            "--attach", one, "--attach", two,
        ]
        shelf.lose(operation)
        let first = harness.run(words: words)
        #expect(first.code == .unavailable)
        let created = try #require(
            harness.transport.seen.first { $0.operation == "interactions.create" })
        let key = try #require(created.idempotencyKey)
        #expect(
            first.err.hasSuffix(
                "The interaction was logged. To attach the missing files, "
                    + "repeat this command with --idempotency-key \(key)\n"))
        let script = shelf.script
        harness.transport = ScriptedTransport { call in
            guard call.operation == "interactions.create" else { return script(call) }
            guard call.idempotencyKey == key, call.payload == created.payload,
                case .success(let json, _) = Fixture.script(call)
            else { return Fixture.refusal(.keyReused, "another contact") }
            return .success(json, replayed: true)
        }
        let again = harness.run(words: words + ["--idempotency-key", key.text])
        #expect(again.code == .success, "\(again.err)")
        shelf.state.withLock { state in
            #expect(Set(state.files.map(\.file.name)) == ["one.txt", "two.txt"])
            #expect(state.files.count == 2)
        }
    }

    // A command that is repeated under its key attaches nothing twice.
    @Test func aRepeatedCommandAttachesWhatIsMissing() throws {
        let content = Array("1".utf8)
        shelf.put("one.txt", content)
        let one = try harness.makeFile("one.txt", content)
        let two = try harness.makeFile("two.txt", Array("2".utf8))
        let script = shelf.script
        let replaying = try CompassHarness { call in
            guard call.operation == "interactions.create" else { return script(call) }
            guard case .success(let json, _) = Fixture.script(call) else { return script(call) }
            return .success(json, replayed: true)
        }
        try replaying.signIn()
        let ran = replaying.run(words: [
            "interactions", "add", "--type", "email", "--school", Fixture.dukeID.text,
            "--attach", one, "--attach", two,
        ])
        #expect(ran.code == .success, "\(ran.err)")
        shelf.state.withLock { #expect($0.files.map(\.file.name) == ["one.txt", "two.txt"]) }
    }
}
