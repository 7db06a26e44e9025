import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// A second factor in a browser, from the secret to its end.
@Suite(.onePerCore) struct WebSecondFactorTests {
    private static let page = "/settings/second-factor"
    private static let confirm = "/settings/second-factor/confirm"
    private static let remove = "/settings/second-factor/remove"

    /// Turns the second factor on and returns the app.
    private func secured(_ scene: WebScene, _ browser: Browser) throws -> Authenticator {
        var form = try browser.form(Self.page, to: Self.page)
        form.fill("password", "not the password")
        #expect(try browser.post(form).status == 422)
        form.fill("password", scene.player.password)
        let shown = try browser.post(form)
        #expect(shown.status == 200 && shown["cache-control"] == "no-store")
        let secret = try #require(try shown.page.all("code").first?.text)
        #expect(shown.text.contains("otpauth://totp/Recruiting%20Compass:"))
        let app = Authenticator(secret)
        var first = try Browser.form(in: shown, to: Self.confirm)
        first.fill("code", "000000")
        let refused = try browser.post(first)
        #expect(refused.status == 422 && refused.text.contains(SecondFactorText.isWrong))
        var again = try Browser.form(in: refused, to: Self.confirm)
        again.fill("code", app.code(at: scene.system.clock.now()))
        #expect(try browser.submit(again).text.contains("Your second factor is on"))
        return app
    }

    private func signInForm(_ scene: WebScene, _ browser: Browser) throws -> Browser.Form {
        var form = try browser.form("/sign-in")
        form.fill([
            "email": scene.player.email, "password": scene.player.password, "to": "/coaches",
        ])
        return form
    }

    // N-71: the code is asked on a page of its own, which does not show the password.
    @Test func aSignInAsksForTheCode() throws {
        let scene = try WebScene(SystemUnderTest())
        let app = try secured(scene, try scene.browser(scene.player))
        let browser = Browser(scene.system.home)
        let asked = try browser.post(try signInForm(scene, browser))
        #expect(asked.status == 200 && browser.cookies.isEmpty)
        #expect(!asked.text.contains(scene.player.password))
        #expect(!asked.text.contains(scene.player.email))
        var form = try Browser.form(in: asked, to: "/sign-in")
        #expect(form.items.map(\.name).sorted() == ["code", "pending", "to"])
        form.fill("code", "000000")
        let refused = try browser.post(form)
        #expect(refused.status == 401 && refused.text.contains(SecondFactorText.isWrong))
        var again = try Browser.form(in: refused, to: "/sign-in")
        again.fill("code", "12")
        let short = try browser.post(again)
        #expect(short.status == 422 && short.text.contains(SecondFactorCode.refusal))
        again.fill("code", app.code(at: scene.system.clock.now(), later: 1))
        #expect(try browser.post(again)["location"] == "/coaches")
        #expect(try browser.open("/coaches").status == 200)
    }

    // N-74: the notification leads to the sessions, where the device has its name.
    @Test func anotherBrowserIsTold() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let app = try secured(scene, browser)
        let other = Browser(scene.system.home)
        let asked = try other.post(try signInForm(scene, other))
        var form = try Browser.form(in: asked, to: "/sign-in")
        form.fill("code", app.code(at: scene.system.clock.now(), later: 1))
        #expect(try other.post(form)["location"] == "/coaches")
        #expect(
            try Waiting.until {
                try browser.open("/notifications").text.contains("New sign-in on Browser")
            })
        let link = try #require(
            browser.open("/notifications").page.all("a").first {
                $0.text == "New sign-in on Browser"
            }?["href"])
        #expect(try browser.open(link).page.heading == "Family and settings")
    }

    @Test func aSignInThatSomebodyElseSealedBeginsAgain() throws {
        let scene = try WebScene(SystemUnderTest())
        let app = try secured(scene, try scene.browser(scene.player))
        let browser = Browser(scene.system.home)
        let asked = try browser.post(try signInForm(scene, browser))
        var form = try Browser.form(in: asked, to: "/sign-in")
        let pending = try #require(form.items.first { $0.name == "pending" }?.value)
        form.fill("code", app.code(at: scene.system.clock.now(), later: 1))
        for wrong in ["", "AAAA", String(pending.dropLast(4)), pending + "AAAA"] {
            form.fill("pending", wrong)
            let answer = try browser.post(form)
            #expect(answer.status == 401 && answer.text.contains("took too long"))
            #expect(browser.cookies.isEmpty)
        }
    }

    // N-73
    @Test func itIsTurnedOffWithARecoveryCode() throws {
        let (scene, browser) = try WebScene.withBrowser()
        _ = try secured(scene, browser)
        let codes = try scene.system.call(
            RenewRecoveryCodes.self, .init(password: scene.player.password), as: scene.player
        ).codes
        #expect(try browser.open("/settings").text.contains("Turn off the second factor"))
        var form = try browser.form(Self.page, to: Self.remove)
        form.fill("password", scene.player.password)
        form.fill("code", "000000")
        #expect(try browser.post(form).status == 422)
        form.fill("code", codes[0])
        #expect(try browser.submit(form).text.contains("Your second factor is off"))
        let other = Browser(scene.system.home)
        #expect(try other.post(try signInForm(scene, other))["location"] == "/coaches")
    }
}
