import Contracts
import Support
import Testing

@testable import WebPages

@Suite struct TimelinePageTests {
    private func page(_ name: String) throws -> Document {
        let sample = try #require(SamplePages.all.first { $0.name == name })
        return try Samples.document { sample.write(&$0) }
    }

    // N-46: figures in words, and as a chart that is named and has its numbers as a table.
    @Test func theChartCountsByMonthAndDirection() throws {
        let shown = try page("timeline")
        let chart = try #require(shown.all("svg", "role", "img").first)
        let finding = "4 outbound and 8 inbound in the last 12 months"
        #expect(chart["aria-label"] == finding)
        #expect(shown.all("caption").map(\.text) == [finding])
        #expect(shown.all("rect", "class", "out").count == 1)
        #expect(shown.all("rect", "class", "in").count == 1)
        #expect(shown.all("p", "class", "legend").map(\.text) == ["4 outbound8 inbound"])
        #expect(shown.all(class: "badge").map(\.text) == [TimelineText.quiet])
        #expect(shown.all(class: "badges").map(\.text).contains { $0.contains("45 days") })
        let sentences = TimelineSamples.quiet.figures?.sentences(.own).dropFirst() ?? []
        #expect(sentences.count == 3)
        for sentence in sentences { #expect(shown.text.contains(sentence), "\(sentence)") }
        #expect(try page("timeline-empty").all("svg", "role", "img").isEmpty)
    }

    // N-46: which way a contact went is told by an arrow and by a word.
    @Test func contactsEventsAndPostsAreOneLine() throws {
        let shown = try page("timeline")
        let entries = shown.all("li").filter { $0.text.contains("bound") }
        #expect(entries.count == 12)
        #expect(shown.all(class: "way").count == 12)
        let event = EventSamples.event(0)
        #expect(shown.all("a", "href", "/events/\(event.id.text)").map(\.text) == [event.name])
        #expect(shown.text.contains("Great class of 2027"))
        #expect(shown.text.contains("@coach.oakhollow"))
        #expect(shown.text.contains("Instagram post"))
        #expect(shown.text.contains("High Interest"))
    }

    // N-41, N-46
    @Test func pagesLeadToOlderOnesAndBack() throws {
        let first = try page("timeline")
        let coach = Samples.coach(1).id.text
        #expect(first.heading == "Timeline of Ingrid Oakhollow")
        #expect(first.buttons == ["Older"])
        let last = try #require(TimelineSamples.quiet.timeline.next)
        let older = "/coaches/\(coach)/timeline?cursor=\(last)"
        #expect(first.all("a", "href", older).count == 1)
        let second = try page("timeline-older")
        #expect(second.buttons == ["Newest", "Older"])
        #expect(first.all("h2").map(\.text) == ["Contacts", "All entries"])
        #expect(second.all("h2").map(\.text) == ["Older entries"])
        #expect(second.all("a", "href", "/coaches/\(coach)/timeline").count == 1)
        #expect(try page("timeline-empty").buttons.isEmpty)
        #expect(try page("timeline-empty").text.contains(TimelineText.nothing))
    }

    // N-42
    @Test func servicesThatAreAwayAreNamed() throws {
        let shown = try page("timeline-away")
        let banner = try #require(shown.all("div", "role", "alert").first)
        #expect(banner.text.contains("some entries are missing here"))
        #expect(banner.text.contains("interactions") && banner.text.contains("events"))
        #expect(shown.all("a", "href", "/coaches/\(Samples.coach(1).id.text)/timeline").count == 1)
        #expect(shown.text.contains("Great class of 2027"))
        #expect(shown.all("svg", "role", "img").isEmpty)
    }

    // N-46, R-05: parents read who logged a contact; players log their own.
    @Test func parentsReadWhoLogged() throws {
        for (name, count) in [("timeline-parent", 12), ("timeline", 0)] {
            let entries = try page(name).all("li").filter { $0.text.contains("bound") }
            #expect(entries.count { $0.text.contains("Maya Rivera") } == count, "\(name)")
        }
    }

    // N-46: a post does not end the silence between two contacts, and an event does.
    @Test func silenceIsThatBetweenContacts() throws {
        let contacts = [Samples.interaction(0), Samples.interaction(20)].map { TimelineEntry($0) }
        for (kind, gaps) in [(TimelineKind.post, ["14 days of silence"]), (.event, [])] {
            let others = TimelineSamples.mixed.filter { $0.kind == kind }
            let content = TimelineSamples.content(
                .coach(Samples.coach(1).id), contacts + others)
            #expect(content.timeline.entries.map(\.kind) == [.interaction, kind, .interaction])
            let shown = try Samples.document { TimelineSamples.page(content)(&$0) }
            #expect(shown.all(class: "gap").map(\.text) == gaps)
        }
    }

    // N-46
    @Test func theDetailShowsTheBeginning() throws {
        let shown = try page("coach")
        #expect(shown.all("h2").map(\.text).contains(TimelineText.title))
        let coach = Samples.coach(1).id.text
        #expect(
            shown.all("a", "href", "/coaches/\(coach)/timeline").map(\.text)
                == ["The whole timeline"])
        #expect(!shown.all(class: "gap").isEmpty)
        #expect(try page("coach-new").text.contains(TimelineText.nothing))
    }
}
