import CommandKit
import Contracts
import Foundation
import ServiceKit
import Support
import Synchronization
import Testing

@testable import Gateway

@Suite struct FetchCommandTests {
    private let shelf = FileShelf()
    private let harness: CompassHarness
    private let bytes = SampleFiles.bytes(.pdf, size: 500_000)

    init() throws {
        harness = try CompassHarness.withShelf(shelf)
        try FileManager.default.createDirectory(
            atPath: harness.folder.path("out"), withIntermediateDirectories: false)
    }

    private func get(_ words: String...) -> Ran {
        harness.run(words: ["attachments", "get", "aaaa0001"] + words)
    }

    private var folder: String { harness.folder.path("out") }

    private func saved(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: "\(folder)/\(name)").map(Array.init)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
    }

    // ID-13, X-22, X-23: the same bytes under the user's own name.
    @Test func aFileIsSavedUnderItsOwnName() throws {
        let file = shelf.put("Offer & Plan é.pdf", bytes, as: .pdf)
        for name in [
            file.name, "offer & plan é.pdf", file.id.text, RecordNames.short(file.id.text),
        ] {
            let ran = get(name, "--to", folder)
            #expect(ran.code == .success, "\(ran.err)")
            #expect(saved("Offer & Plan é.pdf") == bytes)
            #expect(try names == ["Offer & Plan é.pdf"])
            try FileManager.default.removeItem(atPath: "\(folder)/\(file.name)")
        }
        let ran = get(file.name, "--to", "\(folder)/other.bin")
        #expect(ran.out == "Saved \(folder)/other.bin (500,000 bytes)\n")
        #expect(saved("other.bin") == bytes)
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/other.bin")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func stdoutGetsTheBytesAndNothingElse() throws {
        shelf.put("notes.txt", Array("line\nline\u{1b}".utf8))
        let ran = get("notes.txt", "--to", "-")
        #expect(ran.out == "line\nline\u{1b}")
        #expect(ran.err.isEmpty)
        #expect(get("notes.txt", "--to", "-", "--json").code == .usage)
        let terminal = TerminalTraits(isTerminal: true)
        let refused = harness.run("attachments get aaaa0001 notes.txt --to -", traits: terminal)
        #expect(refused.code == .usage)
        #expect(refused.out.isEmpty)
    }

    // Nothing is replaced unasked.
    @Test func aFileThatIsThereIsReplacedOnlyWithYes() throws {
        shelf.put("a.pdf", bytes, as: .pdf)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder)/a.pdf"))
        let refused = get("a.pdf", "--to", folder)
        #expect(refused.code == .conflict)
        #expect(refused.err.contains("Replace it with --yes"))
        #expect(saved("a.pdf") == Array("mine".utf8))
        harness.prompt = ScriptedPrompt(answers: ["n"])
        #expect(get("a.pdf", "--to", folder).code == .success)
        #expect(saved("a.pdf") == Array("mine".utf8))
        harness.prompt = ScriptedPrompt(answers: ["y"])
        #expect(get("a.pdf", "--to", folder).code == .success)
        #expect(saved("a.pdf") == bytes)
        // The same content again needs neither an answer nor a transfer.
        harness.prompt = ScriptedPrompt(isTerminal: false)
        shelf.state.withLock { $0.fetches = [] }
        #expect(get("a.pdf", "--to", folder).out.contains("is already here"))
        shelf.state.withLock { #expect($0.fetches.isEmpty) }
        try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder)/a.pdf"))
        #expect(get("a.pdf", "--to", folder, "--yes").code == .success)
        #expect(saved("a.pdf") == bytes)
        // A link is replaced itself, not what it leads to.
        try FileManager.default.removeItem(atPath: "\(folder)/a.pdf")
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/a.pdf", withDestinationPath: harness.folder.path("target"))
        #expect(get("a.pdf", "--to", folder).code == .conflict)
        #expect(!FileManager.default.fileExists(atPath: harness.folder.path("target")))
    }

    @Test func aBrokenDownloadGoesOn() throws {
        shelf.put("a.pdf", bytes, as: .pdf)
        shelf.fail("attachments.fetch", ServiceError(.unavailable, "away"))
        #expect(get("a.pdf", "--to", folder).code == .unavailable)
        shelf.state.withLock { $0.fetches = [] }
        let part = try #require(try names.first)
        #expect(part.hasPrefix(".compass-") && part.hasSuffix(".part"))
        try Data(bytes[..<300_000]).write(to: URL(fileURLWithPath: "\(folder)/\(part)"))
        #expect(get("a.pdf", "--to", folder).code == .success)
        shelf.state.withLock { #expect($0.fetches == [300_000, 484_320]) }
        #expect(saved("a.pdf") == bytes)
        #expect(try names == ["a.pdf"])
    }

    @Test func aDamagedStartIsFetchedAnew() throws {
        let file = shelf.put("a.pdf", bytes, as: .pdf)
        let part = "\(folder)/.compass-\(file.sha256.prefix(16)).part"
        try Data(repeating: 7, count: 300_000).write(to: URL(fileURLWithPath: part))
        #expect(get("a.pdf", "--to", folder).code == .success)
        #expect(saved("a.pdf") == bytes)
        try FileManager.default.removeItem(atPath: "\(folder)/a.pdf")
        try Data(repeating: 7, count: 600_000).write(to: URL(fileURLWithPath: part))
        #expect(get("a.pdf", "--to", folder).code == .success)
        #expect(saved("a.pdf") == bytes)
    }

    // What does not have the stored hash is never saved.
    @Test func aContentWithAnotherHashIsNotSaved() throws {
        shelf.put("a.pdf", bytes, as: .pdf)
        shelf.state.withLock { $0.files[0].bytes[250_000] ^= 1 }
        for target in [folder, "-"] {
            let ran = get("a.pdf", "--to", target)
            #expect(ran.code == .failure)
            #expect(ran.out.isEmpty)
        }
        #expect(saved("a.pdf") == nil)
    }

    // A name never leads out of the folder, whatever the service says.
    @Test(arguments: [
        ("../../evil.txt", ".._.._evil.txt"), ("/etc/passwd.txt", "_etc_passwd.txt"),
        ("a\u{0}b.txt", "a_b.txt"), ("line\nbreak.txt", "line_break.txt"),
        ("back\\slash.txt", "back_slash.txt"),
    ])
    func namesStayInTheFolder(name: String, local: String) throws {
        let file = shelf.put(name, [65])
        #expect(get(file.id.text, "--to", folder).code == .success)
        #expect(try names == [local])
    }

    @Test func aNameThatIsNoneBecomesTheID() throws {
        for name in ["", ".", ".."] {
            let run = Contracts.Attachment(
                id: Fixture.id(1), interactionID: FileShelf.row, name: name, mediaType: .text,
                size: 0, sha256: "", createdAt: Fixture.created)
            #expect(AttachmentDownload.localName(of: run) == run.id.text)
        }
    }

    @Test func anUnknownNameSaysWhereToLook() throws {
        shelf.put("a.pdf", bytes, as: .pdf)
        let ran = get("b.pdf")
        #expect(ran.code == .notFound)
        #expect(ran.err.contains("compass attachments list aaaa0001"))
        let named = get("b.pdf", "--family", "Lee Family")
        #expect(named.err.contains("compass attachments list aaaa0001 --family 'Lee Family'\n"))
        shelf.put("A.PDF", bytes, as: .pdf)
        #expect(get("A.pdf").code == .usage)
    }

    // ID-10, ID-11
    @Test func filesAreListedWithTypeAndSize() throws {
        #expect(harness.run("attachments list aaaa0001").out.isEmpty)
        shelf.put("a.pdf", bytes, as: .pdf)
        shelf.put("b.txt", [65])
        let terminal = TerminalTraits(isTerminal: true, columns: 80)
        let ran = harness.run("attachments list aaaa0001", traits: terminal)
        #expect(
            ran.out == """
                ID        Name   Type     Size  Attached
                f11e0000  a.pdf  PDF   500,000  Feb 3, 2026, 2:00 PM
                f11e0001  b.txt  Text        1  Feb 3, 2026, 2:00 PM

                """)
        let rows = harness.run("attachments list aaaa0001 -o csv").out
        #expect(rows.hasPrefix("id,name,type,size,attached\r\n"))
        #expect(rows.contains(",a.pdf,application/pdf,500000,2026-02-03T14:00:00.000Z"))
    }

    @Test func aRemovalAsksAndSaysHowItIsUndone() throws {
        shelf.put("a.pdf", bytes, as: .pdf)
        #expect(harness.run("attachments remove aaaa0001 a.pdf").code == .usage)
        let prompt = ScriptedPrompt(answers: ["y"])
        harness.prompt = prompt
        let ran = harness.run("attachments remove aaaa0001 a.pdf")
        #expect(ran.out == "Attachment removed\n")
        #expect(prompt.questions == ["Remove \"a.pdf\" (PDF, 500,000 bytes)?"])
        #expect(ran.err == "Undo: compass undo \(Fixture.operationID)\n")
    }
}
