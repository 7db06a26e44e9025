import Contracts
import HTML
import Support
import Testing

@testable import WebPages

@Suite
struct InteractionsPageTests {
    private func page(
        _ rows: [Interaction], _ role: Role = .player, _ active: [ActiveFilter] = [],
        sort: String? = nil
    ) throws -> Document {
        var request = ListInteractions.Request()
        for filter in active {
            if let name = InteractionFilter(rawValue: filter.name) { request[name] = filter.value }
        }
        let page = InteractionsPage(
            .success(Samples.list(rows, role, active)), request, Samples.context(role))
        return try Samples.document { page.write(to: &$0) }
    }

    /// IL-05, IL-06, IL-07, IL-46, X-04.
    @Test
    func playersLogAndExportAndSeeThePrivacyNotice() throws {
        let player = try page(Samples.interactions(3))
        #expect(player.heading == "My Interactions")
        #expect(
            player.all("a", "href", "/interactions/new").contains { $0.text == "Log Interaction" })
        #expect(player.text.contains(InteractionListText.privacyNotice))
        #expect(player.buttons.contains("Export CSV"))
        #expect(player.buttons.contains("Export .xlsx"))
        let parent = try page(Samples.interactions(3), .parent)
        #expect(parent.heading == "Interactions")
        #expect(!parent.text.contains("Log Interaction") && !parent.text.contains("Export"))
        #expect(!parent.text.contains(InteractionListText.privacyNotice))
    }

    /// IL-08 to IL-13, U-02: label and value are heard together, each card has its colour.
    @Test
    func theFourFiguresHaveLabelsAndColours() throws {
        let shown = try page(Samples.interactions(50))
        #expect(shown.all("dt").map(\.text) == ["Total", "Outbound", "Inbound", "This Week"])
        #expect(shown.all("dd").map(\.text) == ["50", "17", "33", "10"])
        let cards = ["blue", "green", "purple", "amber"]
        #expect(cards.allSatisfy { shown.all("div", "class", $0).count == 1 })
    }

    /// IL-14, IL-17 to IL-20.
    @Test
    func theFilterFormPutsFlagsIntoTheAddress() throws {
        let shown = try page(Samples.interactions(3))
        let form = try #require(shown.all("form", "role", "search").last)
        #expect(form["method"] == "get" && form["action"] == "/interactions")
        let search = try #require(shown.all("input", "name", "search").first)
        #expect(search["placeholder"] == "Subject, content...")
        #expect(
            shown.all("select").compactMap { $0["name"] }
                == ["type", "direction", "sentiment", "days"])
        let options = shown.all("option").map(\.text)
        #expect(options.contains("Last 90 days") && options.contains("In-Person Visit"))
        #expect(options.contains("All types") && options.contains("Very Positive"))
    }

    /// IL-47: the types by their names, in the filter and on the rows.
    @Test
    func typesHaveTheirNames() throws {
        let rows = InteractionType.allCases.map { type in
            var row = Samples.interaction(0)
            row.type = type
            return row
        }
        let shown = try page(rows)
        let names = [
            "email": "Email", "phone_call": "Phone Call", "text": "Text",
            "in_person_visit": "In-Person Visit", "virtual_meeting": "Virtual Meeting",
            "camp": "Camp", "showcase": "Showcase", "tweet": "Tweet", "dm": "Direct Message",
        ]
        let badges = shown.all(class: "badge").map(\.text)
        for (word, name) in names {
            #expect(shown.all("option", "value", word).map(\.text) == [name])
            #expect(badges.contains(name), "\(name)")
        }
    }

    /// IL-22 to IL-24.
    @Test
    func onlyParentsFilterByLogger() throws {
        #expect(try page([]).all("select", "name", "logged-by").isEmpty)
        let parent = try page([], .parent)
        #expect(parent.all("select", "name", "logged-by").count == 1)
        #expect(parent.all("option").map(\.text).contains("Me (Parent)"))
    }

    /// IL-26, IL-27: a chip leads to the list without its filter, and keeps the others.
    @Test
    func aChipIsALinkToTheListWithoutItsFilter() throws {
        let shown = try page(Samples.interactions(3), .player, SamplePages.chips)
        let chips = shown.all(class: "chip")
        #expect(
            chips.map { $0["href"] } == [
                "/interactions?direction=inbound&days=90", "/interactions?type=email&days=90",
                "/interactions?type=email&direction=inbound",
            ])
        #expect(chips[0]["aria-label"] == "Remove filter Type: Email")
        #expect(chips[2].text == "TimeLast 90 days")
        let clear = try #require(shown.all("a", "href", "/interactions").last)
        #expect(clear.text == "Clear all")
        #expect(shown.all("section", "aria-label", "Active filters").count == 1)
        #expect(shown.title == "My Interactions: Email, Inbound, Last 90 days – Recruiting Compass")
        #expect(shown.text.contains("Filters (3)"))
        #expect(
            shown.all("code").first?.text
                == "compass interactions list --type email --direction inbound --days 90")
    }

    /// N-48: several words are one chip, and one choice of their own, which the form keeps.
    @Test
    func severalWordsStayInTheForm() throws {
        let both = ActiveFilter(name: "type", value: "email,text", label: "Email or Text")
        let shown = try page(Samples.interactions(3), .player, [both])
        #expect(shown.all(class: "chip").map { $0["href"] } == ["/interactions"])
        #expect(shown.all(class: "chip").first?["aria-label"]?.hasSuffix("Email or Text") == true)
        let chosen = shown.all("option").filter { $0["selected"] != nil }
        #expect(chosen.map { $0["value"] } == ["email,text"])
        #expect(chosen.map(\.text) == ["Email or Text"])
        #expect(shown.all("code").first?.text == "compass interactions list --type email,text")
        // Each word counts once, and a single one is a choice already.
        let twice = ActiveFilter(name: "type", value: "email,email", label: "Email")
        let single = try page([], .player, [twice])
        #expect(
            single.all("option").filter { $0["selected"] != nil }.map { $0["value"] } == ["email"])
        #expect(single.all("option", "value", "email").count == 1)
    }

    /// The filters that have no control stay when another one changes.
    @Test
    func filtersWithoutAControlStayInTheForm() throws {
        let school = SchoolID(high: 4, low: 1).text
        let shown = try page([], .player, [.init(name: "school_id", value: school, label: "Duke")])
        #expect(shown.all("input", "name", "school").first?["value"] == school)
    }

    /// Days have a control, which shows the day that the address names; a time of day stays.
    @Test
    func sinceAndUntilAreDays() throws {
        let zone = Samples.zone
        func list(_ since: String, _ until: String) throws -> Document {
            let values = [("since", since), ("until", until)].map {
                ActiveFilter(
                    name: $0.0, value: zone.filterValue($0.1, of: $0.0, now: Samples.now),
                    label: $0.1)
            }
            return try page([], .player, values)
        }
        let days = try list("2026-02-03", "yesterday")
        #expect(days.all("input", "name", "since").map { $0["type"] } == ["date"])
        #expect(days.all("input", "name", "since").first?["value"] == "2026-02-03")
        #expect(days.all("input", "name", "until").first?["value"] == "2026-11-21")
        #expect(days.all("label").map(\.text).contains("Since"))
        let times = try list("2026-02-03 2:15 PM", "2026-02-03T12:00:00Z")
        #expect(times.all("input", "name", "since").map { $0["type"] } == ["hidden"])
        #expect(
            times.all("input", "name", "until").first?["value"] == "2026-02-03T12:00:00Z")
        let fresh = try page(Samples.interactions(3))
        #expect(fresh.all("input", "name", "since").first?["value"]?.isEmpty != false)
        #expect(fresh.all("input", "name", "until").map { $0["type"] } == ["date"])
    }

    /// A day of `since` begins, and one of `until` ends, where the reader is; anything else is left
    /// to the service.
    @Test(arguments: [
        ("2026-02-03", "2026-02-03T05:00:00.000Z", "2026-02-04T04:59:59.999Z"),
        ("2/3/26", "2026-02-03T05:00:00.000Z", "2026-02-04T04:59:59.999Z"),
        ("today", "2026-11-22T05:00:00.000Z", "2026-11-23T04:59:59.999Z"),
        ("2026-02-03T12:00:00Z", "2026-02-03T12:00:00Z", "2026-02-03T12:00:00Z"),
        ("someday", "someday", "someday"), ("", "", ""),
    ])
    func aDayIsOfTheReadersZone(_ text: String, _ since: String, _ until: String) {
        let zone = ReaderZone(named: "America/New_York")
        #expect(zone.filterValue(text, of: "since", now: Samples.now) == since)
        #expect(zone.filterValue(text, of: "until", now: Samples.now) == until)
        #expect(zone.filterValue(text, of: "search", now: Samples.now) == text)
    }

    /// IL-28: announced when it changes.
    @Test(arguments: [
        (0, "0 interactions found"), (1, "1 interaction found"), (2, "2 interactions found"),
    ])
    func theCountIsALiveLine(_ count: Int, _ text: String) throws {
        let shown = try page(Samples.interactions(count))
        #expect(shown.all("p", "role", "status").map(\.text) == [text])
    }

    /// IL-29, IL-31 to IL-33, IL-36 to IL-39, IL-49.
    @Test
    func aRowSaysWhatHappened() throws {
        var row = Samples.interaction(0)
        row.attachments = ["a", "b"]
        let shown = try page([row])
        let link = try #require(
            shown.all("a").first { $0["href"] == "/interactions/\(row.id.text)" })
        #expect(link.text == "Call after the weekend tournament")
        #expect(
            link["aria-label"]
                == "Phone Call Inbound, Call after the weekend tournament, "
                + "with Keiko Hidalgan at Campbell University, Nov 22, 2026, 6:10 AM")
        #expect(
            shown.all(class: "badge").map(\.text) == ["Phone Call", "Inbound", "Very Positive"])
        #expect(
            shown.all(class: "badge").map { $0["class"] } == [
                "badge type", "badge green", "badge green",
            ])
        #expect(shown.all(class: "place").map(\.text) == ["Campbell University • Keiko Hidalgan"])
        #expect(shown.all("time").map(\.text) == ["Nov 22, 2026, 6:10 AM"])
        #expect(shown.all(class: "files").map(\.text) == ["2 files"])
        #expect(shown.all(class: "preview").first?["dir"] == "auto")
    }

    /// IL-30: for parents only.
    @Test
    func onlyParentsSeeWhoLogged() throws {
        let rows = Samples.hardInteractions
        #expect(try !page(rows).all(class: "badge").contains { $0.text == "Maya Rivera" })
        let badges = try page(rows, .parent).all(class: "badge")
        #expect(badges.first { $0.text == "You" }?["class"] == "badge blue")
        #expect(badges.first { $0.text == "Maya Rivera" }?["class"] == "badge purple")
    }

    /// IL-34, IL-35, IL-36, X-28: what is missing is left out or named.
    @Test
    func missingPartsAreLeftOut() throws {
        var row = Samples.interaction(0)
        row.subject = nil
        row.content = nil
        row.schoolID = nil
        row.coachID = nil
        row.sentiment = nil
        let bare = try page([row])
        #expect(bare.all("h3").map(\.text) == ["Phone Call"])
        #expect(bare.all(class: "place").isEmpty && bare.all(class: "preview").isEmpty)
        #expect(bare.all(class: "mood").isEmpty && bare.all(class: "files").isEmpty)
        var lost = Samples.interaction(0)
        lost.schoolName = nil
        lost.coachName = nil
        #expect(
            try page([lost]).all(class: "place").map(\.text) == ["Unknown School • Unknown Coach"])
    }

    /// IL-48: an icon of its own for each type, in the colour of the type.
    @Test
    func everyTypeHasItsIconAndColour() throws {
        var icons: Set<String> = []
        for type in InteractionType.allCases {
            var row = Samples.interaction(0)
            row.type = type
            let shown = try page([row])
            let disc = try #require(shown.all(class: "disc").first)
            #expect(disc["class"] == (type.tone == .gray ? "disc" : "disc \(type.tone.rawValue)"))
            #expect(disc["aria-hidden"] == "true")
            icons.insert(type.pageIcon.name)
        }
        #expect(icons.count == InteractionType.allCases.count)
    }

    @Test(
        "IA-40, ID-10: a file's icon tells pictures, PDF, documents and the rest apart",
        arguments: [
            (AttachmentType.jpeg, Icon.picture), (.png, .picture), (.gif, .picture), (.pdf, .pdf),
            (.doc, .file), (.docx, .file), (.text, .clip),
        ])
    func filesHaveTheIconOfTheirType(type: AttachmentType, icon: Icon) {
        #expect(type.pageIcon == icon)
    }

    /// Months are those of the reader's zone: 03:00 UTC on the first is the month before in New
    /// York.
    @Test
    func rowsStandUnderTheMonthOfTheReader() throws {
        var rows = Samples.interactions(2)
        rows[0].occurredAt = Samples.instant("2026-11-01T05:00:00Z")
        rows[1].occurredAt = Samples.instant("2026-11-01T03:00:00Z")
        let headings = try page(rows).all("h2").map(\.text)
        #expect(headings == ["November 2026 1 interaction", "October 2026 1 interaction"])
    }

    @Test
    func rowsWithoutADateAreNamedSo() throws {
        let shown = try page(Samples.hardInteractions)
        #expect(shown.all("h2").last?.text == "Without a date 1 interaction")
        #expect(shown.all(class: "when").last?.text == "Unknown")
    }

    /// IL-41, IL-42.
    @Test
    func anEmptyListSaysWhyAndWhatToDo() throws {
        let empty = try page([])
        #expect(empty.text.contains("No interactions yet"))
        #expect(empty.text.contains("Start logging your recruiting communications"))
        #expect(empty.buttons.contains("Log Your First Interaction"))
        #expect(try !page([], .parent).buttons.contains("Log Your First Interaction"))
        let none = try page([], .player, SamplePages.chips)
        #expect(none.text.contains("No interactions match your filters"))
        #expect(none.text.contains("Try adjusting your search or filters"))
        #expect(none.all("a", "href", "/interactions").contains { $0.text == "Clear Filters" })
    }

    /// IL-43, X-12, X-13, X-30: the banner is an alert, and Retry keeps the filters.
    @Test(arguments: [(ErrorCode.timeout, "Connection timed out"), (.unavailable, "Server error")])
    func aFailureIsAnAlertWithRetry(_ code: ErrorCode, _ text: String) throws {
        var request = ListInteractions.Request()
        request[.type] = "email"
        let page = InteractionsPage(
            .failure(ServiceError(code, "inner words")), request, Samples.context())
        let shown = try Samples.document { page.write(to: &$0) }
        #expect(shown.all("div", "role", "alert").first?.text.contains(text) == true)
        #expect(!shown.text.contains("inner words"))
        #expect(shown.all("a", "href", "/interactions?type=email").contains { $0.text == "Retry" })
        #expect(shown.all("dd").map(\.text) == ["–", "–", "–", "–"])
    }

    /// N-148: what the list does not take is named, and the other filters stay.
    @Test
    func whatTheListDoesNotTakeIsNamedAndCanBeLeftOut() throws {
        var request = ListInteractions.Request()
        request[.type] = "foo"
        request[.direction] = "inbound"
        request[.since] = String(repeating: "x", count: RefusedItem.valueShownMax + 1)
        let refusal = try #require(throws: ServiceError.self) { try request.validated() }
        let page = InteractionsPage(.failure(refusal), request, Samples.context())
        let shown = try Samples.document { page.write(to: &$0) }
        let alert = try #require(shown.all("div", "role", "alert").first?.text)
        let cut = String(repeating: "x", count: RefusedItem.valueShownMax - 1) + "…"
        #expect(alert.contains("Not valid: type=foo, since=\(cut)"))
        #expect(alert.contains("Type must be one or more of email, "))
        #expect(alert.contains("not \"foo\". Please give a date and time such as "))
        let way = shown.all("a", "href", "/interactions?direction=inbound")
        #expect(way.map(\.text) == ["Leave them out"])
        // N-157: no file would have the rows of this address.
        let links = shown.all("a").compactMap { $0["href"] }
        #expect(!links.contains { $0.hasPrefix("/interactions/export") })
        let away = InteractionsPage(
            .failure(ServiceError(.unavailable, "away")), request, Samples.context())
        let other = try Samples.document { away.write(to: &$0) }
        #expect(other.buttons.contains("Export CSV"))
        #expect(shown.all("input", "name", "since").map { $0["value"] } == [nil])
        #expect(!shown.text.contains("could not be loaded"))
        // One alone.
        request[.type] = nil
        request[.direction] = nil
        request[.since] = String(repeating: "x", count: RefusedItem.valueShownMax)
        let again = InteractionsPage(
            .failure(.invalid("since", "Why")), request, Samples.context())
        let one = try Samples.document { again.write(to: &$0) }
        let value = try #require(request[.since])
        #expect(one.text.contains("Not valid: since=\(value)") && one.text.contains("Why."))
        #expect(
            one.all("a", "href", "/interactions").contains { $0.text == "Leave it out" })
    }

    /// N-157: the refusal names the filter that is there twice; the value of an address that is no
    /// id is told with it.
    @Test
    func aFilterThatIsGivenTwiceOrIsNoIDIsNamed() throws {
        var request = ListInteractions.Request()
        request[.days] = "7,30"
        let twice = try #require(throws: ServiceError.self) {
            try ListInteractions.Request.requireOnce(in: ["days", "days"])
        }
        let page = InteractionsPage(.failure(twice), request, Samples.context())
        let alert = try #require(
            try Samples.document { page.write(to: &$0) }.all("div", "role", "alert").first)
        #expect(alert.text.contains("Not valid: days"))
        #expect(alert.text.contains("days is given more than once; give it once."))
        #expect(!alert.text.contains("7,30"))
        var named = ListInteractions.Request()
        named[.schoolID] = "lsu"
        let refusal = try #require(throws: ServiceError.self) { try named.validated() }
        let other = InteractionsPage(.failure(refusal), named, Samples.context())
        let shown = try Samples.document { other.write(to: &$0) }
        let why = try #require(shown.all("div", "role", "alert").first?.text)
        #expect(why.contains("Not valid: school=lsu") && why.contains("School is not known"))
        #expect(shown.all("a", "href", "/interactions").contains { $0.text == "Leave it out" })
    }

    @Test
    func whatWasDoneCanBeUndoneFromThePage() throws {
        let page = InteractionsPage(
            .success(Samples.list([])), .init(),
            Samples.context(
                notice: Notice("Interaction deleted", undoing: [OperationID(high: 9, low: 9)])))
        let shown = try Samples.document { page.write(to: &$0) }
        #expect(
            shown.all("div", "role", "status").first?.text.contains("Interaction deleted") == true)
        let undo = try #require(shown.all("form", "method", "post").first)
        #expect(undo["action"] == "/trash/\(OperationID(high: 9, low: 9).text)/undo")
    }

    // N-89: a name is text, and the way on is a link.
    @Test
    func whatWasDoneLeadsOn() throws {
        let action = (text: "Show the coach", address: Place.coach(CoachID(high: 9, low: 8)))
        let page = InteractionsPage(
            .success(Samples.list([])), .init(),
            Samples.context(
                notice: Notice("Put off for a week: <b>Ann</b> & Lee", action: action)))
        let shown = try Samples.document { page.write(to: &$0) }
        let notice = try #require(shown.all("div", "role", "status").first)
        #expect(notice.text.contains("Put off for a week: <b>Ann</b> & Lee"))
        let link = try #require(shown.all("a").first { $0.text == action.text })
        #expect(link["href"] == action.address.text)
        #expect(!shown.buttons.contains("Undo"))
    }

    /// A content that was kept makes the page that was written at once.
    @Test func aKeptContentMakesTheSamePage() {
        for role in [Role.player, .parent] {
            let context = Samples.context(role)
            let rows = Samples.list(Samples.interactions(3), role, [])
            let page = InteractionsPage(.success(rows), .init(), context)
            let content = page.content
            #expect(
                Samples.bytes { $0.page(content, context) } == Samples.bytes { page.write(to: &$0) }
            )
        }
    }
}
