import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// Saved filters and marked rows: in a browser, on the command line and in the HTTP API.
@Suite(.onePerCore) struct WebViewTests {
    private let scene: WebScene

    init() throws { scene = try WebScene(SystemUnderTest()) }

    private func log(_ count: Int, seed: UInt64, as person: Person) throws {
        var numbers = SeededNumbers(seed: seed)
        for number in 0..<count {
            let days = Int.random(in: 0..<120, using: &numbers)
            var form = CreateInteraction.Request(
                type: ["email", "camp", "phone_call"].randomElement(using: &numbers) ?? "email",
                direction: ["inbound", "outbound"].randomElement(using: &numbers) ?? "inbound",
                occurredAt: scene.system.clock.now().advanced(by: .seconds(-86_400 * days)).text)
            form.schoolID = FormField(scene.school.text)
            form.subject = FormField(number.isMultiple(of: 3) ? "Roster" : "Visit \(number)")
            form.sentiment = FormField(number.isMultiple(of: 2) ? "positive" : nil)
            _ = try scene.home.call(CreateInteraction.self, form, as: person)
        }
    }

    /// The ids of the rows on a page, in its order.
    private func ids(_ answer: Browser.Answer) throws -> [String] {
        try answer.page.all("input", "name", "id").compactMap { $0["value"] }
    }

    // N-28: a saved filter has the same rows on the page, on the command line and in the API.
    @Test func savedFiltersHaveTheSameRowsEverywhere() throws {
        try log(40, seed: 28, as: scene.player)
        let browser = try scene.browser(scene.player)
        try scene.system.signInOnCommandLine(scene.player, as: "player")
        let token = try scene.system.call(
            AddAccessToken.self, .init(name: "test", rights: "read", days: 1), as: scene.player
        ).secret
        var numbers = SeededNumbers(seed: 28)
        let choices: [[(String, String)]] = [
            [("type", "email"), ("type", "camp")], [("direction", "inbound")],
            [("days", "30"), ("days", "90")], [("search", "roster"), ("search", "visit 1")],
            [("school", scene.school.text)], [("sentiment", "positive")],
        ]
        var saved: [SavedView] = []
        for number in 0..<8 {
            var filters = choices.filter { _ in Bool.random(using: &numbers) }
                .compactMap { $0.randomElement(using: &numbers) }
            if filters.isEmpty { filters = [("direction", "outbound")] }
            saved.append(
                try scene.home.call(
                    SaveView.self,
                    .init(
                        list: .interactions, name: "View \(number)",
                        filters: filters.map { SavedFilter(flag: $0.0, value: $0.1) })
                ).view)
        }
        for view in saved {
            let name = view.name
            // The page, by the link that the list has for it.
            let list = try browser.open("/interactions")
            let link = try #require(try list.page.all("a").first { $0.text == name }?["href"])
            let page = try ids(browser.open(link))
            // The command line, by the name.
            let compass = try scene.system.compass(
                ["interactions", "list", "--view", name.lowercased(), "-o", "name"],
                as: "player")
            #expect(compass.ending == .exit(0), "\(compass.errors)")
            let lines = String(decoding: compass.output, as: UTF8.self).split(separator: "\n")
            #expect(lines.map(String.init) == page)
            // The API, whose parameters have the names of the flags.
            let query = view.filters.map { "\($0.flag)=\(Self.encoded($0.value))" }
            let answer = try browser.send(
                "GET", "/api/v1/interactions?" + query.joined(separator: "&"), [],
                fields: [
                    "Authorization": "Bearer \(token)", "Sec-Fetch-Site": nil,
                    "Content-Type": nil, "Cookie": nil,
                ])
            #expect(answer.status == 200, "\(query): \(answer.text.prefix(400))")
            guard answer.status == 200 else { continue }
            let rows = try JSONCoding.decodeResponse(
                ListInteractions.Response.self, from: answer.body
            ).interactions
            #expect(rows.map(\.id.text) == page, "\(name): \(view.filters)")
        }
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }

    // N-27, N-29: saved on a list, shared, used by a parent, removed.
    @Test func aFilterIsSavedOnItsList() throws {
        let browser = try scene.browser(scene.player)
        let list = try browser.open("/interactions?type=email&direction=inbound")
        let save = try #require(
            try list.page.all("a").compactMap { $0["href"] }.first { $0.hasPrefix("/views/new") })
        var form = try browser.form(save, to: "/views")
        form.fill("name", " ")
        let refused = try browser.post(form)
        #expect(refused.status == 422 && refused.text.contains("Name must be 1 to 60 characters"))
        form.fill("name", "\(WebScene.canary) mail")
        form.items.append((name: "is_shared", value: "true"))
        let made = try browser.post(form)
        #expect(
            made["location"] == "/interactions?done=saved&type=email&direction=inbound")
        // Sent twice, it is saved once.
        #expect(try browser.post(form).status == 303)
        let shown = try browser.open("/interactions")
        #expect(shown.text.contains("\(WebScene.canary) mail"))
        let parent = try scene.browser(scene.parent).open("/interactions")
        #expect(parent.text.contains("\(WebScene.canary) mail"))
        let stranger = try scene.browser(scene.stranger)
        for path in ["/views", "/interactions"] {
            #expect(try !stranger.open(path).text.contains(WebScene.canary))
        }
        let views = try browser.open("/views")
        let removal = try #require(
            try views.page.all("form", "method", "post").compactMap { $0["action"] }
                .first { $0.hasPrefix("/views/") })
        var stolen = try stranger.form("/settings/tokens", to: "/settings/tokens")
        stolen.action = removal
        #expect(try stranger.post(stolen).status == 404)
        let removed = try browser.submit(try Browser.form(in: views, to: removal))
        #expect(removed.text.contains("Removed") && removed.text.contains("No saved filters"))
    }

    // N-39: marked rows are deleted after a question, and one undo brings them back.
    @Test func markedRowsGoAndComeBack() throws {
        try log(5, seed: 39, as: scene.player)
        try log(1, seed: 40, as: scene.sibling)
        let browser = try scene.browser(scene.player)
        let all = try ids(browser.open("/interactions"))
        #expect(all.count == 6)
        let marked = [all[0], all[2], all[5]]
        let query = marked.map { "id=\($0)" }.joined(separator: "&")
        let exported = try browser.open("/interactions/export?marked=true&\(query)")
        #expect(exported.text.components(separatedBy: "\r\n").count == 5)
        #expect(exported["content-type"]?.hasPrefix("text/csv") == true)
        let asked = try browser.open("/interactions/delete?marked=true&\(query)")
        #expect(asked.text.contains("delete 3 interactions?"))
        let form = try Browser.form(in: asked, to: "/interactions/delete")
        let done = try browser.submit(form)
        #expect(done.text.contains("Deleted: 3 interactions"))
        #expect(try ids(browser.open("/interactions")) == [all[1], all[3], all[4]])
        // A second click on the same form is harmless.
        #expect(try browser.post(form).status == 303)
        let back = try browser.undo(done)
        #expect(back.text.contains("Everything is back"))
        #expect(try ids(browser.open("/interactions")) == all)
        // All that a filter selects, without scripts.
        let filtered = try browser.open("/interactions?search=roster")
        let matching = try ids(filtered)
        let link = try #require(
            try filtered.page.all("a").compactMap { $0["href"] }
                .first { $0.hasPrefix("/interactions/delete?") })
        let question = try browser.open(link)
        let gone = try browser.submit(try Browser.form(in: question, to: "/interactions/delete"))
        #expect(gone.status == 200)
        #expect(try ids(browser.open("/interactions")) == all.filter { !matching.contains($0) })
    }

    // N-126, N-127: marked rows get one note, and one undo removes it.
    @Test func markedRowsGetANote() throws {
        try log(3, seed: 41, as: scene.player)
        let browser = try scene.browser(scene.player)
        let marked = try ids(browser.open("/interactions")).prefix(2)
        let query = marked.map { "id=\($0)" }.joined(separator: "&")
        let asked = try browser.open("/interactions/note?marked=true&\(query)")
        var form = try Browser.form(in: asked, to: "/interactions/note")
        let refused = try browser.post(form)
        #expect(refused.status == 422 && refused.text.contains(NoteInteractions.Refusal.note))
        form = try Browser.form(in: refused, to: "/interactions/note")
        form.fill("note", "Paid by the club")
        let done = try browser.submit(form)
        #expect(done.text.contains("Note added: 2 notes"))
        func noted() throws -> [String] {
            try scene.logged().filter { $0.content?.contains("Paid by the club") == true }
                .map(\.id.text)
        }
        #expect(try Set(noted()) == Set(marked))
        let back = try browser.undo(done)
        #expect(back.text.contains("Note removed") && back.text.contains("My Interactions"))
        #expect(try noted().isEmpty)
        // N-128
        let parent = try scene.browser(scene.parent)
        let forbidden = try parent.open("/interactions/note?\(query)")
        #expect(forbidden.status == 403 && forbidden.text.contains("Only players can add notes"))
        let sibling = try scene.browser(scene.sibling)
        var stolen = try sibling.form("/interactions/note?\(query)", to: "/interactions/note")
        stolen.fill("note", "x")
        #expect(try sibling.post(stolen).status == 404)
    }

    // N-37, N-39: nobody deletes or exports rows of others, and nobody learns whether they exist.
    @Test func nobodyTouchesRowsOfOthers() throws {
        let query = "id=\(scene.interaction.text)"
        for (person, status) in [(scene.sibling, 404), (scene.stranger, 404), (scene.parent, 403)] {
            let browser = try scene.browser(person)
            let asked = try browser.open("/interactions/export?marked=true&\(query)")
            #expect(asked.status == status, "\(person.name)")
            #expect(!asked.text.contains(WebScene.canary + " subject"))
        }
        let parent = try scene.browser(scene.parent)
        let forbidden = try parent.open("/interactions/delete?\(query)")
        #expect(forbidden.status == 403 && forbidden.text.contains(DeleteInteraction.playersOnly))
        let sibling = try scene.browser(scene.sibling)
        let form = try sibling.form("/interactions/delete?\(query)", to: "/interactions/delete")
        #expect(try sibling.post(form).status == 404)
        #expect(try scene.logged().count == 1)
        let nothing = try sibling.open("/interactions/delete?marked=true")
        #expect(nothing.status == 200 && nothing.text.contains("Nothing is marked"))
        #expect(try sibling.open("/interactions/delete?id=x").status == 404)
    }
}
