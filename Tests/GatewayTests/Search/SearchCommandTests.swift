import CommandKit
import Contracts
import ServiceKit
import Testing

@testable import Gateway

/// Text as people read it: `search`.
@Suite struct SearchCommandTests {
    private static let contact = SearchHit(
        noun: .interaction, id: RecordID(high: 1, low: 2), type: "phone_call", title: "Camp talk",
        coachName: "Pat Doyle", schoolName: "Duke", at: Instant(milliseconds: 1_770_724_800_000),
        day: nil,
        snippet: [
            .init(text: "the June ", isMatch: false), .init(text: "camp", isMatch: true),
        ], rank: 0.9)
    private static let event = SearchHit(
        noun: .event, id: RecordID(high: 3, low: 4), type: "camp", title: "Summer camp",
        coachName: nil, schoolName: nil, at: nil, day: CivilDay(daysSince1970: 20_600),
        snippet: [], rank: 0.95)
    private static let post = SearchHit(
        noun: .post, id: RecordID(high: 5, low: 6), type: "instagram", title: "Phoenix Softball",
        coachName: nil, schoolName: nil, at: Instant(milliseconds: 1_770_724_800_123), day: nil,
        snippet: [.init(text: "camp", isMatch: true)], rank: 0.5)

    private func harness(away: String? = nil, hasMore: Bool = false) throws -> CompassHarness {
        try EventFixture.harness(.player) { call in
            if call.operation == FindSchoolAliases.name { return Self.aliases }
            guard call.operation.hasSuffix(".search") else {
                return EventFixture.answers(to: call, role: .player)
            }
            if call.service == away { return Fixture.refusal(.timeout, "away") }
            let hits =
                switch call.operation {
                case "interactions.search": [Self.contact]
                case "events.search": [Self.event]
                default: [] as [SearchHit]
                }
            return Fixture.answer(SearchAnswer(hits: hits, hasMore: hasMore))
        }
    }

    private static let aliases = Fixture.answer(
        FindSchoolAliases.Response(aliases: [.init(calling: "unc", name: "North Carolina")]))

    private let terminal = TerminalTraits(isTerminal: true, columns: 120)

    // N-24
    @Test func theHitsOfAllServicesAreOneTable() throws {
        let harness = try harness()
        let ran = harness.run("search camp --tz UTC", traits: terminal)
        #expect(
            ran.out == """
                Kind        When          What         With             Text
                Camp        May 27, 2026  Summer camp
                Phone Call  Feb 10, 2026  Camp talk    Pat Doyle, Duke  the June camp

                Show the first: compass events show 00000004

                """)
        #expect(ran.code == .success)
        #expect(
            Set(harness.transport.seen.map(\.operation)).isSuperset(of: [
                "interactions.search", "coaches.search", "events.search", "posts.search",
            ]))
    }

    // N-140: a post has no page of its own; the list of its time shows it.
    @Test func aPostIsShownInTheListOfItsTime() throws {
        let harness = try EventFixture.harness(.player) { call in
            switch call.operation {
            case FindSchoolAliases.name: Self.aliases
            case "posts.search": Fixture.answer(SearchAnswer(hits: [Self.post], hasMore: false))
            case _ where call.operation.hasSuffix(".search"):
                Fixture.answer(SearchAnswer(hits: [], hasMore: false))
            default: EventFixture.answers(to: call, role: .player)
            }
        }
        let ran = harness.run("search camp --tz UTC", traits: terminal)
        #expect(ran.out.contains("Instagram post"))
        let time = "2026-02-10T12:00:00.123Z"
        #expect(
            ran.out.contains("compass posts list --since \(time) --until \(time)"), "\(ran.out)")
    }

    // N-141
    @Test func theServicesLearnWhichSchoolsTheWordsName() throws {
        let harness = try harness()
        _ = harness.run("search school:unc camp")
        for operation in ["interactions.search", "coaches.search", "events.search", "posts.search"]
        {
            let asked = harness.transport.seen.first { $0.operation == operation }
            let body = String(decoding: asked?.payload ?? [], as: UTF8.self)
            #expect(body.contains("\"aliases\":\"unc=North Carolina\""), "\(body)")
        }
    }

    // N-141: without the catalogue the words are searched for as they are.
    @Test func aSearchGoesOnWithoutTheCatalogue() throws {
        let harness = try EventFixture.harness(.player) { call in
            switch call.operation {
            case FindSchoolAliases.name, "coaches.search": Fixture.refusal(.timeout, "away")
            case "events.search": Fixture.answer(SearchAnswer(hits: [Self.event], hasMore: false))
            case _ where call.operation.hasSuffix(".search"):
                Fixture.answer(SearchAnswer(hits: [], hasMore: false))
            default: EventFixture.answers(to: call, role: .player)
            }
        }
        let ran = harness.run("search camp", traits: terminal)
        #expect(ran.out.contains("Summer camp") && ran.code == .unavailable)
    }

    // N-24
    @Test func aServiceThatIsAwayIsNamedAndTheOthersAreShown() throws {
        let harness = try harness(away: "events")
        let ran = harness.run("search camp", traits: terminal)
        #expect(ran.code == .unavailable)
        #expect(ran.out.contains("Camp talk"))
        #expect(ran.out.contains("events does not answer: some records are missing here"))
        let json = harness.run("search camp --json")
        #expect(json.out.contains("\"unavailable\":[\"events\"]"))
        #expect(json.out.contains("\"has_more\":false"))
    }

    // N-24
    @Test func nothingFoundAndMoreFoundAreSaid() throws {
        let nothing = try EventFixture.harness(.player) { call in
            if call.operation == FindSchoolAliases.name { return Self.aliases }
            return call.operation.hasSuffix(".search")
                ? Fixture.answer(SearchAnswer(hits: [], hasMore: false))
                : EventFixture.answers(to: call, role: .player)
        }
        #expect(nothing.run("search x", traits: terminal).out.contains(SearchWords.nothing.title))
        #expect(
            try harness(hasMore: true).run("search camp", traits: terminal).out.contains(
                "There are more; add a word, or give --limit"))
        let one = try harness().run("search camp --limit 1 -o name")
        #expect(one.out == Self.event.id.text + "\n")
    }

    // N-23: a search that cannot be read is refused before anybody is asked.
    @Test func wrongSearchesAreRefused() throws {
        let harness = try harness()
        for (line, text) in [
            ("search", "Please enter a word to search for"),
            ("search shool:duke", "\"shool:\" is not a filter"),
            ("search camp after:soon", "\"after:soon\" is not a day"),
        ] {
            let ran = harness.run(line)
            #expect(ran.err.contains(text), "\(ran.err)")
            #expect(ran.code == .invalid)
        }
        #expect(!harness.transport.seen.contains { $0.operation.hasSuffix(".search") })
    }

    // N-24
    @Test func aTypeIsAFlagToo() throws {
        let harness = try harness()
        _ = harness.run("search camp --type phone_call")
        let asked = harness.transport.seen.first { $0.operation == "interactions.search" }
        let body = String(decoding: asked?.payload ?? [], as: UTF8.self)
        #expect(body.contains("\"query\":\"type:phone_call camp\""))
        // The last word may still be the beginning of a longer one, as without the flag.
        let query = try SearchQuery("type:phone_call camp")
        #expect(query.terms == (try SearchQuery("camp").terms))
        #expect(query.terms.map(\.isOpen) == [true])
    }
}
