import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// Files of interactions in a browser.
@Suite(.onePerCore) struct WebAttachmentTests {
    /// The beginning of a picture without width.
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 0, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xDE]
    /// A text of several chunks.
    private static let long = [UInt8](
        repeating: UInt8(ascii: "x"), count: 3 * AttachmentLimit.chunkBytesMax + 7)

    private func files(_ scene: WebScene, _ id: InteractionID) throws -> [Contracts.Attachment] {
        try scene.home.call(ListAttachments.self, .init(interactionID: id)).attachments
    }

    /// IA-35: files come with a new interaction. A form that is sent twice attaches them once.
    @Test func filesComeWithAnInteraction() throws {
        let (scene, browser) = try WebScene.withBrowser()
        var form = try browser.form("/interactions/new")
        form.fill(["school_id": scene.school.text, "type": "email", "subject": "With files"])
        let sent: [Browser.File] = [
            .init(name: "Transcript, \"fall\" 2026.txt", content: Self.long),
            .init(name: "notes.txt", content: Array("Zwölf".utf8)),
        ]
        for _ in 0..<2 {
            #expect(
                try browser.post(form, files: sent)["location"] == "/interactions?done=logged")
        }
        let logged = try #require(
            try scene.logged().first { $0.subject == "With files" })
        #expect(try scene.logged().count == 2)
        let files = try files(scene, logged.id)
        #expect(files.map(\.name) == sent.map(\.name))
        #expect(files.map(\.size) == sent.map(\.content.count))

        // ID-10 to ID-12: they are listed and downloaded, whole and in parts.
        let page = try browser.open("/interactions/\(logged.id.text)")
        #expect(page.text.contains("Attachments (2)"))
        let path = "/interactions/\(logged.id.text)/files/\(files[0].id.text)"
        #expect(page.text.contains(path))
        let whole = try browser.send("GET", path)
        #expect(whole.status == 200 && whole.body == Self.long)
        #expect(
            whole["content-type"] == "text/plain" && whole["x-content-type-options"] == "nosniff")
        #expect(whole["content-disposition"]?.hasPrefix("attachment; ") == true)
        #expect(whole["content-security-policy"] == "default-src 'none'; sandbox")
        let part = try browser.send("GET", path, fields: ["Range": "bytes=184310-184329"])
        #expect(part.status == 206 && part.body.count == 20)
        #expect(part["content-range"] == "bytes 184310-184329/\(Self.long.count)")
        let beyond = try browser.send("GET", path, fields: ["Range": "bytes=9999999-"])
        #expect(beyond.status == 416)
        let same = try browser.send("GET", path, fields: ["If-None-Match": whole["etag"]])
        #expect(same.status == 304 && same.body.isEmpty)

        // Parents read along; a sibling and a stranger find nothing.
        #expect(try scene.browser(scene.parent).send("GET", path).status == 200)
        for person in [scene.sibling, scene.stranger] {
            let nothing = try scene.browser(person).send("GET", path)
            #expect(nothing.status == 404 && nothing.body != Self.long)
        }
    }

    /// IA-36 to IA-38: each file that is not taken is named with the reason, and nothing is logged.
    @Test func refusedFilesComeBackWithTheForm() throws {
        let (scene, browser) = try WebScene.withBrowser()
        var form = try browser.form("/interactions/new")
        form.fill(["school_id": scene.school.text, "type": "email", "subject": "Kept subject"])
        let large = [UInt8](repeating: UInt8(ascii: "x"), count: AttachmentLimit.fileBytesMax)
        let refused = try browser.post(
            form,
            files: [
                .init(name: "large.txt", content: large + [10]),
                .init(name: "program.exe", content: [1]),
                .init(name: "picture.png", content: Array("no picture".utf8)),
            ])
        #expect(refused.status == 422 && refused.text.contains("Kept subject"))
        for text in [
            "File exceeds 10MB limit", "File type of \"program.exe\" is not accepted",
            "Its content is not PNG",
        ] {
            #expect(try refused.page.all(class: "error").contains { $0.text.contains(text) })
        }
        #expect(try scene.logged().count == 1)
        // At the limit it is taken.
        let taken = try browser.post(form, files: [.init(name: "large.txt", content: large)])
        #expect(taken["location"] == "/interactions?done=logged")
    }

    // MARK: In parts

    /// The proof in a form of the reader's.
    private func proof(_ browser: Browser, _ page: String, to action: String) throws -> String {
        try #require(
            try browser.form(page, to: action).items.first { $0.name == "token" }
        ).value
    }

    /// The answer to a part of a file, as the script sends it.
    private func send(
        _ content: [UInt8], from offset: Int, named name: String, _ token: String,
        to path: String, by browser: Browser, bytes: Int = AttachmentLimit.chunkBytesMax
    ) throws -> Browser.Answer {
        let part = content.dropFirst(offset).prefix(bytes)
        let form = Browser.Form(
            action: "\(path)/uploads",
            items: [
                ("token", token), ("name", name), ("size", "\(content.count)"),
                ("sha256", ContentHash(of: content).hex), ("offset", "\(offset)"),
            ])
        return try browser.post(
            form, files: [.init(name: "blob", content: Array(part))], in: "part")
    }

    /// IA-35: a file in parts goes on where it stopped, also after a start of the pages and of the
    /// service, and a part that is sent twice is there once.
    @Test func aFileGoesOnWhereItStopped() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let path = "/interactions/\(scene.interaction.text)"
        let token = try proof(browser, path, to: "\(path)/files")
        func send(_ offset: Int) throws -> Browser.Answer {
            try self.send(Self.long, from: offset, named: "long.txt", token, to: path, by: browser)
        }
        let chunk = AttachmentLimit.chunkBytesMax
        for _ in 0..<2 {
            let first = try send(0)
            #expect(first.status == 204 && first["upload-offset"] == "\(chunk)")
        }
        for program in [Program.web, .interactions] {
            scene.system.kill(program)
            try scene.system.waitUntilReady(program)
        }
        // A part that begins elsewhere changes nothing, and its answer says where to go on.
        #expect(try send(2 * chunk)["upload-offset"] == "\(chunk)")
        #expect(try files(scene, scene.interaction).isEmpty)
        #expect(try send(chunk)["upload-offset"] == "\(2 * chunk)")
        #expect(try send(2 * chunk)["upload-offset"] == "\(3 * chunk)")
        for _ in 0..<2 { #expect(try send(3 * chunk).status == 201) }
        let attached = try files(scene, scene.interaction)
        #expect(attached.map(\.name) == ["long.txt"] && attached.map(\.size) == [Self.long.count])
        let content = try browser.send("GET", "\(path)/files/\(attached[0].id.text)")
        #expect(content.body == Self.long)
    }

    /// Of a longer part the usual length is taken, and one that no form has room for is refused.
    @Test func aPartHasALimit() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let path = "/interactions/\(scene.interaction.text)"
        let token = try proof(browser, path, to: "\(path)/files")
        let chunk = AttachmentLimit.chunkBytesMax
        func send(_ bytes: Int) throws -> Browser.Answer {
            try self.send(
                Self.long, from: 0, named: "long.txt", token, to: path, by: browser, bytes: bytes)
        }
        #expect(try send(chunk + 1)["upload-offset"] == "\(chunk)")
        #expect(try send(chunk + 256 * 1_024).status == 413)
        #expect(try files(scene, scene.interaction).isEmpty)
    }

    /// IA-36 to IA-38: a file that is not taken is refused with the reason at its first part, and
    /// nobody else sends one.
    @Test func partsAreRefusedWithTheReason() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let path = "/interactions/\(scene.interaction.text)"
        let token = try proof(browser, path, to: "\(path)/files")
        let large = [UInt8](repeating: 10, count: AttachmentLimit.fileBytesMax + 1)
        for (name, content, text) in [
            ("large.txt", large, "File exceeds 10MB limit"),
            ("program.exe", [1], "File type of \"program.exe\" is not accepted"),
            ("broken.png", Self.png, "broken.png"),
        ] {
            let answer = try send(content, from: 0, named: name, token, to: path, by: browser)
            #expect(answer.status == 422 && answer.text.contains(text))
            #expect(answer["content-type"] == "text/plain; charset=utf-8")
        }
        let note = Array("Camp dates".utf8)
        for person in [scene.parent, scene.sibling, scene.stranger] {
            let other = try scene.browser(person)
            let own = try proof(other, "/more", to: "/sign-out")
            let answer = try send(note, from: 0, named: "a.txt", own, to: path, by: other)
            #expect(answer.status == (person.role == .parent ? 403 : 404))
        }
        #expect(
            try send(note, from: 0, named: "a.txt", "", to: path, by: browser).status == 403)
        #expect(try files(scene, scene.interaction).isEmpty)
        // An empty file has no part.
        #expect(try send([], from: 0, named: "a.txt", token, to: path, by: browser).status == 201)
    }

    /// IA-38: files that follow in parts are refused before anything is logged.
    @Test func filesThatFollowAreCheckedBeforehand() throws {
        let (scene, browser) = try WebScene.withBrowser()
        var form = try browser.form("/interactions/new")
        form.fill([
            "school_id": scene.school.text, "type": "email",
            "file_size": "\(AttachmentLimit.fileBytesMax + 1)",
        ])
        let beginning = Browser.File(name: "long.txt", content: Array(Self.long.prefix(4_096)))
        let refused = try browser.post(form, files: [beginning])
        #expect(refused.status == 422 && refused.text.contains("File exceeds 10MB limit"))
        #expect(try scene.logged().count == 1)
        form.fill("file_size", "\(Self.long.count)")
        let logged = try #require(try browser.post(form, files: [beginning])["location"])
        let newest = try #require(
            try scene.logged().first { $0.id != scene.interaction })
        #expect(logged == "/interactions/\(newest.id.text)?done=logged")
        #expect(try files(scene, newest.id).isEmpty)
    }

    /// Copies of one file with different names are attached once, under the first name.
    @Test func copiesInOneFormAreAttachedOnce() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let path = "/interactions/\(scene.interaction.text)"
        let form = try browser.form(path, to: "\(path)/files")
        let copies = ["dates.txt", "copy.txt"].map {
            Browser.File(name: $0, content: Array("Camp dates".utf8))
        }
        for _ in 0..<2 {
            #expect(try browser.post(form, files: copies)["location"] == "\(path)?done=attached")
        }
        #expect(try files(scene, scene.interaction).map(\.name) == ["dates.txt"])
    }

    /// Files are added to an interaction that is there, shown, removed, and brought back.
    @Test func filesAreAddedAndRemoved() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let path = "/interactions/\(scene.interaction.text)"
        let form = try browser.form(path, to: "\(path)/files")
        // A broken picture has the right beginning; only the service sees the rest.
        let broken = try browser.post(
            form, files: [.init(name: "broken.png", content: Self.png)])
        #expect(broken.status == 422 && broken.text.contains("broken.png"))
        #expect(try files(scene, scene.interaction).isEmpty)
        let note = Browser.File(name: "note.txt", content: Array("Camp dates".utf8))
        let added = try browser.post(form, files: [note])
        #expect(added["location"] == "\(path)?done=attached")
        let file = try #require(try files(scene, scene.interaction).first)
        let removal = try browser.form(path, to: "\(path)/files/\(file.id.text)/remove")
        let removed = try browser.submit(removal)
        #expect(removed.text.contains("Removed"))
        #expect(try files(scene, scene.interaction).isEmpty)
        _ = try browser.undo(removed)
        #expect(try files(scene, scene.interaction).map(\.name) == ["note.txt"])

        // Nobody else adds or removes one, and without the proof no file is read.
        let parent = try scene.browser(scene.parent)
        #expect(try !parent.open(path).text.contains("\(path)/files\""))
        let another = Browser.File(name: "another.txt", content: Array("Forged".utf8))
        for person in [scene.parent, scene.sibling, scene.stranger] {
            let other = try scene.browser(person)
            let own = try other.form("/more", to: "/sign-out")
            let expected = person.role == .parent ? 403 : 404
            let adding = Browser.Form(action: "\(path)/files", items: own.items)
            #expect(try other.post(adding, files: [another]).status == expected)
            let removing = Browser.Form(action: removal.action, items: own.items)
            #expect(try other.post(removing).status == expected)
        }
        var bare = form
        bare.items.removeAll { $0.name == "token" }
        #expect(try browser.post(bare, files: [another]).status == 403)
        #expect(try files(scene, scene.interaction).count == 1)
    }
}
