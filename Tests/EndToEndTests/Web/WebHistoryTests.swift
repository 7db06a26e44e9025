import Contracts
import Foundation
import Support
import Testing

/// The history in a browser.
@Suite(.onePerCore) struct WebHistoryTests {
    /// Who did what, with each changed field; siblings' interactions and other families' changes
    /// stay unseen.
    @Test func theHistoryTellsWhoDidWhat() throws {
        let (scene, browser) = try WebScene.withBrowser()
        var form = try browser.form("/coaches/\(scene.coach.text)/edit")
        form.fill("first_name", "Annabel")
        #expect(try browser.post(form).status == 303)
        let shown = try browser.open("/history")
        let rows = try shown.page.all("li").map(\.text)
        #expect(rows.contains { $0.contains("Maya Player changed coach Annabel Lee") })
        #expect(rows.contains { $0.contains("first name: Ann → Annabel") })
        #expect(shown.text.contains("\(WebScene.canary) subject"))
        let one = try browser.open("/history?record=\(scene.coach.text)")
        #expect(one.text.contains("first name: ") && !one.text.contains("subject"))

        let sibling = try scene.browser(scene.sibling).open("/history")
        #expect(sibling.text.contains("Annabel"))
        #expect(!sibling.text.contains("\(WebScene.canary) subject"))
        let stranger = try scene.browser(scene.stranger)
        for path in ["/history", "/history?record=\(scene.coach.text)", "/history?cursor=1"] {
            let page = try stranger.open(path)
            #expect(page.status == 200 && !page.text.contains(WebScene.canary))
            #expect(!page.text.contains("Annabel"))
        }
    }

    /// A list of contacts becomes records of several services. In the history it is one action,
    /// which its player can undo there.
    @Test func anImportIsOneActionWithOneUndo() throws {
        let (scene, browser) = try WebScene.withBrowser()
        func names() throws -> [String] {
            try scene.home.call(ListSchools.self, .init()).schools.map(\.name)
                + scene.home.call(ListCoaches.self, .init()).coaches.map(\.fullName)
        }
        let before = try names()
        let text = "Date,School,Coach,Notes\n1/5/2026,Elon University,Pat Sample,Hello\n"
        let report = try browser.post(
            try browser.form("/import/log"),
            files: [.init(name: "log.csv", content: Array(text.utf8))])
        var form = try Browser.form(in: report, to: "/import/log")
        form.action = "/import/log/commit"
        #expect(try browser.post(form).status == 303)
        #expect(try names().count == before.count + 2)
        let shown = try browser.open("/history")
        let rows = try shown.page.all("li").map(\.text).filter { $0.contains(" imported ") }
        #expect(rows.count == 1)
        #expect(rows[0].contains("imported 1 coach, 1 interaction, 1 school"))
        let undoing = try shown.page.all("form").compactMap { $0["action"] }
            .filter { $0.hasSuffix("/undo") }
        #expect(undoing.count == 1)
        for other in [scene.parent, scene.sibling] {
            let page = try scene.browser(other).open("/history")
            #expect(try page.page.all("form").allSatisfy { $0["action"]?.contains("undo") != true })
        }
        #expect(try browser.post(try Browser.form(in: shown, to: undoing[0])).status == 303)
        #expect(try names() == before)
        let after = try browser.open("/history")
        let undone = "undid an import of 1 coach, 1 interaction, 1 school"
        #expect(try after.page.all("li").contains { $0.text.contains(undone) })
        #expect(try after.page.all("form").allSatisfy { $0["action"]?.contains("undo") != true })
    }

    /// Older changes are a page further, and none is shown twice or left out.
    @Test func thePagesFollowEachOther() throws {
        let (scene, browser) = try WebScene.withBrowser()
        for number in 0..<60 {
            _ = try scene.home.call(
                AddSchool.self, .init(name: "College \(number)"), key: .random())
        }
        let first = try browser.open("/history")
        let older = try #require(
            try first.page.all("a").first { $0.text == "Older" }?["href"])
        let second = try browser.open(older)
        #expect(second.text.contains("Newest"))
        let names = try [first, second].flatMap { answer in
            try answer.page.all("bdi").map(\.text).filter { $0.hasPrefix("school College ") }
        }
        #expect(names.count == 60 && Set(names).count == 60)
    }

    /// A service that is away leaves its part out, and the page says so.
    @Test func aServiceThatIsAwayIsNamed() throws {
        let (scene, browser) = try WebScene.withBrowser()
        scene.system.stop(.events)
        let shown = try browser.open("/history")
        #expect(shown.status == 200 && shown.text.contains("some changes are missing here"))
        #expect(shown.text.contains("\(WebScene.canary) subject"))
    }
}
