import Contracts
import HTML
import Support
import Testing

@testable import WebPages

@Suite
struct EventPagesTests {
    /// EV-05, EV-51: what comes next first, each row with its day, kind and status.
    @Test
    func theListPutsWhatComesNextFirst() throws {
        let shown = try Samples.document(EventSamples.list(5))
        #expect(shown.heading == "Events")
        #expect(shown.all("h2").map(\.text) == ["Upcoming", "Past"])
        #expect(shown.all("p", "role", "status").map(\.text) == ["5 events found"])
        let rows = shown.all(class: "whole")
        #expect(rows.map(\.text) == [2, 3, 4, 0, 1].map { "Spring Showcase \($0)" })
        #expect(
            rows.map { $0["aria-label"] }
                == [2, 3, 4, 0, 1].map { EventSamples.event($0).announcement })
        // By name the rows stay together.
        let byName = try Samples.document(EventSamples.list(3, sort: .name))
        #expect(byName.all("h2").map(\.text) == ["By name"])
    }

    /// The address has the names of the command line's flags.
    @Test
    func theFiltersHaveTheNamesOfFlags() throws {
        let shown = try Samples.document(EventSamples.list(5, .player, EventSamples.chips))
        let names = shown.all("select").compactMap { $0["name"] }
        #expect(names == ["period", "type", "status", "sort"])
        #expect(shown.all("input", "type", "search").last?["name"] == "search")
        #expect(shown.all(class: "chip").map { $0["href"] } == ["/events"])
        #expect(shown.text.contains("compass events list --period upcoming"))
        #expect(shown.title?.hasPrefix("Events: Upcoming") == true)
    }

    /// EV-41: nothing yet, nothing found, and not loaded, with the way on.
    @Test
    func theListSaysWhyItIsEmpty() throws {
        #expect(
            try Samples.document(EventSamples.list(0)).all("h2").map(\.text) == ["No events yet"])
        let none = try Samples.document(EventSamples.list(0, .player, EventSamples.chips))
        #expect(none.all("h2").map(\.text) == ["No events match your filters"])
        #expect(none.all("a").contains { $0["href"] == "/events" && $0.text == "Clear Filters" })
        let failed = try Samples.document(
            try #require(EventSamples.all.first { $0.name == "events-error" }).write)
        #expect(
            failed.all("div", "role", "alert").first?.text.contains("Connection timed out") == true)
        #expect(failed.all("a").contains { $0["href"] == "/events" && $0.text == "Retry" })
    }

    /// EV-02 to EV-09, EV-46, EV-48, U-19.
    @Test
    func anEventShowsWhereAndWhen() throws {
        let shown = try Samples.document(EventSamples.page(EventSamples.fullAnswer))
        #expect(shown.heading == "Spring Showcase 0")
        #expect(
            shown.all(class: "back").map { ($0["href"] ?? "") + $0.text } == [
                "/eventsBack to Events"
            ])
        for text in [
            "Oct 13 - 14, 2026", "Showcase", "Attended", "8:00 AM – 3:30 PM", "7:15 AM", "$75.50",
            "Flyer", "Field 3", "871 Fictional Way", "New Rochelle, NY", "Event Description",
            "Bring cleats.\nLunch is there.", "Performance Notes", "Good day at the plate",
        ] {
            #expect(shown.text.contains(text), "\(text)")
        }
        #expect(shown.all("a", "href", "/schools/\(SchoolID(high: 4, low: 1).text)").count == 1)
        #expect(shown.all("a", "href", "https://events.example/159").count == 1)
        let map = try #require(shown.all("a").first { $0.text == "Get Directions" })
        #expect(map["href"] == EventSamples.full.directionsURL)
        let file = try #require(shown.all("a").first { $0.text == "Add to calendar" })
        #expect(
            file["href"] == "/events/\(EventSamples.id.text)/calendar" && file["download"] != nil)
        // EV-07, EV-09: only what is known.
        let bare = try Samples.document(
            EventSamples.page(EventSamples.answer(EventSamples.event(3))))
        for text in ["Event Description", "Event Link", "Performance Notes"] {
            #expect(!bare.text.contains(text), "\(text)")
        }
    }

    /// U-20: a location that only repeats the city stands once.
    @Test
    func aPlaceIsNotRepeated() throws {
        var event = EventSamples.event(3)
        event.location = "New Rochelle, NY"
        let shown = try Samples.document(EventSamples.page(EventSamples.answer(event)))
        #expect(shown.all("p").count { $0.text == "New Rochelle, NY" } == 1)
        #expect(shown.all("h2").map(\.text).contains("Metrics"))
    }

    /// EV-50: green, blue and gray say the status, and red deletes.
    @Test
    func coloursSayTheStatus() throws {
        func badge(_ registered: Bool, _ attended: Bool) throws -> [String?] {
            var event = EventSamples.event(3)
            (event.registered, event.attended) = (registered, attended)
            let shown = try Samples.document(EventSamples.page(EventSamples.answer(event)))
            #expect(shown.all("a").first { $0.text == "Delete" }?["class"] == "btn danger")
            return shown.all(class: "badge").filter { $0.text == event.status.label }
                .map { $0["class"] }
        }
        #expect(try badge(true, true) == ["badge green"])
        #expect(try badge(true, false) == ["badge blue"])
        #expect(try badge(false, false) == ["badge"])
    }

    /// What others typed stays text, and an address that is no web page is no link.
    @Test
    func hostileTextStaysText() throws {
        let shown = try Samples.document(
            EventSamples.page(EventSamples.answer(EventSamples.hard, metrics: 2)))
        #expect(shown.all("script").map { $0["src"] } == [Asset.script.address.text])
        #expect(shown.heading?.hasPrefix("<script>alert(1)</script>") == true)
        #expect(!shown.all("a").contains { $0["href"]?.hasPrefix("javascript") == true })
        #expect(shown.text.contains("javascript:alert(1)") && shown.text.contains("Unknown School"))
    }

    /// EV-10, EV-16, X-04: marking only while it is not marked, and no forms for parents.
    @Test
    func onlyPlayersGetForms() throws {
        let path = "/events/\(EventSamples.id.text)"
        func actions(_ write: SamplePages.Writing) throws -> [String] {
            try Samples.document(write).all("form", "method", "post").compactMap { $0["action"] }
        }
        let attended = try actions(EventSamples.page(EventSamples.fullAnswer))
        #expect(
            attended == [
                "\(path)/log", "\(path)/metrics", "\(path)/coaches/remove",
                "\(path)/coaches/remove", "\(path)/coaches",
            ])
        var ahead = EventSamples.fullAnswer
        ahead.event.attended = false
        #expect(try actions(EventSamples.page(ahead)).first == "\(path)/attend")
        #expect(try !actions(EventSamples.page(ahead)).contains("\(path)/log"))
        let parent = try Samples.document(
            EventSamples.page(EventSamples.fullAnswer, .init(), .parent))
        #expect(parent.all("form", "method", "post").isEmpty)
        #expect(!parent.all("a").contains { $0["href"]?.hasSuffix("/delete") == true })
        // Each form has a key of its own.
        let keys = try Samples.document(EventSamples.page(EventSamples.fullAnswer))
            .all("input", "name", "key").compactMap { $0["value"] }
        #expect(Set(keys).count == attended.count)
    }

    /// EV-11 to EV-16, D-35: folded at first, unfolded after marking, with a school to choose if
    /// the event has none.
    @Test
    func theQuickLogOffersItsWords() throws {
        let folded = try Samples.document(EventSamples.page(EventSamples.fullAnswer))
        #expect(folded.text.contains("Log Interactions"))
        #expect(
            folded.text.contains(
                "Did you have any coaching interactions at Spring Showcase 0?"))
        var forms = EventForms()
        forms.isLogOpen = true
        let open = try Samples.document(EventSamples.page(EventSamples.fullAnswer, forms))
        #expect(open.all("details").count == folded.all("details").count - 1)
        let options = open.all("option").map(\.text)
        for label in QuickLogType.allCases.map(\.label) + Direction.allCases.map(\.quickLogLabel) {
            #expect(options.contains(label), "\(label)")
        }
        #expect(open.all("a").contains { $0.text == "Skip for Now" })
        #expect(open.all("select", "name", "school_id").isEmpty)
        let without = try Samples.document(
            EventSamples.refused(.log, EventSamples.logRefusal, of: EventSamples.withoutSchool))
        #expect(without.all("select", "name", "school_id").count == 1)
        #expect(without.text.contains("Event not linked to school"))
    }

    /// N-47: whom the contact was with, first those who were there. The other form of coaches keeps
    /// its name.
    @Test
    func theQuickLogOffersCoaches() throws {
        var forms = EventForms()
        forms.isLogOpen = true
        forms.log.coachID = CoachID(high: 5, low: 3)
        let shown = try Samples.document(EventSamples.page(EventSamples.fullAnswer, forms))
        #expect(shown.all("select", "name", EventForms.logCoach).count == 1)
        #expect(shown.all("select", "name", "coach_id").count == 1)
        let groups = shown.all("optgroup")
        #expect(groups.compactMap { $0["label"] } == ["Coaches Present", "Iona University"])
        #expect(groups.map(\.text) == ["Tomas Birchwell", "Ann Lee"])
        let chosen = shown.all("option").filter { $0["selected"] != nil }.map(\.text)
        #expect(chosen.contains("Ann Lee"))
        let none = try Samples.document(
            EventSamples.page(EventSamples.answer(EventSamples.full), forms))
        #expect(none.all("option").map(\.text).contains(CoachListText.nothing))
    }

    /// N-47: at an event without a school the coaches of all schools are offered.
    @Test
    func anEventWithoutASchoolOffersAllCoaches() throws {
        var forms = EventForms()
        forms.coaches = [Samples.coach(0), Samples.coach(1)]
        var answer = EventSamples.answer(EventSamples.withoutSchool)
        func options() throws -> [String] {
            let shown = try Samples.document(EventSamples.page(answer, forms))
            return shown.all("option").compactMap { $0["value"] }.filter { value in
                forms.coaches.contains { $0.id.text == value }
            }
        }
        #expect(try options().sorted() == forms.coaches.map(\.id.text).sorted())
        // Who was there stands once.
        var present = EventSamples.coach
        present.coachID = forms.coaches[1].id
        answer.coaches = [present]
        #expect(try options().count == 2)
        #expect(try options().first == present.coachID.text)
    }

    /// N-47: a coach who is refused is marked in the quick log, not in the form that adds one.
    @Test
    func aRefusedCoachIsMarkedInTheQuickLog() throws {
        let refusal = ServiceError.invalid("coach_id", CreateInteraction.Refusal.coach)
        let log = try Samples.document(EventSamples.refused(.log, refusal))
        #expect(log.all("a", "href", "#field-\(EventForms.logCoach)").count == 1)
        #expect(log.all(class: "error").map(\.text) == [CreateInteraction.Refusal.coach])
        #expect(
            log.all("select", "name", EventForms.logCoach).first?["aria-invalid"] == "true")
        let adding = try Samples.document(EventSamples.refused(.addCoach, refusal))
        #expect(adding.all("a", "href", "#field-coach_id").count == 1)
        #expect(adding.all("select", "name", "coach_id").first?["aria-invalid"] == "true")
    }

    /// EV-20, EV-36: errors beside the fields and above the form, and everything typed is kept.
    @Test
    func aRefusedFormKeepsItsValues() throws {
        let shown = try Samples.document(EventSamples.refused(.metric, EventSamples.metricRefusal))
        #expect(shown.title?.hasPrefix("Error: ") == true)
        #expect(
            shown.all(class: "error").map(\.text) == [
                MetricForm.invalidType, MetricForm.invalidValue,
            ])
        #expect(shown.all("input", "name", "value").first?["value"] == "fast")
        #expect(shown.all("input", "name", "unit").first?["value"] == "mph\"")
        let log = try Samples.document(EventSamples.refused(.log, EventSamples.logRefusal))
        #expect(log.all("textarea", "name", "content").first?.text == "\nLiked <b>the bat</b>")
        #expect(log.all(class: "error").map(\.text) == [CreateInteraction.Refusal.direction])
    }

    /// EV-38, EV-49: more than a hundred metrics of one type are all there.
    @Test
    func everyMetricIsShown() throws {
        var answer = EventSamples.answer(EventSamples.full, metrics: 120)
        for place in answer.metrics.indices {
            answer.metrics[place].metricType = answer.metrics[0].metricType
            answer.metrics[place].value = Double(place) + 0.5
        }
        let shown = try Samples.document(EventSamples.page(answer))
        let cards = shown.all("article").filter { $0["class"]?.contains("metric") == true }
        #expect(cards.count == 120)
        for (card, metric) in zip(cards, answer.metrics) {
            #expect(card.text.contains(metric.valueText))
        }
    }

    /// EV-42, EV-44: what is missing reads "Unknown", and the longest description is shown whole.
    @Test
    func whatIsMissingAndWhatIsLong() throws {
        let shown = try Samples.document(EventSamples.page(EventSamples.fullAnswer))
        #expect(shown.text.contains("Unknown Coach"))
        var event = EventSamples.full
        event.description = String(
            repeating: "Bring cleats. ", count: EventLimit.textMax / 14)
        event.schoolName = nil
        let long = try Samples.document(EventSamples.page(EventSamples.answer(event)))
        #expect(long.text.contains(event.description ?? "?"))
        #expect(long.text.contains("Unknown School"))
    }

    /// EV-34, EV-36: "Log Metric" and "Cancel"; the script waits for a number.
    @Test
    func theFormOfAMetricCanBeCancelled() throws {
        let shown = try Samples.document(EventSamples.page(EventSamples.answer(EventSamples.hard)))
        #expect(shown.text.contains("+ Add Metric"))
        for label in ["Metric Type", "Value", "Unit", "Notes", "Verified by somebody else"] {
            #expect(shown.all("label").contains { $0.text.hasPrefix(label) }, "\(label)")
        }
        #expect(shown.buttons.contains("Log Metric"))
        let place = Place.event(EventSamples.hard.id).text
        #expect(shown.all("a", "href", place).contains { $0.text == "Cancel" })
        #expect(shown.all("input", "name", "value").first?["data-action"] == "number")
    }

    /// EV-41: an action that failed says which one, and offers the form again.
    @Test
    func aFailedActionIsNamed() throws {
        let shown = try Samples.document(
            EventSamples.refused(.addCoach, ServiceError(.unavailable, "away")))
        let alert = try #require(shown.all("div", "role", "alert").first)
        #expect(alert.text.contains("Add Coach failed. Please try again."))
    }

    /// A form that comes back keeps its key.
    @Test
    func aFormThatComesBackKeepsItsKey() {
        let context = Samples.context()
        for form in [EventForms.Form.attend, .log, .metric, .addCoach, .removeCoach] {
            #expect(form.pageKey(of: context.formKey(form.rawValue)) == context.formKey)
        }
    }

    /// EV-31, EV-32, EV-51.
    @Test
    func metricsAreCards() throws {
        let shown = try Samples.document(EventSamples.page(EventSamples.fullAnswer))
        #expect(shown.text.contains("Metrics Recorded at This Event (4)"))
        let cards = shown.all(class: "metric")
        #expect(
            cards.map { $0["aria-label"] } == (0..<4).map { EventSamples.metric($0).announcement })
        let links = shown.all("a").compactMap { $0["href"] }.filter { $0.contains("/metrics/") }
        #expect(links.filter { $0.hasSuffix("/edit") }.count == 4)
        #expect(links.filter { $0.hasSuffix("/delete") }.count == 4)
        let none = try Samples.document(
            EventSamples.page(EventSamples.answer(EventSamples.full), .init(), .parent))
        #expect(!none.text.contains("Metrics Recorded"))
    }

    /// EV-25 to EV-30, D-25.
    @Test
    func coachesPresentKeepTheirPlace() throws {
        let shown = try Samples.document(EventSamples.page(EventSamples.fullAnswer))
        #expect(shown.text.contains("Assistant Coach · tomas@iona.example"))
        #expect(shown.text.contains("Unknown Coach") && shown.text.contains("was Pat Doyle"))
        #expect(shown.all("select", "name", "coach_id").count == 1)
        #expect(
            shown.all("button").compactMap { $0["aria-label"] } == [
                "Remove Tomas Birchwell", "Remove Unknown Coach",
            ])
        let empty = try Samples.document(EventSamples.page(EventSamples.answer(EventSamples.full)))
        #expect(empty.text.contains("No coaches recorded"))
        let without = try Samples.document(
            EventSamples.page(EventSamples.answer(EventSamples.withoutSchool)))
        #expect(without.text.contains("Event not linked to school"))
        #expect(without.all("select", "name", "coach_id").isEmpty)
    }

    /// EV-24, D-39: the question names what goes, and offers the way back first.
    @Test
    func deletionsAreConfirmed() throws {
        let event = try Samples.document(
            try #require(EventSamples.all.first { $0.name == "delete-event" }).write)
        #expect(event.heading == "Delete Event?" && event.text.contains("4 metrics go with it."))
        let metric = try Samples.document(
            try #require(EventSamples.all.first { $0.name == "delete-metric" }).write)
        #expect(metric.heading == "Delete Metric?")
        #expect(metric.text.contains("Fastball Velocity 92.5 mph"))
        #expect(
            metric.all("a").contains {
                $0.text == "Cancel" && $0["href"] == "/events/\(EventSamples.id.text)"
            })
    }

    /// ID-08: an interaction leads to its event.
    @Test
    func anInteractionLeadsToItsEvent() throws {
        var answer = SamplePages.shown
        answer.interaction.eventID = EventSamples.id
        let page = InteractionPage(
            answer, .init(eventName: "Spring Showcase"), Samples.context())
        let shown = try Samples.document { page.write(to: &$0) }
        #expect(
            shown.all("a", "href", "/events/\(EventSamples.id.text)").map(\.text) == [
                "Spring Showcase"
            ])
        #expect(shown.all("a").contains { $0["href"]?.hasPrefix("/schools/") == true })
        #expect(shown.all("a").contains { $0["href"]?.hasPrefix("/coaches/") == true })
    }
}
