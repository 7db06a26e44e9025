import Contracts
import Support
import Testing

@testable import WebPages

@Suite struct SearchPageTests {
    private func page(
        _ query: String, _ found: Result<SearchFindings, ServiceError>?
    ) throws -> Document {
        try Samples.document { SearchPage(query, found, Samples.context()).write(to: &$0) }
    }

    // N-24
    @Test func hitsLeadToTheirRecordsAndMarkWhatMatches() throws {
        let page = try page("camp", .success(SearchSamples.findings))
        let links = page.all("a").compactMap { $0["href"] }
        for hit in SearchSamples.findings.hits where ![.metric, .post].contains(hit.noun) {
            #expect(links.contains("/\(hit.noun.plural)/\(hit.id.text)"))
        }
        #expect(page.all("mark").map(\.text) == ["Camp", "camp", "camp"])
        #expect(page.all("input", "name", "query").contains { $0["value"] == "camp" })
        #expect(page.text.contains("5 records found"))
        // N-140: a post has no page of its own; the feed of its time shows it.
        let time = "2026-02-10T12%3A00%3A00.000Z"
        #expect(links.contains("/social?since=\(time)&until=\(time)"), "\(links)")
    }

    // N-24
    @Test func aServiceThatIsAwayIsNamed() throws {
        let page = try page("camp", .success(SearchSamples.partly))
        #expect(page.text.contains("coaches does not answer: some records are missing here."))
        #expect(page.text.contains("The best 5 records; add a word to narrow them."))
    }

    // N-23, N-24
    @Test func nothingFoundAndWrongSearchesSaySo() throws {
        let none = SearchFindings([], limit: 1)
        #expect(try page("x", .success(none)).text.contains(SearchWords.nothing.title))
        let refusal = ServiceError.invalid("query", "\"shool:\" is not a filter")
        #expect(try page("shool:x", .failure(refusal)).text.contains("is not a filter"))
        #expect(try !page("", nil).text.contains(SearchWords.nothing.title))
    }

    // N-24: from the bar at the top of phones, and from the navigation and a field of wide pages.
    @Test func everyPageLeadsToTheSearch() throws {
        let trash = try Document(
            Samples.bytes { TrashPage([], Samples.context()).write(to: &$0) })
        #expect(trash.all("a", "href", "/search").count == 2)
        #expect(trash.all("form", "action", "/search").count == 1)
        #expect(trash.all("input", "name", "query").count == 1)
        #expect(try page("", nil).all("input", "name", "query").count == 1)
    }
}

/// The page in its states.
enum SearchSamples {
    private static func hit(
        _ noun: SearchNoun, _ title: String, _ snippet: [SearchSnippetPart] = [],
        type: String? = nil, at: Instant? = nil, day: CivilDay? = nil, school: String? = nil
    ) -> SearchHit {
        SearchHit(
            noun: noun, id: RecordID(high: 0x5E, low: UInt64(title.utf8.count)), type: type,
            title: title, coachName: nil, schoolName: school, at: at, day: day, snippet: snippet,
            rank: 0.9)
    }

    static let findings = SearchFindings(
        [(.events, SearchAnswer(hits: hits, hasMore: false))], limit: SearchLimit.hitsUsual)

    /// There are more, and a service is away.
    static let partly = SearchFindings(
        [(.events, SearchAnswer(hits: hits, hasMore: true)), (.coaches, nil)],
        limit: SearchLimit.hitsUsual)

    private static let hits = [
        hit(
            .interaction, "After the visit",
            [.init(text: "the June ", isMatch: false), .init(text: "camp", isMatch: true)],
            type: "phone_call", at: Instant(milliseconds: 1_770_724_800_000),
            school: "University of North Carolina at Chapel Hill"),
        hit(
            .event, "Camp", [.init(text: "Camp", isMatch: true)], type: "camp",
            day: CivilDay(daysSince1970: 20_600)),
        hit(
            .event, "Elite Camp",
            [
                .init(text: "Elite ", isMatch: false), .init(text: "Camp", isMatch: true),
                .init(text: " in Durham", isMatch: false),
            ], type: "camp", day: CivilDay(daysSince1970: 20_601)),
        hit(.metric, "Fastball Velocity 92.5 mph", day: CivilDay(daysSince1970: 20_600)),
        hit(
            .post, "Duke Softball",
            [.init(text: "Prospect ", isMatch: false)]
                + [.init(text: "camp", isMatch: true)], type: "instagram",
            at: Instant(milliseconds: 1_770_724_800_000), school: "Duke University"),
    ]

    static let all: [(name: String, write: SamplePages.Writing)] = [
        ("search", { SearchPage("", nil, Samples.context()).write(to: &$0) }),
        (
            "search-found",
            { SearchPage("camp", .success(findings), Samples.context()).write(to: &$0) }
        ),
        (
            "search-partly",
            {
                SearchPage("camp", .success(partly), Samples.context(.parent)).write(to: &$0)
            }
        ),
        (
            "search-refused",
            {
                SearchPage(
                    "shool:duke",
                    .failure(.invalid("query", "\"shool:\" is not a filter; use school:")),
                    Samples.context()
                ).write(to: &$0)
            }
        ),
    ]
}
