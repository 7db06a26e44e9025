import Contracts
import Foundation
import Support
import Testing

/// Signing in and out in a browser.
@Suite(.onePerCore) struct WebSignInTests {
    /// the answer is identity's; nothing typed is lost but the password.
    @Test func aWrongPasswordComesBackWithTheAddress() throws {
        let scene = try WebScene(SystemUnderTest())
        let browser = Browser(scene.system.home)
        let asked = try browser.open("/coaches?role=head")
        var form = try Browser.form(in: asked, to: "/sign-in")
        #expect(form.items.contains { $0 == ("to", "/coaches?role=head") })
        form.fill("email", scene.player.email)
        form.fill("password", "not the password")
        let refused = try browser.post(form)
        let error = scene.system.refusal(
            of: Login.self, .init(email: scene.player.email, password: "not the password"))
        #expect(refused.status == 401)
        let page = try refused.page
        #expect(page.all("div", "role", "alert").map(\.text) == [error?.message])
        #expect(page.all("input", "name", "email").first?["value"] == scene.player.email)
        #expect(!refused.text.contains("not the password") && browser.cookies.isEmpty)
        // An address of another site is not gone to.
        form.fill("password", scene.player.password)
        form.fill("to", "//elsewhere.example/")
        #expect(try browser.post(form)["location"] == "/")
        form.fill("to", "/coaches?role=head")
        #expect(try browser.post(form)["location"] == "/coaches?role=head")
    }

    /// The limit is identity's: the page has its text and says when to come back.
    @Test func tooManyAttemptsAreToldApart() throws {
        let scene = try WebScene(SystemUnderTest())
        let browser = Browser(scene.system.home)
        var form = try browser.form("/sign-in")
        form.fill("email", scene.player.email)
        form.fill("password", "not the password")
        var answer = try browser.post(form)
        for _ in 0..<40 where answer.status == 401 { answer = try browser.post(form) }
        #expect(answer.status == 429)
        let wait = try #require(answer["retry-after"].flatMap { Int($0) })
        let alerts = try answer.page.all("div", "role", "alert").map(\.text)
        let alert = try #require(alerts.first)
        #expect(wait > 0 && alerts.count == 1)
        #expect(alert.hasPrefix("Too many") && alert.hasSuffix("try again in \(wait) s"))
        #expect(try answer.page.all("input", "name", "email").first?["value"] == scene.player.email)
    }

    /// S19: on a shared computer the cookie has no age, also after a change of the password.
    @Test func aSharedComputerIsSignedOutWithItsWindow() throws {
        let scene = try WebScene(SystemUnderTest())
        let browser = Browser(scene.system.home)
        var form = try browser.form("/sign-in")
        form.fill("email", scene.player.email)
        form.fill("password", scene.player.password)
        form.fill("shared", "true")
        #expect(try browser.post(form).status == 303)
        var change = try browser.form("/settings/password")
        change.fill("current_password", scene.player.password)
        change.fill("new_password", "marble-lantern-orbit-9")
        #expect(try browser.post(change).status == 303)
        let cookies = browser.settings.filter { $0.hasPrefix("compass=") }
        #expect(cookies.count == 2 && cookies.allSatisfy { !$0.contains("Max-Age") })
    }

    /// The cookie is the session's token: opaque, hidden from scripts, and another one after each
    /// sign-in, which ends the session before it.
    @Test func theCookieIsOpaqueAndRotates() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let first = try #require(browser.cookies["compass"])
        let attributes = browser.settings[0].split(separator: "; ").dropFirst()
        #expect(Set(attributes) == ["Path=/", "Max-Age=34560000", "HttpOnly", "SameSite=Lax"])
        for secret in [scene.player.userID.text, scene.player.email, scene.family.text] {
            #expect(!first.contains(secret))
        }
        let other = Browser(scene.system.home)
        _ = try other.send("GET", "/sign-in", fields: ["Cookie": "compass=\(first)"])
        var form = try browser.form("/sign-in")
        form.fill("email", scene.player.email)
        form.fill("password", scene.player.password)
        #expect(try browser.post(form).status == 303)
        #expect(browser.cookies["compass"] != first)
        #expect(try browser.open("/interactions").text.contains(WebScene.canary))
        let old = try isSignedOut(Browser(scene.system.home), cookie: first)
        #expect(old)
    }

    /// Nothing with records stays in a browser: pages, lists as parts of a page, files, exports,
    /// the API, refusals. Who signs out, or signs in as somebody else, has it forget what it kept.
    @Test func browsersKeepNothingOfRecords() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let file = Array("Camp dates".utf8)
        let attached = try browser.post(
            try browser.form(
                "/interactions/\(scene.interaction.text)",
                to: "/interactions/\(scene.interaction.text)/files"),
            files: [.init(name: "dates.txt", content: file)])
        #expect(attached.status == 303)
        let record = try browser.open("/interactions/\(scene.interaction.text)").page
        let download = try #require(
            record.all("a").compactMap { $0["href"] }.first { $0.contains("/files/") })
        let addresses = [
            "/", "/interactions", "/interactions?type=email", "/interactions/export",
            "/interactions/\(scene.interaction.text)",
            "/interactions/\(scene.interaction.text)/edit",
            "/interactions/\(scene.interaction.text)/delete", "/coaches",
            "/coaches/\(scene.coach.text)", "/schools", "/events", "/social", "/queue",
            "/search?query=\(WebScene.canary)", "/trash", "/history", "/settings", "/more",
            "/settings/everything", download, "/interactions/nobody", "/interactions?type=nothing",
        ]
        for address in addresses {
            let answer = try browser.send("GET", address)
            #expect(answer["cache-control"] == "no-store", "\(address) \(answer.status)")
        }
        let token = try scene.system.call(
            AddAccessToken.self, .init(name: "test", rights: "read", days: 1), as: scene.player
        ).secret
        for address in ["/api/v1/interactions", "/api/v1/coaches/nobody"] {
            let answer = try browser.send(
                "GET", address, fields: ["Authorization": "Bearer \(token)"])
            #expect(answer["cache-control"] == "no-store", "\(address)")
        }
        // Another sign-in in the same browser.
        var form = try browser.form("/sign-in")
        form.fill("email", scene.sibling.email)
        form.fill("password", scene.sibling.password)
        #expect(try browser.post(form)["clear-site-data"] == "\"cache\"")
        let left = try browser.post(try browser.form("/more", to: "/sign-out"))
        #expect(left.status == 303 && left["clear-site-data"] == "\"cache\"")
        #expect(browser.cookies["compass"]?.isEmpty != false)
    }

    /// Whether a session's cookie shows nothing any more, soon.
    private func isSignedOut(_ browser: Browser, cookie: String) throws -> Bool {
        let fields = ["Cookie": "compass=\(cookie)"]
        let slowest = try ContinuousClock().measure {
            _ = try browser.send("GET", "/sign-in")
        }
        // 1 s; on a busy machine, some times of an ordinary answer.
        return try Waiting.until(max(.seconds(1), slowest * 40)) {
            let answer = try browser.send("GET", "/interactions", fields: fields)
            return answer.status == 303 && answer["location"]?.hasPrefix("/sign-in") == true
        }
    }

    /// Signing out ends the session for every browser that has its cookie; signing out everywhere
    /// ends all sessions, by the pages and from elsewhere.
    @Test func signingOutEndsTheSessionEverywhere() throws {
        let scene = try WebScene(SystemUnderTest())
        let (one, two) = (try scene.browser(scene.player), try scene.browser(scene.player))
        let cookies = try [one, two].map { try #require($0.cookies["compass"]) }
        let out = try one.submit(try one.form("/more", to: "/sign-out"))
        #expect(try out.page.heading == "Sign in")
        #expect(one.cookies["compass"] == nil)
        #expect(try isSignedOut(Browser(scene.system.home), cookie: cookies[0]))
        #expect(try two.open("/interactions").text.contains(WebScene.canary))
        // The command line ends all sessions of the player.
        _ = try scene.system.call(Logout.self, .init(everywhere: true), as: scene.player)
        #expect(try isSignedOut(two, cookie: cookies[1]))
        #expect(try two.open("/more").page.heading == "Sign in")
        // And so does the second button of the page.
        let (three, four) = (try scene.browser(scene.parent), try scene.browser(scene.parent))
        let last = try #require(three.cookies["compass"])
        var form = try four.form("/more", to: "/sign-out")
        form.fill("everywhere", "true")
        #expect(try four.post(form).status == 303)
        #expect(try isSignedOut(Browser(scene.system.home), cookie: last))
    }

    /// A member of two families looks at one of them; a cookie that names a third is ignored.
    @Test func aMemberOfTwoFamiliesChooses() throws {
        var scene = try WebScene(SystemUnderTest())
        try scene.system.join(scene.strangers.codes.parentCode, as: &scene.parent)
        let browser = try scene.browser(scene.parent)
        #expect(try browser.open("/schools").text.contains("\(WebScene.canary) College"))
        let form = try browser.form("/more", to: "/family")
        #expect(form.items.contains { $0 == ("family", scene.strangers.id.text) })
        #expect(try browser.submit(form).text.contains("Other family"))
        #expect(try !browser.open("/schools").text.contains("\(WebScene.canary) College"))
        let stranger = try scene.browser(scene.stranger)
        let cookie = try #require(stranger.cookies["compass"])
        let forged = try stranger.send(
            "GET", "/schools",
            fields: ["Cookie": "compass=\(cookie); compass-family=\(scene.family.text)"])
        #expect(forged.status == 200 && !forged.text.contains(WebScene.canary))
    }
}
