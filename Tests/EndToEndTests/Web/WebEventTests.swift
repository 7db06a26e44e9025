import Contracts
import Foundation
import Support
import Testing

/// Events in a browser: shown to the family, changed by players, once.
@Suite(.onePerCore) struct WebEventTests {
    /// A scene with an event of its school.
    private func prepared() throws -> (scene: WebScene, path: String, id: EventID) {
        let scene = try WebScene(SystemUnderTest())
        var form = EventForm(
            type: "showcase", name: "\(WebScene.canary) Showcase", startDate: "2026-02-03")
        form.startTime = FormField("08:00")
        form.city = FormField("Durham")
        form.state = FormField("NC")
        form.schoolID = FormField(scene.school.text)
        let id = try scene.home.call(AddEvent.self, form).event.id
        return (scene, "/events/\(id.text)", id)
    }

    private func shown(_ scene: WebScene, _ id: EventID) throws -> ShowEvent.Response {
        try scene.home.call(ShowEvent.self, .init(id: id))
    }

    /// EV-10, EV-11, EV-15 to EV-18: marking leads to the quick log, which is stored once.
    @Test func markingLeadsToTheQuickLog() throws {
        let (scene, path, id) = try prepared()
        let browser = try scene.browser(scene.player)
        let attend = try browser.form(path, to: "\(path)/attend")
        let marked = try browser.submit(attend)
        #expect(marked.status == 200 && marked.text.contains("Marked as attended"))
        #expect(try browser.post(attend).status == 303)
        #expect(try shown(scene, id).event.attended)
        var log = try Browser.form(in: marked, to: "\(path)/log")
        log.fill("type", "game")
        log.fill("content", "Liked the swing\r\nand the arm")
        let refused = try browser.post(log)
        #expect(refused.status == 422 && refused.text.contains(CreateInteraction.Refusal.direction))
        log = try Browser.form(in: refused, to: "\(path)/log")
        #expect(log.items.first { $0.name == "type" }?.value == "game")
        log.fill("direction", "inbound")
        log.fill("contact_coach_id", scene.coach.text)
        #expect(try browser.submit(log).text.contains("Interaction logged"))
        #expect(try browser.post(log).status == 303)
        let rows = try scene.logged().filter { $0.eventID == id }
        #expect(rows.count == 1)
        let row = try #require(rows.first)
        #expect(row.subject == "Interaction at \(WebScene.canary) Showcase")
        #expect(row.content == "Liked the swing\nand the arm" && row.schoolID == scene.school)
        #expect(row.coachID == scene.coach)
        // ID-08: and the interaction leads back.
        let page = try browser.open("/interactions/\(row.id.text)").page
        #expect(page.all("a", "href", path).count == 1)
    }

    /// EV-27, EV-34 to EV-37: metrics and coaches, recorded once, removed and brought back.
    @Test func metricsAndCoachesAreRecordedAndRemoved() throws {
        let (scene, path, id) = try prepared()
        let browser = try scene.browser(scene.player)
        var metric = try browser.form(path, to: "\(path)/metrics")
        metric.fill("metric_type", "velocity")
        metric.fill("value", "fast")
        let refused = try browser.post(metric)
        #expect(refused.status == 422 && refused.text.contains("Please enter a valid number"))
        metric = try Browser.form(in: refused, to: "\(path)/metrics")
        #expect(metric.items.first { $0.name == "value" }?.value == "fast")
        metric.fill("value", "92.5")
        #expect(try browser.submit(metric).text.contains("92.5"))
        #expect(try browser.post(metric).status == 303)
        let stored = try shown(scene, id).metrics
        #expect(stored.count == 1 && stored.first?.unit == "mph")
        let deletion = "\(path)/metrics/\(try #require(stored.first).id.text)/delete"
        let gone = try browser.submit(try browser.form(deletion))
        #expect(try shown(scene, id).metrics.isEmpty)
        #expect(try browser.undo(gone).status == 200)
        #expect(try shown(scene, id).metrics.count == 1)

        var coach = try browser.form(path, to: "\(path)/coaches")
        coach.fill("coach_id", "")
        #expect(try browser.post(coach).status == 422)
        coach.fill("coach_id", scene.coach.text)
        #expect(try browser.submit(coach).text.contains("Ann Lee"))
        #expect(try shown(scene, id).event.coachesPresent == [scene.coach])
        let removed = try browser.submit(try browser.form(path, to: "\(path)/coaches/remove"))
        #expect(try shown(scene, id).event.coachesPresent.isEmpty)
        #expect(try browser.undo(removed).status == 200)
        #expect(try shown(scene, id).event.coachesPresent == [scene.coach])
    }

    /// EV-24: an event goes with its metrics, after a question, and comes back.
    @Test func anEventIsDeletedAndRestored() throws {
        let (scene, path, id) = try prepared()
        _ = try scene.home.call(
            AddMetric.self, MetricForm(metricType: "velocity", value: 90, eventID: id))
        let browser = try scene.browser(scene.player)
        let asked = try browser.open("\(path)/delete")
        #expect(asked.text.contains("1 metric goes with it."))
        let done = try browser.submit(try Browser.form(in: asked, to: "\(path)/delete"))
        #expect(done.text.contains("Deleted"))
        #expect(try browser.open(path).status == 404)
        #expect(try browser.undo(done).status == 200)
        #expect(try browser.open(path).text.contains(WebScene.canary))
    }

    /// EV-41: a contact that could not be logged keeps its entries and its key, and is stored once
    /// when the service is back.
    @Test func aFailedFormIsSentAgain() throws {
        let (scene, path, id) = try prepared()
        let browser = try scene.browser(scene.player)
        _ = try browser.submit(try browser.form(path, to: "\(path)/attend"))
        var log = try browser.form(path, to: "\(path)/log")
        log.fill("direction", "outbound")
        log.fill("content", "Kept & <b>shown</b>")
        scene.system.stop(.interactions)
        let failed = try browser.post(log)
        #expect([503, 504].contains(failed.status))
        #expect(failed.text.contains("Log Interaction failed. Please try again."))
        let again = try Browser.form(in: failed, to: "\(path)/log")
        for name in ["direction", "content", "key"] {
            let typed = log.items.first { $0.name == name }?.value
            let kept = again.items.first { $0.name == name }?.value
            #expect(kept?.trimmingCharacters(in: .newlines) == typed, "\(name)")
        }
        scene.system.start(.interactions)
        try scene.system.waitUntilReady(.interactions, starts: 2)
        #expect(try browser.post(again).status == 303)
        #expect(try browser.post(log).status == 303)
        #expect(try scene.logged().count { $0.eventID == id } == 1)
    }

    /// EV-01, EV-08, EV-39, EV-40, X-04: parents read along and get the calendar file; others get
    /// what a record that is not there gets.
    @Test func parentsReadAndStrangersDoNot() throws {
        let (scene, path, id) = try prepared()
        let parent = try scene.browser(scene.parent)
        #expect(try parent.open("/events?period=past&type=showcase").text.contains(WebScene.canary))
        #expect(try parent.open("/events?period=upcoming").text.contains("No events match"))
        #expect(try parent.open("/events?period=never").status == 422)
        let page = try parent.open(path)
        #expect(page.status == 200 && !page.text.contains("\(path)/attend"))
        let file = try parent.open("\(path)/calendar")
        #expect(file["content-type"] == EventCalendar.mediaType)
        #expect(
            file["content-disposition"]?.hasPrefix("attachment; filename=\"event-canary") == true)
        #expect(
            file.text.hasPrefix("BEGIN:VCALENDAR\r\n")
                && file.text.contains("DTSTART:20260203T080000"))
        // The form of a player, sent by a parent.
        var form = try scene.browser(scene.player).form(path, to: "\(path)/attend")
        let own = try parent.form("/more", to: "/sign-out")
        form.fill("token", try #require(own.items.first { $0.name == "token" }).value)
        #expect(try parent.post(form).status == 403)
        #expect(try !shown(scene, id).event.attended)
        let stranger = try scene.browser(scene.stranger)
        for address in [path, "\(path)/calendar", "\(path)/delete", "/events/nobody"] {
            let answer = try stranger.open(address)
            #expect(answer.status == 404 && !answer.text.contains(WebScene.canary), "\(address)")
        }
        #expect(try stranger.open(path).text.contains("Event not found"))
    }
}
