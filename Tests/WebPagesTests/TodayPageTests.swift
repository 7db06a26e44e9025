import Contracts
import Foundation
import HTML
import Support
import Testing

@testable import WebPages

@Suite
struct TodayPageTests {
    /// the reader, the day, and what matters first.
    @Test
    func theStartGreetsAndNamesItsParts() throws {
        let shown = try Samples.document(TodaySamples.page(Samples.interactions(50)))
        #expect(shown.heading == "Good morning, Maya")
        #expect(shown.text.contains("Sunday, Nov 22"))
        #expect(
            shown.all("h2").map(\.text) == [
                "Waiting for your answer", "Last 30 days", "Next events", "Unread notifications",
            ])
        #expect(shown.all("a", "href", "/interactions/new").contains { $0["class"] == "btn main" })
    }

    /// N-10, N-11: whom to contact by when, also those who wrote before the days that the section
    /// above shows; whom it names is not named again.
    @Test
    func coachesWhoAreDueAreNamed() throws {
        var interactions = Samples.interactions(9)
        interactions[0].direction = .inbound
        var named = TodaySamples.due[0]
        named.reason = .answer
        named.coachID = interactions[0].coachID
        var forgotten = TodaySamples.due[0]
        forgotten.reason = .answer
        let rows = [named, forgotten] + TodaySamples.due + TodaySamples.due
        let shown = try Samples.document(TodaySamples.page(interactions, due: rows))
        #expect(
            shown.all("h2").map(\.text).prefix(3) == [
                "Waiting for your answer", "Keep in touch", "Last 30 days",
            ])
        #expect(shown.text.contains("4 more are due."))
        for text in [
            "Waiting for an answer since Nov 3, 2026", "Overdue since Nov 3, 2026", "Due today",
            "Due Nov 26, 2026", "40 days", "17 days",
        ] {
            #expect(shown.text.contains(text), "\(text)")
        }
        let link = "/coaches/\(named.entryID.text)"
        #expect(shown.all("a", "href", link).isEmpty)
    }

    /// N-14: what a player has decided about waits no longer; a parent reads that the coach does.
    @Test
    func whatWasDecidedOnWaitsNoLonger() throws {
        var interactions = Samples.interactions(1)
        interactions[0].direction = .inbound
        interactions[0].coachID = CoachID(high: 7, low: 77)
        let open = try Samples.document(TodaySamples.page(interactions))
        #expect(open.buttons.contains("Done") && open.buttons.contains("In a week"))
        let parts = TodayPage.Parts(
            interactions: .success(Samples.list(interactions)),
            queue: .success(
                .init(today: FollowUpSamples.today, timeZone: "America/Denver", followUps: [])),
            events: .success(.init([], total: 0)),
            notices: .failure(SocialSamples.away), profiles: .success(.init(profiles: [])))
        let decided = try Samples.document { TodayPage(parts, Samples.context()).write(to: &$0) }
        #expect(decided.text.contains("Nobody is waiting for you."))
        let read = try Samples.document {
            TodayPage(parts, Samples.context(.parent)).write(to: &$0)
        }
        #expect(!read.text.contains("Nobody is waiting"))
    }

    /// Parents read what is new first, and log nothing.
    @Test
    func parentsSeeWhatIsNewFirst() throws {
        let shown = try Samples.document(TodaySamples.page(Samples.interactions(50), .parent))
        #expect(shown.heading == "Good morning, Elena")
        #expect(
            shown.all("h2").map(\.text) == [
                "Unread notifications", "Waiting for an answer", "Last 30 days", "Next events",
            ])
        #expect(shown.text.contains("The family wrote 14 times"))
        #expect(shown.all("a", "href", "/interactions/new").isEmpty)
    }

    /// A coach waits if the newest contact with them came from them.
    @Test
    func whoWroteLastDecidesWhoWaits() {
        var rows = [1, 2, 3, 4].map(Samples.interaction)
        let (first, second) = (CoachID(high: 5, low: 1), CoachID(high: 5, low: 2))
        for (place, coach) in [first, second, second, first].enumerated() {
            rows[place].coachID = coach
        }
        rows[0].direction = .outbound
        rows[1].direction = .inbound
        rows[2].direction = .outbound
        rows[3].direction = .inbound
        #expect(TodayPage.waiting(rows).map(\.id) == [rows[1].id])
        rows[1].coachID = nil
        #expect(TodayPage.waiting(rows).isEmpty)
        var due = TodaySamples.unlisted(0)
        due.contactID = rows[1].id
        #expect(TodayPage.waiting(rows, [due]).map(\.id) == [rows[1].id])
    }

    // N-11: whoever is none of the coaches waits too, with the buttons; once on the page.
    @Test(arguments: [nil, "Mike Ash"])
    func somebodyWhoIsNoCoachWaits(name: String?) throws {
        var interactions = Samples.interactions(1)
        interactions[0].direction = .inbound
        (interactions[0].coachID, interactions[0].coachName) = (nil, nil)
        (interactions[0].otherCoachName, interactions[0].schoolName) = (name, "Texas A&M")
        var due = TodaySamples.unlisted(0)
        (due.contactID, due.coachName, due.schoolName) = (interactions[0].id, name, "Texas A&M")
        let shown = try Samples.document(TodaySamples.page(interactions, due: [due]))
        let who = name ?? "A coach at Texas A&M"
        let link = try #require(
            shown.all("a", "href", "/interactions/\(interactions[0].id.text)").first)
        #expect(link.text == who)
        #expect(shown.all("form", "action", "/queue/\(interactions[0].id.text)").count == 1)
        #expect(shown.all("button", "aria-label", "Done: \(who)").count == 1)
        #expect(!shown.all("h2").map(\.text).contains("Keep in touch"))
        // One of longer ago, which the contacts of the last days do not have.
        let old = try Samples.document(TodaySamples.page([], due: [due]))
        #expect(old.all("h2").map(\.text).contains("Keep in touch"))
        #expect(old.text.contains(who) && old.text.contains("40 days since they wrote"))
    }

    /// IL-11, EV-05.
    @Test
    func figuresAndEventsAreShown() throws {
        let shown = try Samples.document(TodaySamples.page(Samples.interactions(9)))
        #expect(
            shown.text.contains("You wrote 3 times and heard back 6 times; 9 of those contacts"))
        let event = EventSamples.event(2)
        let link = try #require(shown.all("a", "href", "/events/\(event.id.text)").first)
        #expect(link["aria-label"] == event.announcement)
        #expect(shown.all("a", "href", "/events").contains { $0.text == "All events" })
    }

    @Test
    func nothingIsSaidInWords() throws {
        let shown = try Samples.document(TodaySamples.page([], events: 0, notices: 0))
        for text in [
            "Nobody is waiting for you.", "No events ahead",
            NotificationListText.nothingUnread,
        ] {
            #expect(shown.text.contains(text), "\(text)")
        }
    }

    /// A service that is away takes only its part with it.
    @Test
    func aServiceThatIsAwayLeavesTheRest() throws {
        let shown = try Samples.document(TodaySamples.partly())
        #expect(shown.all("div", "role", "alert").first?.text.contains("Server error") == true)
        #expect(shown.all("h2").map(\.text) == ["Waiting for your answer", "Last 30 days"])
    }

    /// The greeting follows the reader's clock.
    @Test(arguments: [
        ("2026-11-22T09:59:00Z", "Good evening"), ("2026-11-22T10:00:00Z", "Good morning"),
        ("2026-11-22T17:00:00Z", "Good afternoon"), ("2026-11-22T23:00:00Z", "Good evening"),
    ])
    func theGreetingFollowsTheClock(time: String, greeting: String) throws {
        let old = Samples.context()
        let context = PageContext(
            userID: old.userID, fullName: old.fullName, role: old.role, family: old.family,
            zone: old.zone, now: Samples.instant(time), formKey: old.formKey)
        let parts = TodayPage.Parts(
            interactions: .failure(SocialSamples.away), queue: .failure(SocialSamples.away),
            events: .failure(SocialSamples.away), notices: .failure(SocialSamples.away),
            profiles: .failure(SocialSamples.away))
        let shown = try Samples.document { TodayPage(parts, context).write(to: &$0) }
        #expect(shown.heading == "\(greeting), Maya")
    }
}
