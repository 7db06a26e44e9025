import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// The start page, the social feed and its figures in a browser.
@Suite(.onePerCore) struct WebSocialTests {
    /// A scene with a post of its school.
    private func prepared() throws -> WebScene {
        let scene = try WebScene(SystemUnderTest())
        var form = PostForm(
            platform: "twitter", postDate: scene.system.clock.now().text)
        form.postContent = FormField("\(WebScene.canary) camp dates <b>are out</b>")
        form.authorHandle = FormField("fict_canary")
        form.schoolID = FormField(scene.school.text)
        form.isRecruitingRelated = FormField(true)
        form.sentiment = FormField("positive")
        _ = try scene.home.call(AddPost.self, form)
        return scene
    }

    /// SA-27, SA-30, SA-31, SA-37: the feed and the figures lead to each other and to the school.
    @Test func theFeedAndTheFiguresLeadToEachOther() throws {
        let scene = try prepared()
        let browser = try scene.browser(scene.parent)
        let feed = try browser.open("/social?recruiting=true&platform=twitter")
        #expect(feed.status == 200 && feed.text.contains("@fict_canary"))
        #expect(feed.text.contains("camp dates are out"))
        #expect(try feed.page.all("a", "href", "/social/analytics").count == 1)
        #expect(try browser.open("/social?platform=instagram").text.contains("No posts match"))
        let figures = try browser.open("/social/analytics?range=7")
        let page = try figures.page
        #expect(page.all("dd").first?.text == "1")
        #expect(page.all("a", "href", "/schools/\(scene.school.text)").count == 1)
        #expect(page.all("a", "href", "/social").contains { $0["class"] == "back" })
        #expect(page.all("a", "href", "/social?recruiting=true").count == 1)
        #expect(try browser.open("/social/analytics?range=8").status == 422)
        let stranger = try scene.browser(scene.stranger)
        for path in ["/social", "/social/analytics?range=all"] {
            let answer = try stranger.open(path)
            #expect(answer.status == 200 && !answer.text.contains(WebScene.canary), "\(path)")
        }
    }

    /// A post is deleted after a question, and comes back; parents and strangers delete none.
    @Test func aPostIsDeletedAndComesBack() throws {
        let scene = try prepared()
        let post = try #require(try posts(scene).first)
        let address = "/social/\(post.id.text)/delete"
        let browser = try scene.browser(scene.player)
        #expect(try browser.open("/social").page.all("a", "href", address).count == 1)
        let form = try browser.form(address)
        let parent = try scene.browser(scene.parent)
        #expect(try parent.open("/social").page.all("a", "href", address).isEmpty)
        #expect(try scene.browser(scene.stranger).open(address).status == 404)
        let done = try browser.submit(form)
        #expect(done.text.contains("Deleted"))
        #expect(try posts(scene).isEmpty)
        #expect(try browser.open(address).status == 404)
        #expect(try browser.undo(done).text.contains("Everything is back"))
        #expect(try posts(scene).map(\.id) == [post.id])
    }

    /// a service that is away takes only its part of the start page with it.
    @Test func theStartNeedsNoServiceForTheOthers() throws {
        let scene = try prepared()
        let browser = try scene.browser(scene.player)
        scene.system.stop(.events)
        let start = try browser.open("/")
        #expect(start.status == 200 && start.text.contains("Ann Lee"))
        #expect(start.text.contains("A part of this page could not be loaded"))
        #expect(!start.text.contains("Next events"))
    }

    /// the sign-in leads to the start page, which has the family's newest, and no other's.
    @Test func theStartShowsTheFamilysNewest() throws {
        let scene = try prepared()
        let browser = Browser(scene.system.home)
        let first = try browser.signIn(scene.player)
        #expect(try first.page.title?.hasPrefix("Today") == true)
        #expect(first.text.contains("Waiting for your answer") && first.text.contains("Ann Lee"))
        #expect(try !scene.browser(scene.stranger).open("/").text.contains(WebScene.canary))
        #expect(
            try Browser(scene.system.home).send("GET", "/")["location"]?.hasPrefix("/sign-in")
                == true)
    }

    private func posts(_ scene: WebScene) throws -> [Contracts.Post] {
        try scene.home.call(ListPosts.self, .init()).posts
    }

    /// A post is added once by hand; a refused one comes back with every error; parents add none.
    @Test func aPostIsAddedByHand() throws {
        let (scene, browser) = try WebScene.withBrowser()
        var form = try browser.form("/social/new")
        form.fill([
            "post_content": "Camp is open", "post_url": "javascript:alert(1)",
            "engagement_count": "many",
        ])
        let refused = try browser.post(form)
        #expect(refused.status == 422 && refused.text.contains("Camp is open"))
        let errors = try refused.page.all(class: "error").map(\.text)
        #expect(
            Set(errors) == [
                PostForm.Refusal.platform, PostForm.Refusal.url, PostForm.Refusal.engagement,
            ])
        form = try Browser.form(in: refused, to: "/social/new")
        form.fill([
            "platform": "twitter", "post_url": "https://example.org/1", "engagement_count": "1,200",
            "school_id": scene.school.text, "is_recruiting_related": "true",
        ])
        for _ in 0..<2 { #expect(try browser.submit(form).text.contains("Camp is open")) }
        let post = try #require(try posts(scene).first)
        #expect(try posts(scene).count == 1)
        #expect(post.engagementCount == 1_200 && post.isRecruitingRelated)
        #expect(post.schoolID == scene.school)

        let parent = try scene.browser(scene.parent)
        #expect(try parent.send("GET", "/social/new")["location"] == "/social")
        let own = try parent.form("/more", to: "/sign-out")
        var forged = form
        forged.fill("token", own.items.first { $0.name == "token" }?.value ?? "")
        #expect(try parent.post(forged).status == 403)
        #expect(try posts(scene).count == 1)
    }
}
