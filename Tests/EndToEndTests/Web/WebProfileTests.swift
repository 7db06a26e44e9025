import Contracts
import Foundation
import Support
import Testing

/// A player's profile in a browser without scripts, over all services.
@Suite(.onePerCore) struct WebProfileTests {
    // N-66, N-67: filled in, refused with the entries kept, and read by parents as far as the
    // player allows.
    @Test func aProfileIsFilledInAndRead() throws {
        let (scene, browser) = try WebScene.withBrowser()
        #expect(try browser.open("/").text.contains("Nothing filled in yet"))
        var form = try browser.form("/profile/edit")
        form.fill([
            "positions": "SS, 2B", "graduation_year": "2027", "height": "tall", "gpa": "3.85",
            "gpa_for": "me", "video_links": "https://video.example/a\r\nhttps://video.example/b",
        ])
        let refused = try browser.post(form)
        #expect(refused.status == 422 && refused.text.contains("field-height-error"))
        var again = try Browser.form(in: refused, to: "/profile/edit")
        #expect(again.items.contains { $0 == ("gpa", "3.85") })
        again.fill("height", "6-2")
        let saved = try browser.submit(again)
        for text in ["Saved", "SS, 2B", "2027", "3.85", "Only me", "https://video.example/b"] {
            #expect(saved.text.contains(text), "\(text)")
        }
        // A form that is sent twice, after a double click, is stored once.
        _ = try browser.submit(again)
        let profile = try #require(
            try scene.home.call(
                ListProfiles.self, EmptyRequest()
            ).profiles.first { $0.userID == scene.player.userID })
        #expect(profile.version == 1 && profile.height == "6'2\"")

        let parent = try scene.browser(scene.parent)
        for page in ["/", "/profile"] {
            let shown = try parent.open(page)
            #expect(shown.text.contains("SS, 2B"), "\(page)")
            #expect(!shown.text.contains("3.85") && !shown.text.contains("Only me"), "\(page)")
        }
        #expect(try parent.open("/profile/edit").page.heading == "Player Profile")
    }
}
