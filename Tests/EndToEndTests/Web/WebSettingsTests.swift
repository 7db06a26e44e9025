import Contracts
import Foundation
import Support
import Testing

/// The family's and the reader's settings in a browser.
@Suite(.onePerCore) struct WebSettingsTests {
    private static let settings = "/settings"

    private func preferences(_ scene: WebScene) throws -> Preferences {
        try scene.home.call(ShowPreferences.self, EmptyRequest())
    }

    /// D-45, N-77: alerts, reminders and the zone are saved, and the zone counts at once.
    @Test func alertsAndZoneAreSaved() throws {
        let (scene, browser) = try WebScene.withBrowser()
        #expect(try preferences(scene).inboundAlerts)
        var form = try browser.form(Self.settings, to: Self.settings)
        #expect(form.items.contains { $0 == ("inbound_alerts", "true") })
        form.items.removeAll { $0.name == "inbound_alerts" }
        // Nobody is reminded without asking.
        #expect(!form.items.contains { $0.name == "follow_up_reminders" })
        form.items.append((name: "follow_up_reminders", value: "true"))
        form.fill("time_zone", "Pacific/Auckland")
        #expect(try browser.submit(form).text.contains("Saved"))
        #expect(
            try preferences(scene)
                == Preferences(
                    inboundAlerts: false, followUpReminders: true,
                    timeZone: "Pacific/Auckland"))
        let again = try browser.form(Self.settings, to: Self.settings)
        #expect(again.items.contains { $0 == ("time_zone", "Pacific/Auckland") })
        #expect(!again.items.contains { $0.name == "inbound_alerts" })
        var wrong = again
        wrong.fill("time_zone", "Mars/Olympus")
        let refused = try browser.post(wrong)
        #expect(refused.status == 422 && refused.text.contains("field-time_zone-error"))
        #expect(try preferences(scene).timeZone == "Pacific/Auckland")
    }

    /// A refused form comes back with what was chosen and its key; corrected, it is saved.
    @Test func refusedSettingsComeBackAsChosen() throws {
        let (scene, browser) = try WebScene.withBrowser()
        var form = try browser.form(Self.settings, to: Self.settings)
        form.items.removeAll { $0.name == "inbound_alerts" }
        form.fill(["weekly_digest": "true", "time_zone": "Mars/Olympus"])
        let refused = try browser.post(form)
        #expect(refused.status == 422)
        var back = try Browser.form(in: refused, to: Self.settings)
        for name in ["inbound_alerts", "weekly_digest", "time_zone", "key"] {
            let chosen = form.items.first { $0.name == name }?.value
            #expect(back.items.first { $0.name == name }?.value == chosen, "\(name)")
        }
        #expect(try preferences(scene).inboundAlerts)
        back.fill("time_zone", "Pacific/Auckland")
        #expect(try browser.submit(back).text.contains("Saved"))
        #expect(
            try preferences(scene)
                == Preferences(
                    inboundAlerts: false, weeklyDigest: true, timeZone: "Pacific/Auckland"))
    }

    // N-57
    @Test func aPlayerChangesTheZoneOfTheFamily() throws {
        let (scene, browser) = try WebScene.withBrowser()
        var form = try browser.form(Self.settings, to: "/family/zone")
        form.fill("family_zone", "Pacific/Honolulu")
        #expect(try browser.submit(form).text.contains("Saved"))
        #expect(
            try browser.form(Self.settings, to: "/family/zone").items
                .contains { $0 == ("family_zone", "Pacific/Honolulu") })
        let parent = try scene.browser(scene.parent)
        #expect(!(try parent.open(Self.settings).text.contains("/family/zone")))
    }

    // N-96, N-98: a player lets the parents log; what a parent logs is the player's.
    @Test func aPlayerLetsParentsLog() throws {
        let scene = try WebScene(SystemUnderTest())
        let (player, parent) = (
            try scene.browser(scene.player), try scene.browser(scene.parent)
        )
        #expect(try parent.open("/interactions/new").text.contains("Interactions"))
        #expect(!(try parent.open("/interactions/new").text.contains("name=\"subject\"")))
        let choice = try player.form(Self.settings, to: "/family/parents-log")
        #expect(try player.submit(choice).text.contains("Parents may log for the players"))
        var form = try scene.filledForm(parent, subject: "What Kim typed")
        let unnamed = try parent.post(form)
        #expect(unnamed.status == 422 && unnamed.text.contains(ParentsLogText.chooseRefusal))
        form.fill("player_id", scene.player.userID.text)
        #expect(try parent.submit(form).status == 200)
        let list = try player.open("/interactions").text
        #expect(list.contains("What Kim typed") && list.contains("entered by"))
        #expect(!(try parent.open(Self.settings).text.contains("/family/parents-log")))
    }

    /// The list, whose rows stay the same, offers parents to log as the players have chosen last.
    @Test func theListFollowsTheChoiceWhetherParentsLog() throws {
        let scene = try WebScene(SystemUnderTest())
        let player = try scene.browser(scene.player)
        // A new session has a passport with the present choice.
        func offersLogging() throws -> Bool {
            try scene.browser(scene.parent).open("/interactions").page.all(class: "main")
                .contains { $0.text.contains("Log Interaction") }
        }
        #expect(try !offersLogging())
        for isAllowed in [true, false] {
            _ = try player.submit(try player.form(Self.settings, to: "/family/parents-log"))
            #expect(try offersLogging() == isAllowed)
        }
    }

    /// Another device is ended from here; its next request leads to the sign-in.
    @Test func anotherDeviceIsSignedOut() throws {
        let scene = try WebScene(SystemUnderTest())
        let (here, there) = (
            try scene.browser(scene.player), try scene.browser(scene.player)
        )
        let page = try here.open(Self.settings)
        let ends = try page.page.all("form").compactMap { $0["action"] }
            .filter { $0.hasPrefix("/settings/sessions/") }
        // The command line's session of the scene, and the other browser.
        #expect(ends.count == 2)
        for action in ends {
            let form = try Browser.form(in: page, to: action)
            #expect(try here.submit(form).text.contains("Signed out there"))
        }
        #expect(try here.open("/more").status == 200)
        #expect(try isSignedOut(there))
        // Nobody ends a session of somebody else.
        let stranger = try scene.browser(scene.stranger)
        let own = try stranger.form("/more", to: "/sign-out")
        for session in try here.open(Self.settings).page.all("form")
            .compactMap({ $0["action"] }) where session.hasPrefix("/settings/sessions/")
        {
            #expect(try stranger.post(.init(action: session, items: own.items)).status == 404)
        }
        #expect(try here.open("/more").status == 200)
    }

    /// A changed password ends the other devices, and this one stays signed in.
    @Test func aPasswordIsChanged() throws {
        let scene = try WebScene(SystemUnderTest())
        let (here, there) = (
            try scene.browser(scene.player), try scene.browser(scene.player)
        )
        var form = try browser(here, "/settings/password")
        form.fill("current_password", "not the password")
        form.fill("new_password", "short")
        let refused = try here.post(form)
        #expect(refused.status == 422 && !refused.text.contains("not the password"))
        #expect(try refused.page.all(class: "error").count == 1)
        form = try browser(here, "/settings/password")
        form.fill("current_password", scene.player.password)
        form.fill("new_password", "seven new otters swim")
        #expect(try here.submit(form).text.contains("Your password was changed"))
        #expect(try here.open("/more").status == 200)
        #expect(try isSignedOut(there))
    }

    /// Whether the browser is led to the sign-in, at the latest when its passport ends.
    private func isSignedOut(_ browser: Browser) throws -> Bool {
        try Waiting.until {
            try browser.send("GET", "/more")["location"]?.hasPrefix("/sign-in") == true
        }
    }

    private func browser(_ browser: Browser, _ path: String) throws -> Browser.Form {
        try browser.form(path, to: path)
    }

    /// Recovery codes are shown once; one of them replaces a lost password.
    @Test func aRecoveryCodeReplacesALostPassword() throws {
        let scene = try WebScene(SystemUnderTest())
        let here = try scene.browser(scene.player)
        #expect(try here.open(Self.settings).text.contains("You have no recovery codes"))
        var form = try browser(here, "/settings/recovery-codes")
        form.fill("password", "not the password")
        #expect(try here.post(form).status == 422)
        form.fill("password", scene.player.password)
        let codes = try here.post(form).page.all("code").map(\.text)
        #expect(Set(codes).count == 10)
        #expect(try here.open(Self.settings).text.contains("10 recovery codes left"))

        let nobody = Browser(scene.system.home)
        var reset = try browser(nobody, "/reset-password")
        reset.fill([
            "email": scene.player.email, "code": "AAAA-AAAA-AAAA-AAAA",
            "password": "seven new otters swim",
        ])
        let refused = try nobody.post(reset)
        #expect(refused.status >= 400 && refused.text.contains(scene.player.email))
        #expect(!refused.text.contains("seven new otters swim"))
        reset.fill("code", codes[3])
        #expect(try nobody.submit(reset).page.heading == "Sign in")
        var signIn = try browser(nobody, "/sign-in")
        signIn.fill("email", scene.player.email)
        signIn.fill("password", "seven new otters swim")
        #expect(try nobody.submit(signIn).page.heading != "Sign in")
        #expect(try nobody.open("/more").status == 200)
    }

    /// A parent makes a one-time code for a player; a player cannot.
    @Test func aParentHelpsAPlayerWhoLostTheirPassword() throws {
        let scene = try WebScene(SystemUnderTest())
        let parent = try scene.browser(scene.parent)
        let path = "/family/members/\(scene.player.userID.text)/reset"
        #expect(try parent.open(Self.settings).text.contains(path))
        var form = try browser(parent, path)
        form.fill("password", scene.parent.password)
        let shown = try parent.post(form)
        #expect(shown.status == 200 && shown.text.contains(scene.player.email))
        #expect(try shown.page.all("code").count == 1)
        let player = try scene.browser(scene.sibling)
        #expect(try !player.open(Self.settings).text.contains("/reset\""))
        var forged = form
        forged.fill(
            "token",
            try browser(player, "/settings/password").items.first { $0.name == "token" }?.value
                ?? "")
        #expect(try player.post(forged).status == 403)
    }

    /// players rename the family and remove its members; both codes change.
    @Test func aPlayerRenamesTheFamilyAndRemovesAParent() throws {
        let scene = try WebScene(SystemUnderTest())
        let player = try scene.browser(scene.player)
        let parent = try scene.browser(scene.parent)
        var rename = try browser(player, "/family/name")
        rename.fill("name", "")
        #expect(try player.post(rename).status == 422)
        rename.fill("name", "The Renamed")
        #expect(try player.submit(rename).text.contains("The Renamed"))
        #expect(try parent.send("GET", "/family/name").status == 303)

        func codes() throws -> [String] {
            try player.open(Self.settings).page.all("code").map(\.text)
                .filter { $0.hasPrefix("FAM-") }
        }
        let before = try codes()
        let path = "/family/members/\(scene.parent.userID.text)/remove"
        let question = try player.open(path)
        #expect(try question.page.heading == "Remove Elena Parent?")
        let remove = try Browser.form(in: question, to: path)
        #expect(try player.submit(remove).text.contains("Removed"))
        #expect(try !player.open(Self.settings).text.contains("Elena Parent"))
        #expect(Set(before).isDisjoint(with: try codes()))
        #expect(
            try Waiting.until { try parent.send("GET", "/interactions")["location"] == "/join" })
        // A stranger finds no member of this family.
        let stranger = try scene.browser(scene.stranger)
        let other = "/family/members/\(scene.sibling.userID.text)/remove"
        #expect(try stranger.open(other).status == 404)
        let own = try stranger.form("/more", to: "/sign-out")
        #expect(try stranger.post(.init(action: other, items: own.items)).status == 404)
    }

    /// Whoever leaves sees no record any more; the last one gets a code for returning.
    @Test func aMemberLeaves() throws {
        let scene = try WebScene(SystemUnderTest())
        let sibling = try scene.browser(scene.sibling)
        let leave = try sibling.form("/family/leave")
        #expect(try sibling.submit(leave).page.heading == "Your family")
        let alone = try scene.browser(scene.stranger)
        let last = try alone.submit(try alone.form("/family/leave"))
        #expect(try last.page.heading == "You left Other family")
        let code = try #require(try last.page.all("code").first?.text)
        var join = try alone.form("/join", to: "/join")
        join.fill("code", code)
        #expect(try alone.submit(join).page.heading == "My Interactions")
    }
}
