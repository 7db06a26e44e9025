import Contracts
import HTML
import Support
import Testing

@testable import WebPages

@Suite
struct InteractionPageTests {
    private func page(
        _ interaction: Interaction, _ details: InteractionPage.Details = .init(),
        role: Role = .player, may: Bool = true, files: [Contracts.Attachment] = []
    ) throws -> Document {
        let page = InteractionPage(
            ShowInteraction.Response(
                interaction: interaction, canDelete: may, canExport: may, files: files),
            details, Samples.context(role))
        return try Samples.document { page.write(to: &$0) }
    }

    private func facts(_ page: Document) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: zip(page.all("dt").map(\.text), page.all("dd").map(\.text)))
    }

    /// ID-02 to ID-05, U-01.
    @Test
    func theHeadHasTitleDateAndBadges() throws {
        let shown = try page(Samples.interaction(0))
        #expect(shown.heading == "Call after the weekend tournament")
        #expect(shown.all(class: "sub").map(\.text) == ["Nov 22, 2026, 6:10 AM"])
        let badges = shown.all(class: "badge")
        #expect(badges.map(\.text) == ["Phone Call", "Inbound", "Very Positive"])
        #expect(badges.map { $0["class"] } == ["badge blue", "badge green", "badge green"])
        var row = Samples.interaction(0)
        row.direction = .outbound
        row.subject = nil
        row.sentiment = nil
        row.occurredAt = nil
        row.createdAt = nil
        let bare = try page(row)
        #expect(bare.heading == "Phone Call")
        #expect(bare.all(class: "badge").map { $0["class"] } == ["badge blue", "badge purple"])
        #expect(bare.all(class: "sub").map(\.text) == ["Unknown"])
    }

    /// ID-30: the badges are heard as one, and each fact with its label.
    @Test
    func badgesAndFactsAreAnnounced() throws {
        var row = Samples.interaction(0)
        (row.type, row.direction, row.sentiment) = (.email, .inbound, .positive)
        func heard(_ row: Interaction) throws -> [String?] {
            try page(row).all(class: "badges").prefix(1).map { $0["aria-label"] }
        }
        #expect(try heard(row) == ["Email interaction, Inbound, sentiment: Positive"])
        row.sentiment = nil
        #expect(try heard(row) == ["Email interaction, Inbound"])
        let shown = try page(row)
        #expect(shown.all("dt").count == shown.all("dd").count && !shown.all("dl").isEmpty)
    }

    /// Only what is known of the time is shown, in no zone.
    @Test(arguments: [("2026-02-03", "Feb 3, 2026"), ("2026-02", "Feb 2026")])
    func aTimeOfDayThatIsNotKnownIsNotShown(text: String, shown: String) throws {
        let time = try #require(ContactTime(text: text))
        var row = Samples.interaction(0)
        (row.occurredAt, row.occurredPrecision) = (time.instant, time.precision)
        #expect(try page(row).all(class: "sub").map(\.text) == [shown])
    }

    /// N-96, N-97: who entered it is said, and edits it.
    @Test
    func aContactThatAParentEnteredSaysSo() throws {
        var row = Samples.interaction(0)
        row.enteredBy = Samples.parent
        row.enteredByName = "Elena Rivera"
        #expect(try facts(page(row))["Logged By"] == "You, entered by Elena Rivera")
        let parents = try page(row, role: .parent, may: false)
        #expect(facts(parents)["Logged By"]?.hasSuffix(", entered by you") == true)
        func edits(_ page: Document) -> Bool { page.all("a").contains { $0.text == "Edit" } }
        #expect(edits(parents))
        row.enteredBy = UserID(high: 3, low: 3)
        #expect(try !edits(page(row, role: .parent, may: false)))
    }

    /// ID-06, D-11.
    @Test
    func theContentKeepsItsWhiteSpaceAndIsShownWhole() throws {
        var row = Samples.interaction(0)
        row.content = "\n \n  two\n\n  three" + String(repeating: " x", count: 5_000)
        let shown = try page(row)
        #expect(shown.all("p", "class", "words").first?.text == row.shownContent)
        row.content = nil
        #expect(try page(row).all("p", "class", "words").isEmpty)
    }

    /// ID-07 to ID-09, D-09, X-28.
    @Test
    func theFactsLeadToTheirPages() throws {
        var row = Samples.interaction(0)
        row.eventID = EventID(high: 6, low: 1)
        let shown = try page(row, .init(eventName: "Spring Showcase"))
        #expect(
            facts(shown) == [
                "School": "Campbell University", "Coach": "Keiko Hidalgan",
                "Event": "Spring Showcase", "Logged By": "You",
            ])
        for address in [
            "/schools/\(row.schoolID?.text ?? "")", "/coaches/\(row.coachID?.text ?? "")",
            "/events/\(EventID(high: 6, low: 1).text)",
        ] { #expect(!shown.all("a", "href", address).isEmpty) }
        row.schoolID = nil
        row.coachID = nil
        row.otherCoachName = "A guest"
        row.loggedBy = Samples.parent
        row.loggedByName = nil
        let bare = try page(row)
        #expect(
            facts(bare) == [
                "School": "—", "Coach": "A guest", "Event": "Unknown Event", "Logged By": "Unknown",
            ])
    }

    /// ID-10 to ID-13, D-19.
    @Test
    func filesHaveShortNamesAndTheirWholeNameIsHeard() throws {
        let answer = SamplePages.shown
        let shown = try page(answer.interaction, files: answer.files)
        #expect(shown.all("h2").map(\.text).contains("Attachments (2)"))
        let links = shown.all("a").filter { $0["href"]?.contains("/files/") == true }
        #expect(links[0].text == "Fall schedule 2026 f…PDF · 214 kB")
        #expect(links[1].text == "Campus-map.jpgImage · 1.8 MB")
        #expect(links[0]["title"] == "Fall schedule 2026 final.pdf")
        #expect(links[0]["aria-label"] == "Fall schedule 2026 final.pdf, PDF, download")
        #expect(links[0]["href"] == Place.attachment(answer.files[0]).text)
        #expect(shown.text.contains("PDF · 214 kB") && shown.text.contains("Image · 1.8 MB"))
        #expect(try !page(answer.interaction).text.contains("Attachments"))
    }

    /// ID-14.
    @Test
    func theFootSaysWhenItWasLogged() throws {
        #expect(try page(Samples.interaction(0)).text.contains("Created: Nov 22, 2026, 6:10 AM"))
    }

    /// ID-15, ID-19, ID-20, ID-22, D-48, N-04: what the answer allows, and nothing of it for
    /// parents.
    @Test
    func actionsAreThoseThatTheAnswerAllows() throws {
        let row = Samples.interaction(0)
        #expect(
            try page(row).buttons == [
                "Export", "Edit", "Delete", "Attach", "Log again from this one",
            ])
        #expect(try page(row).all("a", "href", "/interactions/\(row.id.text)/edit").count == 1)
        let link = try page(row).all("a", "href", "/interactions/\(row.id.text)/delete")
        #expect(link.count == 1)
        #expect(try page(row, role: .parent, may: false).buttons.isEmpty)
    }

    /// IA-28 to IA-32: the level, its meaning, and all six answers.
    @Test
    func theInterestHasItsSixAnswers() throws {
        let shown = try page(SamplePages.shown.interaction)
        #expect(shown.all(class: "badge").last?.text == "🔥High Interest")
        #expect(shown.text.contains(InterestLevel.high.explanation))
        let answers = shown.all("ul", "class", "checks")
        #expect(answers.count == 1)
        #expect(answers[0].text.components("Yes: ") == 4 && answers[0].text.components("No: ") == 2)
        #expect(InterestSignal.allCases.allSatisfy { answers[0].text.contains($0.statement) })
        #expect(try !page(Samples.interaction(0)).text.contains("Coach Interest Level"))
    }

    @Test
    func theConversationHasItsSilences() throws {
        var old = Samples.interaction(2)
        old.occurredAt = Samples.now.advanced(by: .seconds(-20 * 86_400))
        let row = Samples.interaction(0)
        let shown = try page(row, .init(conversation: [row, old]))
        #expect(shown.text.contains("With Keiko Hidalgan"))
        #expect(shown.all(class: "gap").map(\.text) == ["19 days of silence"])
        old.occurredAt = Samples.now.advanced(by: .seconds(-5 * 86_400))
        #expect(try page(row, .init(conversation: [row, old])).all(class: "gap").isEmpty)
    }

    /// ID-26, EV-39.
    @Test
    func aRecordThatIsNotThereLeadsBack() throws {
        let page = MissingPage(
            "Interaction", .interactions, backTo: "Interactions", Place.interactions,
            Samples.context())
        let shown = try Samples.document { page.write(to: &$0) }
        #expect(shown.heading == "Interaction not found")
        #expect(shown.text.contains("This interaction may have been deleted"))
        #expect(shown.buttons == ["Back to Interactions"])
    }

    /// ID-24: what did not happen is said, and what else a service reports is not.
    @Test
    func aDeletionThatFailedSaysSo() throws {
        func shown(_ message: String) throws -> String {
            let advice = try #require(FailureText.advice(of: ServiceError(.internal, message)))
            return try Samples.document { FailurePage("Server error", advice).write(to: &$0) }.text
        }
        let failed = try #require(CascadeDelete<DeleteInteraction>.failureText)
        #expect(failed == "Failed to delete interaction")
        let text = try shown(failed)
        #expect(text.contains("Server error") && text.contains("Failed to delete interaction. Pl"))
        #expect(try !shown("SELECT 1 failed").contains("SELECT"))
    }

    /// ID-22, CO-25, CO-30, D-24, U-07: Cancel first, what goes with it, and that it can come back.
    @Test
    func aDeletionIsConfirmedOnAPageOfItsOwn() throws {
        let page = ConfirmationPage(
            deleting: Samples.coach(1),
            with: [.init(type: "interactions", count: 3), .init(type: "events", count: 1)],
            Samples.context())
        let shown = try Samples.document { page.write(to: &$0) }
        #expect(shown.heading == "Delete Coach?")
        #expect(shown.text.contains("Are you sure you want to delete Ingrid Oakhollow?"))
        #expect(shown.text.contains("3 interactions and 1 event go with it."))
        #expect(
            shown.text.contains("You can bring everything back from the trash for 30 days."))
        #expect(shown.buttons == ["Cancel", "Delete"])
        #expect(shown.all("input", "name", "cascade").count == 1)
        let plain = ConfirmationPage(
            deleting: Samples.interaction(0), with: [], Samples.context())
        let second = try Samples.document { plain.write(to: &$0) }
        #expect(second.all("input", "name", "cascade").isEmpty)
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(_ part: String) -> Int { ranges(of: part).count }
}
