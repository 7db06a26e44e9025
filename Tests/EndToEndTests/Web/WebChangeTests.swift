import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// What forms change: once, and only for those who may.
@Suite(.onePerCore) struct WebChangeTests {
    /// IA-50, IA-51: a double click, a reload and a return store once.
    @Test func aFormSentTwiceLogsOnce() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let form = try scene.filledForm(browser, subject: "Sent twice")
        let first = try browser.post(form)
        #expect(first.status == 303)
        let list = try browser.open(try #require(first["location"]))
        #expect(list.text.contains("Interaction logged") && list.text.contains("Sent twice"))
        #expect(try browser.post(form)["location"] == first["location"])
        let rows = try scene.logged().filter { $0.subject == "Sent twice" }
        #expect(rows.count == 1)
        let row = try #require(rows.first)
        #expect(row.content == "First line\nsecond line" && row.coachID == scene.coach)
        // The player's zone is the family's, UTC (IA-57).
        #expect(row.occurredAt == Instant(text: "2026-02-03T14:15:00Z"))
        // The same form with other entries is another interaction, and says so.
        var changed = form
        changed.fill("subject", "Sent thrice")
        let refused = try browser.post(changed)
        #expect(refused.status == 422 && refused.text.contains("was already sent"))
        let again = try Browser.form(in: refused, to: "/interactions/new")
        #expect(again.items.first { $0.name == "subject" }?.value == "Sent thrice")
        #expect(try browser.post(again).status == 303)
        #expect(try scene.logged().count == 3)
    }

    /// A list that was shown before shows what has changed since, to each reader their own.
    @Test func aListShownAgainIsUpToDate() throws {
        let scene = try WebScene(SystemUnderTest())
        let browsers = try [scene.player, scene.sibling, scene.parent].map(scene.browser)
        let stranger = try scene.browser(scene.stranger)
        func lists() throws -> [String] { try browsers.map { try $0.open("/interactions").text } }
        // The second time, the content is the one that was kept.
        for texts in try [lists(), lists()] {
            #expect(texts[0].contains("My Interactions") && !texts[2].contains("My Interactions"))
            #expect(texts.map { $0.contains(WebScene.canary + " subject") } == [true, false, true])
        }
        #expect(try !stranger.open("/interactions").text.contains(WebScene.canary))
        #expect(
            try browsers[0].post(scene.filledForm(browsers[0], subject: "Logged since")).status
                == 303)
        for (place, text) in try lists().enumerated() {
            // Siblings see their own contacts only.
            #expect(text.contains("Logged since") == (place != 1), "\(place)")
        }
        #expect(try !stranger.open("/interactions").text.contains("Logged since"))
    }

    /// IA-53, IA-54: the operation's errors stand beside the fields, and everything typed is kept.
    @Test func aRefusedFormKeepsItsValues() throws {
        let (scene, browser) = try WebScene.withBrowser()
        var form = try browser.form("/interactions/new")
        form.fill([
            "subject": String(repeating: "ä", count: InteractionLimit.subjectMax + 1),
            "content": "Kept & <b>shown</b>", "coach_id": LogInteractionWord.other,
            "other_coach_name": "Pat \"P\" Doyle", "direction": "inbound", "sentiment": "positive",
            "interest_answers": "visit", "occurred_at": "someday",
        ])
        let refused = try browser.post(form)
        #expect(refused.status == 422)
        let page = try refused.page
        for text in [
            CreateInteraction.Refusal.school, CreateInteraction.Refusal.type,
            CreateInteraction.Refusal.subject, CreateInteraction.Refusal.occurredAt,
        ] {
            #expect(page.all("a").contains { $0.text == text }, "\(text)")
            #expect(page.all(class: "error").contains { $0.text == text }, "\(text)")
        }
        let back = try Browser.form(in: refused, to: "/interactions/new")
        for name in [
            "subject", "content", "coach_id", "other_coach_name", "direction", "sentiment",
            "interest_answers", "occurred_at", "key",
        ] {
            let typed = form.items.first { $0.name == name }?.value
            #expect(back.items.first { $0.name == name }?.value == typed, "\(name)")
        }
        #expect(try scene.logged().count == 1)
        // Corrected, with the same key, it is stored.
        var corrected = back
        corrected.fill([
            "school_id": scene.school.text, "type": "email", "subject": "Corrected",
            "occurred_at": "2026-02-03T14:15",
        ])
        #expect(try browser.post(corrected).status == 303)
        let row = try #require(try scene.logged().first { $0.subject == "Corrected" })
        #expect(row.otherCoachName == "Pat \"P\" Doyle" && row.interestAnswers == [.visit])
    }

    /// IA-14, IA-16, IA-23, IA-24, IA-33, IA-34, IA-47, IA-58: what the page's form stores, and
    /// what it refuses.
    @Test func aFormStoresWhatTheRulesSay() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let empty = try browser.form("/interactions/new")
        var refused = empty
        refused.fill(["direction": "", "occurred_at": "", "type": "email"])
        let texts = try browser.post(refused).page.all(class: "error").map(\.text)
        for text in [
            CreateInteraction.Refusal.direction, CreateInteraction.Refusal.occurredAt,
            CreateInteraction.Refusal.school,
        ] {
            #expect(texts.contains(text), "\(text)")
        }
        func stored(_ subject: String, _ values: KeyValuePairs<String, String>) throws
            -> Interaction
        {
            var form = try scene.filledForm(browser, subject: subject)
            form.fill(values)
            #expect(try browser.post(form).status == 303)
            let known = try scene.logged()
            let last = known.max { ($0.createdAt ?? .earliest) < ($1.createdAt ?? .earliest) }
            guard let last else { throw SystemUnderTest.Failure(description: "nothing is logged") }
            return last
        }
        let bare = try stored(" ", ["content": "", "coach_id": "other", "other_coach_name": "Pat"])
        #expect(bare.subject == nil && bare.content == nil && bare.coachID == nil)
        #expect(bare.otherCoachName == "Pat" && bare.schoolID == scene.school)
        #expect(bare.loggedBy == scene.player.userID && bare.familyUnitID == scene.family)
        let low = try stored(
            "Low",
            [
                "content": "Hello", "direction": "inbound", "sentiment": "positive",
                "interest_answers": "visit",
            ])
        #expect(low.content == "Hello\n\n[Coach Interest Level: LOW]")
        let hidden = try stored(
            "Hidden",
            [
                "content": "Hello", "direction": "outbound", "sentiment": "positive",
                "interest_answers": "visit",
            ])
        #expect(hidden.content == "Hello" && hidden.interestAnswers == nil)
    }

    /// A day without a time stays one, and editing something else invents none.
    @Test func aDayWithoutATimeStaysOne() throws {
        let (scene, browser) = try WebScene.withBrowser()
        var form = try scene.filledForm(browser, subject: "A day")
        form.fill("occurred_time", "")
        #expect(try browser.post(form).status == 303)
        func stored() throws -> Interaction {
            try #require(try scene.logged().first { $0.subject?.hasPrefix("A day") == true })
        }
        let logged = try stored()
        #expect(logged.occurredPrecision == .day && logged.displayTime?.text == "2026-02-03")
        let path = "/interactions/\(logged.id.text)/edit"
        var edit = try browser.form(path)
        edit.fill("subject", "A day or two")
        #expect(try browser.post(edit).status == 303)
        #expect(try stored().displayTime?.text == "2026-02-03")
        var timed = try browser.form(path)
        timed.fill("occurred_time", "09:30")
        #expect(try browser.post(timed).status == 303)
        #expect(try stored().displayTime?.text == "2026-02-03T09:30:00.000Z")
        var other = try browser.form(path)
        other.fill("occurred_time", "")
        #expect(try browser.post(other).status == 303)
        #expect(try stored().displayTime?.text == "2026-02-03")
        // A time alone is of no day.
        var bare = try scene.filledForm(browser, subject: "No day")
        bare.fill("occurred_at", "")
        let refused = try browser.post(bare)
        #expect(refused.status == 422)
        #expect(refused.text.contains(CreateInteraction.Refusal.occurredAt))
    }

    /// IA-42 to IA-46: sent twice, a new coach is added once, also with a name and without the
    /// button, and an edit adds one alike.
    @Test func aNewCoachIsAddedOnce() throws {
        let (scene, browser) = try WebScene.withBrowser()
        func coaches() throws -> [Coach] {
            try scene.home.call(ListCoaches.self, .init()).coaches.filter { $0.lastName == "Marsh" }
        }
        var form = try scene.filledForm(browser, subject: "With a new coach")
        form.fill(["first_name": "Dee", "last_name": "Marsh", "save_coach": "true"])
        let added = try browser.post(form)
        #expect(added.status == 200 && added.text.contains("Dee Marsh was added"))
        #expect(try browser.post(form).text.contains("Dee Marsh was added"))
        let coach = try #require(try coaches().first)
        #expect(try coaches().count == 1)
        #expect(coach.role == .assistant && coach.schoolID == scene.school)
        #expect(try scene.logged().count == 1)
        let back = try Browser.form(in: added, to: "/interactions/new")
        #expect(back.items.first { $0.name == "coach_id" }?.value == coach.id.text)
        #expect(back.items.first { $0.name == "first_name" }?.value == "")
        #expect(try browser.post(back).status == 303)
        let row = try #require(try scene.logged().first { $0.subject == "With a new coach" })
        #expect(row.coachID == coach.id)
        // Another one from the same page has a key of its own, and a likely twin is named.
        var edit = try browser.form("/interactions/\(row.id.text)/edit")
        edit.fill(["first_name": "dee", "last_name": "Marsh"])
        let twin = try browser.post(edit)
        #expect(twin.status == 200 && twin.text.contains("dee Marsh was added"))
        #expect(twin.text.contains("Dee Marsh"))
        #expect(try coaches().count == 2)
        #expect(try scene.logged().first { $0.id == row.id }?.version == row.version)
    }

    /// IA-56, X-04: a parent is led back to the list; the form, sent all the same, is refused.
    @Test func parentsLogNothing() throws {
        let scene = try WebScene(SystemUnderTest())
        let parent = try scene.browser(scene.parent)
        #expect(try parent.send("GET", "/interactions/new")["location"] == "/interactions")
        var form = try scene.filledForm(try scene.browser(scene.player), subject: "Not mine")
        let own = try parent.form("/more", to: "/sign-out")
        form.fill("token", try #require(own.items.first { $0.name == "token" }).value)
        let refused = try parent.post(form)
        #expect(refused.status == 403)
        #expect(refused.text.contains("Only players can create interactions"))
        #expect(try scene.logged().count == 1)
    }

    /// A change needs a page of the same session: no other site, and no other session.
    @Test func aChangeFromElsewhereIsRefused() throws {
        let (scene, browser) = try WebScene.withBrowser()
        let form = try scene.filledForm(browser, subject: "Forged")
        let host = try browser.host()
        var noToken = form
        noToken.items.removeAll { $0.name == "token" }
        var strange = form
        let other = try scene.browser(scene.player).form("/interactions/new")
        strange.fill("token", try #require(other.items.first { $0.name == "token" }).value)
        var noKey = form
        noKey.items.removeAll { $0.name == "key" }
        let refused: [(Browser.Form, [String: String?], Int)] = [
            (form, ["Sec-Fetch-Site": "cross-site"], 403),
            (form, ["Sec-Fetch-Site": "same-site"], 403),
            (form, ["Sec-Fetch-Site": nil, "Origin": "http://elsewhere.example"], 403),
            (form, ["Sec-Fetch-Site": nil, "Origin": "null"], 403),
            (noToken, [:], 403), (strange, [:], 403), (noKey, [:], 400),
            (form, ["Content-Type": "text/plain"], 415),
        ]
        for (form, fields, status) in refused {
            let answer = try browser.post(form, fields: fields)
            #expect(answer.status == status, "\(fields)")
        }
        #expect(try scene.logged().count == 1)
        // The sign-in is no exception: nobody is signed in as somebody else.
        var signIn = try browser.form("/sign-in")
        signIn.fill("email", scene.player.email)
        signIn.fill("password", scene.player.password)
        #expect(try browser.post(signIn, fields: ["Sec-Fetch-Site": "cross-site"]).status == 403)
        let own = try browser.post(
            form, fields: ["Sec-Fetch-Site": nil, "Origin": "http://\(host)"])
        #expect(own.status == 303)
        #expect(try scene.logged().count == 2)
    }

    /// X-04, ID-20, ID-21, S62: to those who may not see a record, its addresses answer exactly as
    /// those of a record that does not exist.
    @Test func foreignRecordsAreNotThere() throws {
        /// A page without the time at which it was made.
        func timeless(_ page: Browser.Answer) -> String {
            page.text.replacing(/data-since="[^"]*"/, with: "")
        }
        let scene = try WebScene(SystemUnderTest())
        let absent = InteractionID(high: 0x0193_0000_0000_7000, low: 0x8000_0000_0000_0001).text
        let records = [
            ("/interactions/", scene.interaction.text), ("/coaches/", scene.coach.text),
            ("/schools/", scene.school.text),
        ]
        for person in [scene.stranger, scene.sibling] {
            let browser = try scene.browser(person)
            let token = try browser.form("/more", to: "/sign-out").items
                .first { $0.name == "token" }?.value
            // Siblings share schools and coaches.
            let isSibling = person.userID == scene.sibling.userID
            for (folder, id) in isSibling ? Array(records.prefix(1)) : records {
                for part in ["", "/delete"] {
                    let there = try browser.send("GET", folder + id + part)
                    let gone = try browser.send("GET", folder + absent + part)
                    #expect(there.status == 404 && gone.status == 404, "\(folder) \(part)")
                    #expect(timeless(there) == timeless(gone), "\(folder) \(part)")
                }
                let key = IdempotencyKey.random().text
                let answers = try [id, absent].map { id in
                    try browser.post(
                        .init(
                            action: "\(folder)\(id)/delete",
                            items: [("token", token ?? ""), ("key", key), ("cascade", "true")]))
                }
                #expect(answers.map(\.status) == [404, 404])
                #expect(timeless(answers[0]) == timeless(answers[1]))
            }
            let list = try browser.open("/interactions")
            #expect(!list.text.contains("\(WebScene.canary) subject"))
        }
        // A parent reads and changes nothing.
        let parent = try scene.browser(scene.parent)
        let page = try parent.open("/interactions/\(scene.interaction.text)")
        #expect(page.status == 200 && !page.text.contains("/delete"))
        #expect(try parent.open("/coaches/\(scene.coach.text)/delete").status == 403)
        #expect(try scene.logged().count == 1)
    }
}

/// The word of the form for a coach who is not listed.
private enum LogInteractionWord {
    static let other = "other"
}
