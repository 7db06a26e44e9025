import Contracts
import Foundation
import Support
import Testing

/// Possible duplicates and merges in a browser, without scripts.
@Suite(.onePerCore) struct WebDuplicateTests {
    /// N-81, N-82, N-86: the twin is warned about, listed, merged and separated again.
    @Test func aTwinIsMergedAndSeparatedAgain() throws {
        let (scene, browser) = try WebScene.withBrowser()
        var form = try browser.form("/coaches/new")
        for (name, text) in [
            ("first_name", "ANN"), ("last_name", "lee"), ("school_id", scene.school.text),
            ("phone", "(919) 555-0100"),
        ] {
            form.fill(name, text)
        }
        let added = try browser.submit(form)
        #expect(added.status == 200)
        // N-159: whom the twin is like, and both side by side.
        #expect(added.text.contains("Added: ANN lee, who may be the same as Ann Lee"))
        let way = try #require(
            try added.page.all("a").first { $0.text == "Compare them" }?["href"])
        #expect(way.hasPrefix("/coaches/\(scene.coach.text)/merge/"))
        #expect(try browser.open(way).text.contains("Side by side"))
        let list = try browser.open("/coaches/duplicates")
        #expect(list.text.contains("Same name") && list.text.contains("1 possible duplicate"))
        let link = try #require(
            try list.page.all("a").compactMap { $0["href"] }.first { $0.contains("/merge/") })
        let kept = try #require(link.split(separator: "/").dropFirst().first.map(String.init))
        let page = try browser.open(link)
        #expect(page.text.contains("Side by side"))
        let merge = try Browser.form(in: page, to: link)
        let done = try browser.submit(merge)
        // N-86: who was merged into whom.
        #expect(done.status == 200)
        #expect(
            done.text.contains("Merged ANN lee into Ann Lee")
                || done.text.contains("Merged Ann Lee into ANN lee: "))
        #expect(try browser.open("/coaches/duplicates").text.contains("No duplicates found"))
        #expect(try browser.open("/coaches/\(kept)").text.contains("(919) 555-0100"))
        #expect(try scene.logged().allSatisfy { $0.coachID?.text == kept })
        // A second click on the same form is harmless.
        #expect(try browser.post(merge).status == 303)
        let back = try browser.undo(done)
        #expect(back.text.contains("Everything is back"))
        #expect(try browser.open("/coaches/duplicates").text.contains("1 possible duplicate"))
    }

    /// N-123, N-124: a school that is there twice is merged and separated again.
    @Test func aSchoolIsMergedAndSeparatedAgain() throws {
        let scene = try WebScene(SystemUnderTest())
        let twin = try scene.home.call(
            AddSchool.self, SchoolForm(name: "\(WebScene.canary) college")
        ).school.id
        let browser = try scene.browser(scene.player)
        let path = "/schools/\(twin.text)/merge/\(scene.school.text)"
        let page = try browser.open(path)
        #expect(page.text.contains("Side by side"))
        let done = try browser.submit(try Browser.form(in: page, to: path))
        #expect(done.status == 200)
        #expect(done.text.contains(" into \(WebScene.canary) college: "))
        #expect(try scene.logged().allSatisfy { $0.schoolID == twin })
        #expect(try browser.open("/schools/duplicates").text.contains("No duplicates found"))
        let back = try browser.undo(done)
        #expect(back.text.contains("Everything is back"))
        #expect(try scene.logged().allSatisfy { $0.schoolID == scene.school })
        // N-125
        let parent = try scene.browser(scene.parent)
        #expect(try parent.send("GET", path)["location"] == "/schools")
        #expect(try scene.browser(scene.stranger).open(path).status == 404)
    }

    /// N-83, N-87: parents read and are led away from merges; strangers find nothing.
    @Test func onlyPlayersOfTheFamilyMerge() throws {
        let scene = try WebScene(SystemUnderTest())
        _ = try scene.home.addCoach("Ann", "Lee", at: scene.school)
        let player = try scene.browser(scene.player)
        let link = try #require(
            try player.open("/coaches/duplicates").page.all("a").compactMap { $0["href"] }
                .first { $0.contains("/merge/") })
        let parent = try scene.browser(scene.parent)
        let read = try parent.open("/coaches/duplicates")
        #expect(read.text.contains("Same name"))
        #expect(try !read.page.all("a").contains { $0["href"]?.contains("/merge/") == true })
        #expect(try parent.send("GET", link)["location"] == "/coaches")
        let stranger = try scene.browser(scene.stranger)
        #expect(try stranger.open(link).status == 404)
        #expect(try stranger.open("/coaches/duplicates").text.contains("No duplicates found"))
    }
}
