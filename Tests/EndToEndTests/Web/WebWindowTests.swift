import Contracts
import Foundation
import Support
import Testing

/// The family's contact windows in a browser without scripts, over all services.
@Suite(.onePerCore) struct WebWindowTests {
    private static let page = "/settings/windows"
    private static let clear = "/settings/windows/clear"
    private static let header = "division,types,kind,first_day,source,checked_on\n"

    private func send(_ text: String, _ browser: Browser) throws -> Browser.Answer {
        try browser.post(
            try browser.form(Self.page),
            files: text.isEmpty ? [] : [.init(name: "windows.csv", content: Array(text.utf8))],
            in: "file")
    }

    private func sources(_ scene: WebScene) throws -> [String] {
        try scene.home.call(ListContactWindows.self, EmptyRequest()).windows.map(\.source)
    }

    // N-54, N-55: stored once, refused as a whole with its lines, replaced, and removed.
    @Test func aFileIsStoredRefusedAndRemoved() throws {
        let (scene, browser) = try WebScene.withBrowser()
        #expect(try browser.open("/settings").text.contains(Self.page))
        let form = try browser.form(Self.page)
        let file = Browser.File(
            name: "w.csv",
            content: Array(
                (Self.header + "D1,text,closed,2026-01-01,\(WebScene.canary) A,2001-01-01\n").utf8))
        let stored = try browser.post(form, files: [file], in: "file")
        #expect(stored.status == 303)
        #expect(try browser.post(form, files: [file], in: "file")["location"] == stored["location"])
        let shown = try browser.open(try #require(stored["location"]))
        #expect(shown.text.contains("Saved") && shown.text.contains("\(WebScene.canary) A"))
        #expect(shown.text.contains("Checked over a year ago"))
        let refused = try send(Self.header + ",fax,maybe,2026-01-01,B,2026-01-01\n", browser)
        #expect(refused.status == 422 && refused.text.contains("Line 2"), "\(refused.text)")
        #expect(refused.text.contains("Nothing was changed"))
        #expect(try sources(scene) == ["\(WebScene.canary) A"])
        #expect(try send("", browser).status == 422)
        #expect(
            try send("\u{FEFF}" + Self.header + ",,open,2026-01-01,B,2026-01-01\n", browser).status
                == 303)
        #expect(try sources(scene) == ["B"])
        #expect(try browser.open(Self.clear).text.contains(ContactWindowText.clearQuestion))
        let removed = try browser.submit(try browser.form(Self.clear))
        #expect(removed.text.contains("No contact windows yet"))
        #expect(try sources(scene).isEmpty)
    }

    // N-52: a contact that the table speaks of is logged, and its page says so once.
    @Test func aContactIsLoggedWithAHint() throws {
        let (scene, browser) = try WebScene.withBrowser()
        func log(_ subject: String) throws -> Browser.Answer {
            try browser.submit(try scene.filledForm(browser, subject: subject))
        }
        let hint = "says no phone calls with coaches of D1 schools from Jan 1, 2026 on"
        let rule = "D1,phone_call,closed,2026-01-01,Ours,2026-01-01\n"
        #expect(try send(Self.header + rule, browser).status == 303)
        // The division of the school is not known.
        #expect(try !log("One").text.contains(hint))
        var edit = SchoolForm()
        (edit.id, edit.version) = (FormField(scene.school.text), FormField(1))
        edit.division = FormField("D1")
        _ = try scene.home.call(EditSchool.self, edit)
        // Interactions follow the feed of schools.
        var number = 0
        let isSaid = try Waiting.until {
            number += 1
            let answer = try log("Another \(number)")
            let heading = try answer.page.heading
            return answer.text.contains(hint) && heading == "Another \(number)"
        }
        #expect(isSaid)
        let logged = try scene.logged()
        #expect(logged.contains { $0.subject == "One" } && logged.count == number + 2)
        let last = try #require(logged.first { $0.subject == "Another \(number)" })
        #expect(try !browser.open("/interactions/\(last.id.text)").text.contains(hint))
    }

    // N-52: the follow-ups say so, too, for today.
    @Test func theQueueHasHints() throws {
        let (scene, browser) = try WebScene.withBrowser()
        #expect(try !browser.open("/queue").text.contains("Contact window"))
        #expect(
            try send(Self.header + ",,closed,2026-01-01,Ours,2026-01-01\n", browser).status == 303)
        for person in [scene.player, scene.parent] {
            let queue = try scene.browser(person).open("/queue").text
            #expect(queue.contains("Ann Lee") && queue.contains("This is a note from your table"))
        }
    }

    // N-56: parents read, and strangers see their own table.
    @Test func othersChangeNothing() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let text = Self.header + ",,closed,2026-01-01,\(WebScene.canary) rules,2026-01-01\n"
        #expect(try send(text, browser).status == 303)
        let parent = try scene.browser(scene.parent)
        let read = try parent.open(Self.page)
        #expect(read.text.contains("\(WebScene.canary) rules") && !read.text.contains("CSV file"))
        #expect(try parent.send("GET", Self.clear)["location"] == Self.page)
        let token = try parent.form("/more", to: "/sign-out").items
        let clearing = Browser.Form(action: Self.clear, items: token)
        #expect(try parent.post(clearing).status == 403)
        let stranger = try scene.browser(scene.stranger)
        #expect(try !stranger.open(Self.page).text.contains(WebScene.canary))
        #expect(try stranger.submit(try stranger.form(Self.clear)).status == 200)
        #expect(try sources(scene) == ["\(WebScene.canary) rules"])
        let sibling = try scene.browser(scene.sibling)
        #expect(try sibling.open(Self.page).text.contains("CSV file"))
    }
}
