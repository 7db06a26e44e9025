import Contracts
import Foundation
import Support
import Testing

/// The follow-ups in a browser without scripts.
@Suite(.onePerCore) struct WebQueueTests {
    // N-14, N-15: a press on a button decides, also on the start page and on the coach's.
    @Test func aButtonDecidesAndTheDecisionIsTakenBack() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let (action, settings) = (
            "/queue/\(scene.coach.text)", "/queue/\(scene.coach.text)/settings"
        )
        func press(_ button: String, at page: String) throws -> Browser.Answer {
            var form = try browser.form(page, to: action)
            form.fill("decision", button)
            let done = try browser.submit(form)
            // A second click on the same form is harmless.
            #expect(try browser.post(form).status == 303)
            return done
        }
        func takeBack() throws {
            var form = try browser.form("/coaches/\(scene.coach.text)", to: settings)
            form.fill("due_on", "")
            #expect(try browser.submit(form).text.contains("Saved"))
        }
        #expect(try browser.open("/queue").text.contains("Waiting for an answer since"))
        let done = try press("done", at: "/queue")
        #expect(
            done.text.contains("Done. The days to the next contact with Ann Lee count from today"))
        #expect(done.text.contains("No one to follow up this week"))
        try takeBack()
        let snoozed = try press("snooze", at: "/")
        #expect(snoozed.text.contains("Put off for a week: Ann Lee"))
        let link = try #require(try snoozed.page.all("a").first { $0.text == "Show the coach" })
        #expect(link["href"] == "/coaches/\(scene.coach.text)")
        #expect(snoozed.text.contains("Nobody is waiting for you."))
        #expect(try browser.open("/queue").text.contains("Snoozed until"))
        try takeBack()
        let skipped = try press("skip", at: "/coaches/\(scene.coach.text)")
        #expect(skipped.text.contains("Skipped until the next time: Ann Lee"))
        #expect(try skipped.page.heading == "Ann Lee")
        #expect(!skipped.text.contains("Show the coach"))
    }

    // N-89: an address names the reader's own records by their ids, and nothing else.
    @Test func aMadeUpAddressNamesNobody() throws {
        let scene = try WebScene(SystemUnderTest())
        let stranger = try scene.browser(scene.stranger)
        let abouts = [
            "coach.\(scene.coach.text)", "school.\(scene.school.text)", "Ann%20Lee",
            "coach.https://evil.example", "https://evil.example", "event.\(scene.coach.text)", ".",
            "",
        ]
        for about in abouts {
            let page = try stranger.open("/queue?done=snoozed&about=\(about)")
            #expect(page.status == 200 && page.text.contains("Put off for a week<"), "\(about)")
            for word in ["Ann Lee", WebScene.canary, "evil.example", "Show the coach"] {
                #expect(!page.text.contains(word), "\(about)")
            }
        }
        let reader = try scene.browser(scene.player)
        let coach = "coach.\(scene.coach.text)"
        #expect(
            try reader.open("/queue?done=snoozed&about=\(coach)").text.contains("week: Ann Lee<"))
        // A notice that is about no record does not look for one.
        let saved = try reader.open("/queue?done=saved&about=\(coach)").text
        #expect(saved.contains("Saved<") && !saved.contains("Show the coach"))
    }

    // N-13, N-17: a refused form comes back with what was typed.
    @Test func aCoachesFormSetsCadenceAndDay() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let page = "/coaches/\(scene.coach.text)"
        let settings = "/queue/\(scene.coach.text)/settings"
        let first = try browser.form(page, to: settings)
        var form = first
        form.fill("cadence_days", "often")
        form.fill("due_on", "2020-01-01")
        let refused = try browser.submit(form)
        #expect(refused.status == 422 && refused.text.contains("Please enter a number of days"))
        #expect(
            try Browser.form(in: refused, to: settings).items.contains {
                $0 == ("cadence_days", "often")
            })
        form = try Browser.form(in: refused, to: settings)
        form.fill("cadence_days", "14")
        let past = try browser.submit(form)
        #expect(past.status == 422 && past.text.contains("Choose a day from today on"))
        form = try Browser.form(in: past, to: settings)
        form.fill("due_on", "")
        let saved = try browser.submit(form)
        #expect(saved.text.contains("Saved") && saved.text.contains("Every 14 days."))
        var late = first
        late.fill("cadence_days", "7")
        late.fill("key", IdempotencyKey.random().text)
        let stale = try browser.submit(late)
        #expect(stale.status == 412 && stale.text.contains("has been changed"))
    }

    // N-18: the page of a new coach does not wait until the queue knows the coach. The queue's
    // service is held after the coach before.
    @Test func aNewCoachHasAPageBeforeTheQueueKnowsTheCoach() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let hold = try Hold("follow-up-coaches", of: .interactions, in: scene.system)
        defer { hold.release() }
        func added(_ name: String) throws -> (path: String, answer: Browser.Answer) {
            var form = try browser.form("/coaches/new")
            form.fill(["first_name": name, "last_name": "New", "role": "head"])
            let path = try #require(try browser.post(form)["location"])
            return (path, try browser.open(path))
        }
        let first = try added("Kim")
        #expect(
            try Waiting.until { try browser.open(first.path).text.contains("Next contact") })
        let second = try added("Lee")
        #expect(try second.answer.page.heading == "Lee New")
        #expect(!second.answer.text.contains("Next contact"))
        hold.release()
        #expect(
            try Waiting.until { try browser.open(second.path).text.contains("Next contact") })
    }

    // N-16: parents read along, and a sibling's queue is the sibling's.
    @Test func othersDecideNothing() throws {
        let scene = try WebScene(SystemUnderTest())
        let action = "/queue/\(scene.coach.text)"
        var form = try scene.browser(scene.player).form("/queue", to: action)
        form.fill("decision", "done")
        let parent = try scene.browser(scene.parent)
        let read = try parent.open("/queue")
        #expect(read.text.contains("Ann Lee") && !read.text.contains("In a week"))
        #expect(try parent.post(form).status == 403)
        let sibling = try scene.browser(scene.sibling)
        #expect(try sibling.open("/queue").text.contains("No one to follow up this week"))
        let stranger = try scene.browser(scene.stranger)
        #expect(try stranger.open("/coaches/\(scene.coach.text)").status == 404)
        #expect(try scene.browser(scene.player).open("/queue").text.contains("Ann Lee"))
    }
}
