import Contracts
import Foundation
import ServiceKit
import Support
import Testing

/// Rules of the page specifications on the pages of a running system: which rows a reader sees, in
/// which order, and what a file and a deletion say.
@Suite(.onePerCore) struct WebRuleTests {
    private let scene: WebScene
    private let browser: Browser

    init() throws { (scene, browser) = try WebScene.withBrowser() }

    private var now: Instant { scene.system.clock.now() }

    @discardableResult
    private func log(
        _ subject: String?, content: String? = nil, ago: Duration = .seconds(3_600),
        as person: Person? = nil
    ) throws -> Interaction {
        var form = CreateInteraction.Request(
            type: "email", direction: "outbound",
            occurredAt: Instant(milliseconds: now.milliseconds - ago.wholeMilliseconds).text)
        form.schoolID = FormField(scene.school.text)
        form.subject = FormField(subject)
        form.content = FormField(content)
        return try scene.home.call(CreateInteraction.self, form, as: person).interaction
    }

    /// The ids of the interactions on a page of the list, in its order.
    private func rows(_ query: String = "", of browser: Browser? = nil) throws -> [String] {
        try ids("interactions", query, of: browser ?? self.browser)
    }

    /// The ids of the records to which a list links, in its order.
    private func ids(
        _ list: String, _ query: String, of browser: Browser
    ) throws -> [String] {
        var found: [String] = []
        for link in try browser.open("/\(list)\(query)").page.all("a") {
            let parts = link["href"]?.split(separator: "/") ?? []
            guard parts.count == 2, parts[0] == list, RecordID(text: parts[1]) != nil,
                !found.contains(String(parts[1]))
            else { continue }
            found.append(String(parts[1]))
        }
        return found
    }

    // MARK: Lists

    /// IL-01, IL-02: newest first, those of one instant in the order of their ids.
    @Test func theNewestContactComesFirst() throws {
        let old = try log("Old", ago: .seconds(3 * 86_400))
        let at = Instant(milliseconds: now.milliseconds - 86_400_000).text
        let twins = try (0..<3).map { number in
            var form = CreateInteraction.Request(
                type: "email", direction: "outbound", occurredAt: at)
            form.schoolID = FormField(scene.school.text)
            form.subject = FormField("Twin \(number)")
            return try scene.home.call(CreateInteraction.self, form).interaction.id.text
        }
        let expected = [scene.interaction.text] + twins.sorted() + [old.id.text]
        #expect(try rows() == expected)
        #expect(try rows() == expected)
    }

    /// IL-03, IL-04, IL-44: a player sees their own rows, a parent all of them, with the names of
    /// school and coach.
    @Test func eachReaderSeesTheirRows() throws {
        let siblings = try log("The sibling's", as: scene.sibling)
        #expect(try rows() == [scene.interaction.text])
        #expect(try rows(of: scene.browser(scene.sibling)) == [siblings.id.text])
        let parent = try scene.browser(scene.parent)
        #expect(try Set(rows(of: parent)) == [scene.interaction.text, siblings.id.text])
        let page = try parent.open("/interactions")
        #expect(page.text.contains("\(WebScene.canary) College") && page.text.contains("Ann Lee"))
    }

    /// IL-15, IL-16: part of subject or content, whatever the case; a row without texts is never
    /// found.
    @Test func aSearchFindsPartsOfTexts() throws {
        let subject = try log("Fall SCHEDULE")
        let content = try log(nil, content: "They sent the schedules")
        let bare = try log(nil)
        #expect(try Set(rows("?search=schedule")) == [subject.id.text, content.id.text])
        #expect(try rows("?search=sCHEDULEs") == [content.id.text])
        #expect(try rows().contains(bare.id.text))
        for search in ["null", "none", "email", "%25", "_"] {
            #expect(try !rows("?search=\(search)").contains(bare.id.text), "\(search)")
        }
    }

    /// IL-21: so many days back, to the minute of the day.
    @Test func theLimitOfDaysIsInclusive() throws {
        let within = try log("Within", ago: .seconds(7 * 86_400 - 3_600))
        let before = try log("Before", ago: .seconds(7 * 86_400 + 7_200))
        let week = try rows("?days=7")
        #expect(week.contains(within.id.text) && !week.contains(before.id.text))
        #expect(try rows("?days=14").contains(before.id.text))
    }

    /// IL-45, ID-01, EV-45: what somebody else changed is there at the next look, with names.
    @Test func everyLookReadsAnew() throws {
        let address = "/interactions/\(scene.interaction.text)"
        #expect(try browser.open(address).page.heading == "\(WebScene.canary) subject")
        #expect(try browser.open("/interactions").text.contains("\(WebScene.canary) subject"))
        let event = try scene.home.call(
            AddEvent.self, .init(type: "camp", name: "Old Camp", startDate: "2026-03-01")
        ).event.id
        let eventPage = "/events/\(event.text)"
        #expect(try browser.open(eventPage).page.heading == "Old Camp")
        var form = EditInteraction.Request(id: scene.interaction)
        form.fields.subject = FormField("Changed elsewhere")
        _ = try scene.home.call(EditInteraction.self, form)
        var camp = EventForm()
        camp.name = FormField("New Camp")
        _ = try scene.home.call(EditEvent.self, camp.editing(event, at: nil))
        let page = try browser.open(address)
        #expect(try page.page.heading == "Changed elsewhere")
        for name in ["\(WebScene.canary) College", "Ann Lee", "You"] {
            #expect(page.text.contains(name), "\(name)")
        }
        #expect(try browser.open("/interactions").text.contains("Changed elsewhere"))
        #expect(try browser.open(eventPage).page.heading == "New Camp")
        #expect(try browser.open("/events").text.contains("New Camp"))
    }

    /// CO-01, CO-05: by last name, and found by any of seven fields, whatever the case.
    @Test func coachesAreListedAndFound() throws {
        var form = CoachForm()
        form.firstName = "Zed"
        form.lastName = "Abbot"
        form.schoolID = FormField(scene.school.text)
        form.email = "zed@uni.example"
        form.phone = "(404) 555-0199"
        form.notes = "Left-handed"
        form.twitterHandle = "@zabbot"
        form.instagramHandle = "zed.pics"
        let coach = try scene.home.call(AddCoach.self, form).coach.id
        func ids(_ query: String) throws -> [String] { try self.ids("coaches", query, of: browser) }
        #expect(try ids("") == [coach.text, scene.coach.text])
        for text in ["zED", "abb", "UNI.example", "555-01", "left-H", "ZABBOT", "ed.pics"] {
            #expect(try ids("?search=\(text)") == [coach.text], "\(text)")
        }
        #expect(try ids("?search=nobody").isEmpty)
    }

    /// SA-05: the posts of the last days, all for "All Time".
    @Test func aRangeCountsItsPosts() throws {
        for days in [1, 6, 20, 60, 400] {
            var form = PostForm(
                platform: "twitter",
                postDate: Instant(milliseconds: now.milliseconds - Int64(days) * 86_400_000).text)
            form.postContent = FormField("Posted \(days) days ago")
            _ = try scene.home.call(AddPost.self, form)
        }
        for (range, count) in [("7", "2"), ("30", "3"), ("90", "4"), ("all", "5")] {
            let page = try browser.open("/social/analytics?range=\(range)").page
            #expect(page.all("dd").first?.text == count, "\(range)")
        }
    }

    // MARK: Files

    /// ID-16 to ID-18: "N/A" where there is nothing, every value in quotation marks, files as a
    /// number, and the subject as the file's name.
    @Test func aContactIsStoredAsAFile() throws {
        let bare = try log("Camp: dates & \"more\"")
        let link = "/interactions/\(bare.id.text)/export"
        let page = try browser.open("/interactions/\(bare.id.text)").page
        #expect(page.all("a", "href", link).map(\.text) == ["Export"])
        let file = try browser.open(link)
        #expect(
            file["content-disposition"]?.hasSuffix("interaction-camp-dates-%26-more.csv") == true,
            "\(file["content-disposition"] ?? "")")
        let lines = file.text.split(whereSeparator: \.isNewline).map(String.init)
        #expect(lines.first == "\u{FEFF}Field,Value")
        for line in [
            #""Subject","Camp: dates & ""more""""#, #""Sentiment","N/A""#, #""Coach","N/A""#,
            #""Content","N/A""#, #""Attachments","0""#,
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("\"") && $0.hasSuffix("\"") })
    }

    /// EV-33: the metrics of an event, oldest first, in a file that the page offers.
    @Test func metricsAreStoredAsAFile() throws {
        let event = try scene.home.call(
            AddEvent.self, .init(type: "camp", name: "Fall Camp", startDate: "2026-03-01")
        ).event.id
        let path = "/events/\(event.text)"
        let link = "\(path)/metrics/export"
        #expect(try browser.open(path).page.all("a", "href", link).isEmpty)
        for (value, notes) in [("91.5", "=1+1"), ("84", "radar, low")] {
            var metric = try browser.form(path, to: "\(path)/metrics")
            metric.fill([
                "metric_type": "velocity", "value": value, "unit": "mph", "notes": notes,
            ])
            #expect(try browser.post(metric).status == 303)
        }
        #expect(try browser.open(path).page.all("a", "href", link).count == 1)
        for reader in [browser, try scene.browser(scene.parent)] {
            let file = try reader.open(link)
            #expect(file["content-type"]?.hasPrefix("text/csv") == true)
            #expect(file["content-disposition"]?.contains("metrics-fall-camp.csv") == true)
            let lines = file.text.components(separatedBy: "\r\n")
            #expect(lines[0] == "\u{FEFF}Date,Metric Type,Value,Unit,Verified,Notes")
            #expect(lines[1].hasSuffix(",91.5,mph,No,'=1+1"), "\(lines[1])")
            #expect(lines[2].hasSuffix(",84,mph,No,\"radar, low\""), "\(lines[2])")
        }
        #expect(try scene.browser(scene.stranger).open(link).status == 404)
    }

    // MARK: Deletions

    /// ID-23, ID-25, CO-26: what nothing depends on goes alone; a contact with a file goes with it.
    @Test func aDeletionTakesAlongWhatDepends() throws {
        let lone = try scene.home.addCoach("Bo", "Lone", at: scene.school).id
        let alone = try browser.form("/coaches/\(lone.text)/delete")
        #expect(!alone.items.contains { $0.name == "cascade" })
        #expect(try browser.submit(alone).text.contains("Coach deleted"))
        let form = try browser.form("/interactions/new")
        var filled = form
        filled.fill(["school_id": scene.school.text, "type": "email", "subject": "With a file"])
        let file = Browser.File(name: "plan.txt", content: Array("Camp".utf8))
        #expect(try browser.post(filled, files: [file]).status == 303)
        let contact = try #require(try scene.logged().first { $0.subject == "With a file" })
        let address = "/interactions/\(contact.id.text)"
        let question = try browser.open("\(address)/delete")
        let done = try browser.submit(try Browser.form(in: question, to: "\(address)/delete"))
        #expect(done.status == 200 && done.text.contains("Deleted"))
        #expect(try browser.open(address).status == 404)
        #expect(try scene.logged().map(\.id) == [scene.interaction])
    }

    /// ID-29, CO-31: what cannot be shown or deleted now says so, and can be tried again.
    @Test func aServiceThatIsAwayCanBeTriedAgain() throws {
        let coach = try browser.form("/coaches/\(scene.coach.text)/delete")
        scene.system.stop(.interactions)
        let page = try browser.open("/interactions/\(scene.interaction.text)")
        #expect([503, 504].contains(page.status))
        #expect(page.text.contains("Server error") || page.text.contains("Connection timed out"))
        scene.system.stop(.coaches)
        let refused = try browser.post(coach)
        #expect([503, 504].contains(refused.status))
        #expect(refused.text.contains("Server error") || refused.text.contains("timed out"))
        scene.system.start(.coaches)
        scene.system.start(.interactions)
        try scene.system.waitUntilReady(.coaches, starts: 2)
        try scene.system.waitUntilReady(.interactions, starts: 2)
        #expect(try browser.open("/interactions/\(scene.interaction.text)").status == 200)
        #expect(try browser.submit(coach).text.contains("Coach and 1 interaction deleted"))
    }

    /// IA-63: whoever leaves before the answer has logged all the same, once.
    @Test func whoeverLeavesHasLogged() throws {
        let form = try scene.filledForm(browser, subject: "Left at once")
        try browser.leave(posting: form)
        func count() throws -> Int { try scene.logged().count { $0.subject == "Left at once" } }
        #expect(try Waiting.until(every: .milliseconds(50)) { try count() > 0 })
        #expect(try count() == 1)
        #expect(try browser.post(form).status == 303)
        #expect(try count() == 1)
    }
}
