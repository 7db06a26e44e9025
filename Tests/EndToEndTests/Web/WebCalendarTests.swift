import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// Calendars at their secret addresses, with real services.
@Suite(.onePerCore) struct WebCalendarTests {
    private static let settings = "/settings"
    private static let make = "/settings/calendar"
    private static let end = "/settings/calendar/end"

    /// A scene with an event of each family.
    private func prepared() throws -> WebScene {
        let scene = try WebScene(SystemUnderTest())
        _ = try scene.home.call(
            AddEvent.self,
            EventForm(
                type: "camp", name: "\(WebScene.canary) Camp", startDate: "2026-02-10"))
        _ = try scene.strangers.call(
            AddEvent.self, EventForm(type: "camp", name: "Other Camp", startDate: "2026-02-10"))
        return scene
    }

    /// Makes a link on the page and returns its path.
    private func link(_ browser: Browser) throws -> String {
        let form = try browser.form(Self.settings, to: Self.make)
        let shown = try browser.post(form)
        #expect(shown.status == 200)
        let address = try #require(try shown.page.all("code").first?.text)
        let site = "http://\(try browser.host())"
        #expect(address.hasPrefix("\(site)/calendar/") && address.hasSuffix(".ics"))
        return String(address.dropFirst(site.count))
    }

    /// Fetches a calendar as a program does, without a cookie.
    private func fetch(
        _ scene: WebScene, _ path: String, _ method: String = "GET",
        fields: [String: String?] = [:]
    ) throws -> Browser.Answer {
        try Browser(scene.system.home).send(method, path, fields: fields)
    }

    // N-30, N-33, N-34: from the link over 304 to its end.
    @Test func aCalendarIsFetchedUntilItsLinkEnds() throws {
        let scene = try prepared()
        let browser = try scene.browser(scene.player)
        #expect(try browser.open("/events").text.contains("href=\"/settings#calendar\""))
        let path = try link(browser)
        let first = try fetch(scene, path)
        #expect(first.status == 200)
        #expect(first["content-type"] == "text/calendar; charset=utf-8")
        #expect(first["cache-control"] == "private, no-cache")
        #expect(first["referrer-policy"] == "no-referrer" && first["set-cookie"] == nil)
        #expect(first.text.contains("SUMMARY:\(WebScene.canary) Camp\r\n"))
        #expect(first.text.contains("DTSTART;VALUE=DATE:20260210\r\n"))
        #expect(first.text.contains("SUMMARY:Answer Ann Lee\r\n"))
        let tag = try #require(first["etag"])
        let time = try #require(first["last-modified"])
        for fields in [["If-None-Match": tag], ["If-Modified-Since": time]] {
            let again = try fetch(scene, path, fields: fields)
            #expect(again.status == 304 && again.body.isEmpty && again["etag"] == tag)
        }
        let head = try fetch(scene, path, "HEAD")
        #expect(head.status == 200 && head.body.isEmpty && head["etag"] == tag)
        #expect(try fetch(scene, path, "POST").status == 405)

        // A change is another content, and a deleted record vanishes.
        let id = try scene.home.call(
            AddEvent.self, EventForm(type: "game", name: "Night Game", startDate: "2026-02-11")
        ).event.id
        let changed = try fetch(scene, path, fields: ["If-None-Match": tag])
        #expect(changed.status == 200 && changed["etag"] != tag)
        #expect(changed.text.contains("SUMMARY:Night Game\r\n"))
        _ = try scene.home.call(DeleteEvent.self, .init(id: id))
        let back = try fetch(scene, path)
        #expect(back.body == first.body && back["etag"] == tag)

        let shown = try browser.open(Self.settings)
        let form = try Browser.form(in: shown, to: Self.end)
        #expect(try browser.submit(form).text.contains("The calendar link has ended"))
        let gone = try fetch(scene, path)
        let invented = try fetch(scene, "/calendar/invented.ics")
        let malformed = try fetch(scene, "/calendar/invented")
        let long = try fetch(
            scene, "/calendar/\(String(repeating: "a", count: 1_000)).ics")
        for answer in [invented, malformed, long] {
            #expect(answer.status == 404 && answer.body == gone.body)
        }
        #expect(gone.status == 404)
        try expectNoSecret(of: path, in: scene)
    }

    /// The secret stands in no log of any process.
    private func expectNoSecret(of path: String, in scene: WebScene) throws {
        let secret = path.dropFirst("/calendar/".count).dropLast(".ics".count)
        let folder = scene.system.home.logFolder
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(!files.isEmpty)
        for file in files {
            let text = FileManager.default.contents(atPath: "\(folder)/\(file)") ?? Data()
            #expect(text.range(of: Data(secret.utf8)) == nil, "\(file)")
        }
    }

    // N-31, N-34: each reads what they may see, and no other family's records.
    @Test func eachMemberHasTheirOwnCalendar() throws {
        let scene = try prepared()
        let player = try fetch(scene, try link(scene.browser(scene.player))).text
        let sibling = try fetch(scene, try link(scene.browser(scene.sibling))).text
        let parent = try fetch(scene, try link(scene.browser(scene.parent))).text
        let stranger = try fetch(scene, try link(scene.browser(scene.stranger))).text
        for text in [player, sibling, parent] {
            #expect(text.contains("SUMMARY:\(WebScene.canary) Camp\r\n"))
            #expect(!text.contains("Other Camp"))
        }
        // The contact is the player's: the sibling must not learn of it.
        #expect(player.contains("Answer Ann Lee") && parent.contains("Answer Ann Lee"))
        #expect(!sibling.contains("Ann Lee"))
        #expect(stranger.contains("SUMMARY:Other Camp\r\n"))
        #expect(!stranger.contains(WebScene.canary))
    }

    // N-32: a link is for its calendar only, and a token for everything else.
    @Test func aLinkOpensNothingElse() throws {
        let scene = try prepared()
        let path = try link(scene.browser(scene.player))
        let secret = String(path.dropFirst("/calendar/".count).dropLast(".ics".count))
        let program = Browser(scene.system.home)
        let bearer = ["Authorization": "Bearer \(secret)"]
        #expect(try program.send("GET", "/api/v1/events", fields: bearer).status == 401)
        let cookie = ["Cookie": "compass=\(secret)"]
        #expect(try program.send("GET", "/events", fields: cookie).status == 303)
        let token = try scene.system.call(
            AddAccessToken.self, .init(name: "test", rights: "read", days: 1), as: scene.player
        ).secret
        #expect(try fetch(scene, "/calendar/\(token).ics").status == 404)
        #expect(try fetch(scene, "/calendar/\(scene.player.login.token).ics").status == 404)

        // With the link's passport itself, services only answer what the calendar shows.
        let opened = try scene.system.caller.call(
            OpenCalendar.self, .init(secret: secret),
            options: .init(budget: SystemUnderTest.patience))
        var holder = scene.player
        holder.passport = Array(Data(base64Encoded: opened.passport) ?? Data())
        let system = scene.system
        _ = try scene.home.call(ListEvents.self, .init(), as: holder)
        _ = try scene.home.call(ListFollowUps.self, .init(), as: holder)
        let family = scene.family
        let refusals = [
            system.refusal(of: ListInteractions.self, .init(), as: holder, in: family),
            system.refusal(of: ListCoaches.self, .init(), as: holder, in: family),
            system.refusal(of: ListSchools.self, .init(), as: holder, in: family),
            system.refusal(of: ShowFamily.self, EmptyRequest(), as: holder, in: family),
            system.refusal(
                of: AddEvent.self,
                EventForm(type: "camp", name: "Forged", startDate: "2026-02-10"), as: holder,
                in: family),
        ]
        #expect(refusals.map { $0?.code } == Array(repeating: .forbidden, count: refusals.count))
        let elsewhere = scene.strangers.refusal(of: ListEvents.self, .init(), as: holder)
        #expect(elsewhere?.code == .notFound)
    }

    // N-32: leaving the family ends the link.
    @Test func whoeverLeavesReadsNothingMore() throws {
        let scene = try prepared()
        let browser = try scene.browser(scene.sibling)
        let path = try link(browser)
        #expect(try fetch(scene, path).status == 200)
        _ = try browser.submit(try browser.form("/family/leave"))
        #expect(try fetch(scene, path).status == 404)
    }
}
