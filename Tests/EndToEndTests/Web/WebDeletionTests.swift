import Contracts
import Foundation
import Glibc
import Support
import Testing

/// Deleting, taking back, and notifications in a browser.
@Suite(.onePerCore) struct WebDeletionTests {
    /// CO-27 to CO-30, U-07, U-12, N-09: what goes with a coach is named, goes with it, and comes
    /// back.
    @Test func aCoachGoesAndComesBackWithItsInteractions() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let address = "/coaches/\(scene.coach.text)"
        let asked = try browser.open("\(address)/delete")
        #expect(asked.text.contains("1 interaction goes with it."))
        let form = try Browser.form(in: asked, to: "\(address)/delete")
        // Without the confirmation of what goes with it, nothing is deleted.
        var plain = form
        plain.items.removeAll { $0.name == "cascade" }
        let refused = try browser.post(plain)
        #expect(refused.status == 409 && refused.text.contains("Coach has 1 interaction"))
        var confirmed = form
        confirmed.fill("key", IdempotencyKey.random().text)
        let done = try browser.submit(confirmed)
        #expect(done.status == 200 && done.text.contains("Coach and 1 interaction deleted"))
        // The page names nothing to a reader who may not see the operation.
        let made = try #require(try browser.post(confirmed)["location"])
        for person in [scene.stranger, scene.parent] {
            let answer = try scene.browser(person).open(made)
            #expect(answer.text.contains("Deleted") && !answer.text.contains("1 interaction"))
        }
        #expect(try browser.open(address).status == 404)
        #expect(try scene.logged().isEmpty)
        // A second click on the same form is harmless.
        #expect(try browser.post(confirmed).status == 303)
        let back = try browser.undo(done)
        #expect(back.text.contains("Everything is back"))
        #expect(try browser.open(address).status == 200)
        #expect(try scene.logged().count == 1)
    }

    /// ID-22, D-24: an interaction and a school, restored from the trash.
    @Test func theTrashRestores() throws {
        let (scene, browser) = try WebScene.withBrowser()
        for address in ["/interactions/\(scene.interaction.text)", "/schools/\(scene.school.text)"]
        {
            #expect(try browser.submit(try browser.form("\(address)/delete")).status == 200)
            #expect(try browser.open(address).status == 404)
            let trash = try browser.open("/trash")
            let form = try Browser.undoForm(in: trash)
            #expect(try browser.submit(form).text.contains("Everything is back"))
            #expect(try browser.post(form).status == 303)
            #expect(try browser.open(address).status == 200)
        }
    }

    // N-143: the notice of an undo names what stays away.
    @Test func aCoachComesBackWithoutTheSchoolThatIsGone() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let coach = try scene.home.call(CascadeDeleteCoach.self, .init(id: scene.coach))
        let school = try scene.home.call(CascadeDeleteSchool.self, .init(id: scene.school))
        _ = try scene.home.call(
            PurgeOperations.self, .init(operationID: school.operationID), at: .coaches)
        let form = try Browser.form(
            in: try browser.open("/trash"), to: "/trash/\(coach.operationID.text)/undo")
        let back = try browser.submit(form)
        #expect(
            back.text.contains("It is back, but without the school, which was removed for good"))
        #expect(try browser.open("/coaches/\(scene.coach.text)").status == 200)
    }

    /// X-20, D-45, D-46: a notification leads to its interaction and is read then; a link on
    /// another site reads nothing.
    @Test func aNotificationLeadsToItsInteraction() throws {
        let scene = try WebScene(SystemUnderTest())
        let browser = try scene.browser(scene.parent)
        func unread() throws -> Int {
            try scene.system.call(CountNotifications.self, EmptyRequest(), as: scene.parent).unread
        }
        let isTold = try Waiting.until { try unread() == 1 }
        #expect(isTold)
        let list = try browser.open("/notifications?unread=true")
        #expect(list.text.contains("Notifications, 1 unread"))
        let link = try #require(
            try list.page.all("a").compactMap { $0["href"] }
                .first { $0.hasPrefix("/notifications/") })
        let target = "/interactions/\(scene.interaction.text)"
        let cross = try browser.send("GET", link, fields: ["Sec-Fetch-Site": "cross-site"])
        #expect(cross["location"] == target)
        #expect(try unread() == 1)
        #expect(try browser.send("GET", link)["location"] == target)
        #expect(try unread() == 0)
        #expect(try browser.open("/notifications/\(scene.interaction.text)").status == 404)
        // The player's own notifications, all at once.
        let stranger = try scene.browser(scene.stranger)
        #expect(try stranger.open(link).status == 404)
    }

    /// S1, X-12, X-13: compass-web keeps nothing. Killed at any time, it goes on with the same
    /// cookies and forms, and what was saved is there once.
    @Test func aKilledProcessLosesNothing() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let form = try scene.filledForm(browser, subject: "Before and after")
        #expect(try browser.post(form).status == 303)
        try scene.system.killAndWait(.web)
        #expect(try browser.open("/interactions").text.contains("Before and after"))
        #expect(try browser.post(form).status == 303)
        // Killed while a form is under way: sent again, it is stored once.
        for round in 0..<5 {
            let form = try scene.filledForm(browser, subject: "Round \(round)")
            let starts = scene.system.starts(of: .web)
            let isSent = Watched(false)
            let system = scene.system
            Thread {
                Waiting.pass(.milliseconds(round * 3))
                system.kill(.web)
                isSent.update { $0 = true }
            }.start()
            _ = try? browser.post(form)
            #expect(isSent.wait(SystemUnderTest.patience) { $0 })
            try scene.system.waitUntilReady(.web, starts: starts + 1)
            #expect(try browser.post(form).status == 303)
        }
        let subjects = try scene.logged().compactMap(\.subject)
        #expect(Set(subjects).count == subjects.count && subjects.count == 7)
    }

    /// CO-37: a service that is away spoils its own page only.
    @Test func aServiceThatIsAwayIsNamedAsAFailure() throws {
        let (scene, browser) = try WebScene.withBrowser()
        scene.system.stop(.coaches)
        let list = try browser.open("/coaches")
        #expect([503, 504].contains(list.status))
        #expect(try list.page.all("div", "role", "alert").count == 1)
        #expect(try list.page.buttons.contains("Retry"))
        #expect(try browser.open("/interactions").status == 200)
        let trash = try browser.open("/trash")
        #expect(trash.status == 200 && trash.text.contains("coaches does not answer"))
    }

    /// A port that is taken and an address that others could reach are refused, with the remedy.
    @Test func aPortThatIsTakenIsToldWithTheRemedy() throws {
        let scene = try WebScene(SystemUnderTest())
        let host = try Browser(scene.system.home).host()
        let port = String(host.split(separator: ":")[1])
        func refusal(_ variables: [String: String]) throws -> (ChildProcess.Ending, String) {
            let files = try TemporaryFolder()
            let log = unsafe open(files.path("log"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(log) }
            let environment = scene.system.environment.merging(
                ["COMPASS_HOME": files.path("home")]) { $1 }.merging(variables) { $1 }
            let child = try ChildProcess(
                Program.path(Program.web.executable), [], environment: environment,
                descriptors: [1: log, 2: log])
            let ending = child.wait()
            return (ending, try String(contentsOfFile: files.path("log"), encoding: .utf8))
        }
        let taken = try refusal(["COMPASS_WEB_PORT": port])
        #expect(taken.0 == .exit(1))
        #expect(taken.1.contains("127.0.0.1:\(port)"))
        #expect(taken.1.contains("web.port") && taken.1.contains("8081} in "))
        let wide = try refusal(["COMPASS_WEB_ADDRESS": "0.0.0.0"])
        #expect(wide.0 == .exit(2) && wide.1.contains("web.address is '0.0.0.0'"))
        let wrong = try refusal(["COMPASS_WEB_PORT": "65536"])
        #expect(wrong.0 == .exit(2) && wrong.1.contains("web.port is '65536'"))
    }
}
