import Contracts
import Foundation
import Support
import Testing

/// A family begins in a browser, without a command line.
@Suite(.onePerCore) struct WebFamilyTests {
    private static let password = "a long invented password"

    /// Fills in the sign-up form.
    private func signUp(_ browser: Browser, _ email: String, _ role: Role) throws -> Browser.Form {
        var form = try browser.form("/sign-up")
        form.fill([
            "role": role.rawValue, "full_name": "Maya Browser", "email": email,
            "password": Self.password, "time_zone": "Pacific/Auckland",
        ])
        return form
    }

    /// A player signs up, creates a family and gives its code to a parent, who joins it.
    @Test func aFamilyBeginsInABrowser() throws {
        let system = try SystemUnderTest()
        let player = Browser(system.home)
        let first = try player.submit(try signUp(player, "maya@browser.example", .player))
        #expect(try first.page.heading == "Your family")
        // Every page leads there until there is a family.
        #expect(try player.send("GET", "/coaches")["location"] == "/join")
        var create = try Browser.form(in: first, to: "/join/create")
        create.fill("name", "The Browsers")
        let made = try player.submit(create)
        #expect(try made.page.heading == "Family and settings")
        #expect(made.text.contains("The family is there"))
        // The address that people type.
        let typed = try player.send("GET", "/family")
        #expect(typed.status == 303 && typed["location"] == "/settings")
        let code = try #require(
            try made.page.all("code").map(\.text).first { $0.hasPrefix("FAM-") })

        let parent = Browser(system.home)
        let second = try parent.submit(try signUp(parent, "elena@browser.example", .parent))
        #expect(!second.text.contains("/join/create"))
        var join = try Browser.form(in: second, to: "/join")
        join.fill("code", "FAM-222222")
        let refused = try parent.submit(join)
        #expect(refused.status == 404 && refused.text.contains("FAM-222222"))
        join = try Browser.form(in: refused, to: "/join")
        join.fill("code", code.lowercased())
        let joined = try parent.submit(join)
        #expect(try joined.page.heading == "Interactions")
        #expect(joined.text.contains("You are in the family"))
        // Parents see the members, and no code.
        let family = try parent.open("/settings")
        #expect(family.text.contains("Athlete · joined") && !family.text.contains("FAM-"))
    }

    /// A double click, a reload or a return makes one account, and signs in.
    @Test func aSignUpThatIsSentTwiceMakesOneAccount() throws {
        let system = try SystemUnderTest()
        let form = try signUp(Browser(system.home), "maya@browser.example", .player)
        for _ in 0..<2 {
            let browser = Browser(system.home)
            #expect(try browser.post(form)["location"] == "/join")
            #expect(browser.cookies["compass"] != nil)
        }
        // Somebody else with this address learns no more than at a command line.
        var other = form
        other.fill("password", "another long password")
        let refused = try Browser(system.home).post(other)
        #expect(refused.status == 409 && refused["set-cookie"] == nil)
        #expect(!refused.text.contains("another long password"))
        #expect(refused.text.contains("maya@browser.example"))
    }

    /// Each refusal of the operation comes back beside its field, with what was typed.
    @Test func aRefusedSignUpComesBack() throws {
        let system = try SystemUnderTest()
        let browser = Browser(system.home)
        var form = try signUp(browser, "nobody", .player)
        form.fill("password", "short")
        form.fill("full_name", "")
        let refused = try browser.post(form)
        let error = try #require(
            system.refusal(
                of: SignUp.self,
                .init(
                    email: "nobody", fullName: "", role: "player", password: "short",
                    timeZone: "Pacific/Auckland")))
        #expect(refused.status == 422 && error.errors.count == 3)
        let page = try refused.page
        #expect(Set(page.all(class: "error").map(\.text)) == Set(error.errors.values))
        #expect(!refused.text.contains("short\""))
        let selected = page.all("option").filter { $0["selected"] != nil }
        #expect(selected.compactMap { $0["value"] } == ["player", "Pacific/Auckland"])
    }

    /// A renewed code admits, and the old one no longer does.
    @Test func aCodeIsRenewed() throws {
        let (scene, browser) = try WebScene.withBrowser()
        func codes() throws -> [String] {
            try browser.open("/settings").page.all("code").map(\.text).filter {
                $0.hasPrefix("FAM-")
            }
        }
        let before = try codes()
        let form = try browser.form("/settings", to: "/family/code")
        #expect(form.items.contains { $0 == ("role", "parent") })
        let answer = try browser.submit(form)
        #expect(answer.text.contains("The code was replaced"))
        let after = try codes()
        #expect(after[0] != before[0] && after[1] == before[1])
        // Sent twice, it is done once.
        _ = try browser.submit(form)
        #expect(try codes() == after)
        let person = try scene.system.makePerson("Late Parent", .parent)
        let late = Browser(scene.system.home)
        var join = try Browser.form(in: try late.signIn(person), to: "/join")
        join.fill("code", before[0])
        #expect(try late.post(join).status == 404)
        join.fill("code", after[0])
        #expect(try late.post(join)["location"] == "/interactions?done=joined")
        // A parent has no way to the codes.
        let forged = try late.form("/more", to: "/sign-out")
        var renew = Browser.Form(action: "/family/code", items: forged.items)
        renew.fill("role", "parent")
        #expect(try late.post(renew).status == 403)
        #expect(try codes() == after)
    }

    /// A member of one family joins another one, and sees it at once.
    @Test func aParentJoinsASecondFamily() throws {
        let scene = try WebScene(SystemUnderTest())
        let browser = try scene.browser(scene.parent)
        var form = try browser.form("/join")
        form.fill("code", scene.strangers.codes.parentCode)
        #expect(try browser.submit(form).status == 200)
        #expect(try browser.open("/settings").text.contains("Other family"))
    }

    /// N-190: a form acts on the family that its page shows, whatever was chosen in another tab
    /// since. One of a family that the reader has left is refused.
    @Test func aFormActsOnTheFamilyOfItsPage() throws {
        var scene = try WebScene(SystemUnderTest())
        try scene.system.join(scene.strangers.codes.parentCode, as: &scene.parent)
        let parent = scene.parent.userID
        let browser = try scene.browser(scene.parent)
        let leave = try browser.form("/family/leave")
        #expect(leave.items.contains { $0 == ("of_family", scene.family.text) })
        let settings = try browser.form("/settings", to: "/settings")
        func shows(_ text: String) throws -> Bool {
            try browser.open("/schools").text.contains(text)
        }
        let school = "\(WebScene.canary) College"
        // The page that follows a form shows the family in which it was done.
        #expect(try browser.submit(try browser.form("/more", to: "/family")).status == 200)
        #expect(try !shows(school))
        #expect(try browser.submit(settings).text.contains("Saved"))
        #expect(try shows(school))

        #expect(try browser.submit(try browser.form("/more", to: "/family")).status == 200)
        #expect(try !shows(school))
        #expect(try browser.submit(leave).status == 200)
        func isMember(of household: Household) throws -> Bool {
            try household.call(ShowFamily.self, EmptyRequest()).members
                .contains { $0.userID == parent }
        }
        #expect(try !isMember(of: scene.home))
        #expect(try isMember(of: scene.strangers))
        #expect(try browser.open("/settings").text.contains("Other family"))
        let again = try browser.post(leave)
        #expect(again.status == 403 && again.text.contains("load it again"))
        #expect(try isMember(of: scene.strangers))
    }

    // N-139: an athlete who was removed learns what becomes of their records: where they join a
    // family, and once on the pages of another one.
    @Test func whoWasRemovedIsToldWhatIsKept() throws {
        let scene = try WebScene(SystemUnderTest())
        let notice = "You are no longer in \(WebScene.canary) family. What you logged there is kept"
        let browser = try scene.browser(scene.sibling)
        _ = try scene.home.call(RemoveMember.self, .init(userID: scene.sibling.userID))
        let join = try browser.open("/settings")
        #expect(try join.page.heading == "Your family")
        #expect(join.text.contains(notice) && join.text.contains("compass family export"))
        var create = try Browser.form(in: join, to: "/join/create")
        create.fill("name", "Second")
        #expect(try browser.submit(create).text.contains("The family is there"))
        #expect(try browser.open("/coaches").text.contains(notice))
        for path in ["/coaches", "/settings"] {
            #expect(try !browser.open(path).text.contains(notice))
        }
    }

    /// Without a session or a key nothing begins.
    @Test func strangersAndFormsWithoutAKeyAreRefused() throws {
        let system = try SystemUnderTest()
        let nobody = Browser(system.home)
        for path in ["/join", "/settings"] {
            #expect(try nobody.send("GET", path)["location"]?.hasPrefix("/sign-in") == true)
        }
        let browser = Browser(system.home)
        let person = try system.makePerson("Alone", .player)
        let first = try browser.signIn(person)
        var form = try Browser.form(in: first, to: "/join/create")
        form.items.removeAll { $0.name == "key" }
        #expect(try browser.post(form).status == 400)
        let out = try browser.submit(try Browser.form(in: first, to: "/sign-out"))
        #expect(try out.page.heading == "Sign in")
    }
}
