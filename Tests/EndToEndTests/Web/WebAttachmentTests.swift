import Contracts
import Foundation
import Support
import Testing

/// Files of interactions in a browser.
@Suite(.oneAtATime) struct WebAttachmentTests {
    /// The beginning of a picture without width.
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 0, 0, 0, 0, 1, 8, 2, 0, 0, 0, 0x90, 0x77, 0x53, 0xDE]
    /// A text of several chunks.
    private static let long = [UInt8](
        repeating: UInt8(ascii: "x"), count: 3 * AttachmentLimit.chunkBytesMax + 7)

    private func files(_ scene: WebScene, _ id: InteractionID) throws -> [Contracts.Attachment] {
        try scene.system.call(
            ListAttachments.self, .init(interactionID: id), as: scene.player, in: scene.family
        ).attachments
    }

    private func interactions(_ scene: WebScene) throws -> [Interaction] {
        try scene.system.call(
            ListInteractions.self, .init(), as: scene.player, in: scene.family
        ).interactions
    }

    /// IA-35: files come with a new interaction. A form that is sent twice attaches them once.
    @Test func filesComeWithAnInteraction() throws {
        let scene = try WebScene(SystemUnderTest())
        let browser = try scene.browser(scene.player)
        var form = try browser.form("/interactions/new")
        form.fill("school_id", scene.school.text)
        form.fill("type", "email")
        form.fill("subject", "With files")
        let sent: [Browser.File] = [
            .init(name: "Transcript, \"fall\" 2026.txt", content: Self.long),
            .init(name: "notes.txt", content: Array("Zwölf".utf8)),
        ]
        for _ in 0..<2 {
            #expect(
                try browser.post(form, files: sent)["location"] == "/interactions?done=logged")
        }
        let logged = try #require(
            try interactions(scene).first { $0.subject == "With files" })
        #expect(try interactions(scene).count == 2)
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
        let scene = try WebScene(SystemUnderTest())
        let browser = try scene.browser(scene.player)
        var form = try browser.form("/interactions/new")
        form.fill("school_id", scene.school.text)
        form.fill("type", "email")
        form.fill("subject", "Kept subject")
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
        #expect(try interactions(scene).count == 1)
        // At the limit it is taken.
        let taken = try browser.post(form, files: [.init(name: "large.txt", content: large)])
        #expect(taken["location"] == "/interactions?done=logged")
    }

    /// Files are added to an interaction that is there, shown, removed, and brought back.
    @Test func filesAreAddedAndRemoved() throws {
        let scene = try WebScene(SystemUnderTest())
        let browser = try scene.browser(scene.player)
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
        let undo = try #require(
            try removed.page.all("form").compactMap { $0["action"] }.first {
                $0.hasSuffix("/undo")
            })
        _ = try browser.submit(try Browser.form(in: removed, to: undo))
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
