import Support
import Testing

@testable import Contracts

@Suite struct SearchQueryTests {
    private typealias Term = SearchQuery.Term

    private func refusal(_ text: String) -> String? {
        do {
            _ = try SearchQuery(text).days(from: Self.today)
            return nil
        } catch {
            #expect(error.code == .validationFailed)
            #expect(Array(error.errors.keys) == ["query"])
            return error.message
        }
    }

    /// A Tuesday.
    private static let today = CivilDay(daysSince1970: 20_494)

    // N-23
    @Test func onlyTheLastWordIsOpen() throws {
        #expect(
            try SearchQuery("  camp  Offer ").terms == [
                Term(place: .anywhere, text: "camp", isOpen: false),
                Term(place: .anywhere, text: "Offer", isOpen: true),
            ])
        #expect(
            try SearchQuery("\"camp offer\"").terms == [
                Term(place: .anywhere, text: "camp offer", isOpen: false)
            ])
        #expect(try SearchQuery("camp type:email").terms.map(\.isOpen) == [false])
    }

    // N-23
    @Test func filtersTakeAWordOrAPhrase() throws {
        let query = try SearchQuery(
            "Coach:smith school:\u{201C}north carolina\u{201D} type:Phone-Call type:coaches "
                + "after:2026-02-03 before:\"Feb 9\"")
        #expect(
            query.terms == [
                Term(place: .coach, text: "smith", isOpen: true),
                Term(place: .school, text: "north carolina", isOpen: true),
            ])
        #expect(query.types == [.word("phone_call"), .noun(.coach)])
        let days = try query.days(from: Self.today)
        #expect(days.first?.text == "2026-02-03")
        #expect(days.end?.text == "2026-02-09")
        #expect(try SearchQuery("type:direct_message x").types == [.word("dm")])
    }

    // N-23: times, addresses and a colon at the end of a word are texts.
    @Test(arguments: ["10:30", "https://duke.edu/camp", "Re: camp", "a:", ":x", "C3:x", "x\"y\""])
    func colonsInTextsAreNoFilters(text: String) throws {
        #expect(try !SearchQuery(text).terms.isEmpty)
    }

    // N-23: each refusal names what is wrong and what to type instead.
    @Test(arguments: [
        ("", "Please enter a word to search for"),
        (" & — \u{1F3C8} ", "Please enter a word to search for"),
        ("type:email", "Please enter a word to search for"),
        ("coach:", "\"coach:\" needs a value right after it, such as coach:smith"),
        ("camp school: duke", "\"school:\" needs a value right after it, such as school:duke"),
        ("coach:\"-\" x", "\"coach:\" needs a value right after it, such as coach:smith"),
        (
            "shool:duke",
            "\"shool:\" is not a filter; use coach:, school:, type:, after:, before:, or put the "
                + "words in quotation marks"
        ),
        (
            "shool:\"duke\"",
            "\"shool:\" is not a filter; use coach:, school:, type:, after:, before:, or put the "
                + "words in quotation marks"
        ),
        (
            "type:fax x",
            "\"type:fax\" is not a type; use one of interaction, coach, school, event, metric, "
                + "post, email, phone_call, text, in_person_visit, virtual_meeting, camp, "
                + "showcase, tweet, dm, game, official_visit, unofficial_visit, twitter, instagram"
        ),
        ("type:call x", "\"type:call\" is not a type; did you mean type:phone_call?"),
        ("x after:today after:today", "\"after:\" is given twice; give it once"),
        (
            "x before:\"next year\"",
            "\"before:next year\" is not a day; write it as 2026-02-03, or as yesterday"
        ),
        (
            "x after:10-11-12",
            "\"after:10-11-12\" can mean 2012-10-11 or 2010-11-12; write the day as 2026-02-03"
        ),
        (
            "say \"camp in June",
            "The quotation mark before \"camp in June\" is not closed; add one at the end, or "
                + "remove it"
        ),
    ])
    func refusalsNameTheTermAndTheRemedy(text: String, message: String) {
        #expect(refusal(text) == message)
    }

    // N-23
    @Test func theNumberOfTermsIsLimited() {
        let most = Array(repeating: "x", count: SearchLimit.termsMax).joined(separator: " ")
        #expect(refusal(most) == nil)
        #expect(
            refusal(most + " x") == "A search can have 12 words and phrases; remove some")
    }

    // N-23
    @Test func lengthAndNumberOfHitsAreLimited() throws {
        let longest = String(repeating: "é", count: SearchLimit.queryMax)
        #expect(try SearchRequest(longest).validated().limit == SearchLimit.hitsUsual)
        let tooLong = #expect(throws: ServiceError.self) {
            try SearchRequest(longest + "x").validated()
        }
        #expect(tooLong?.errors == ["query": "A search can have 200 characters; shorten it"])
        #expect(try SearchRequest("x", limit: SearchLimit.hitsMax).validated().limit == 100)
        for limit in [0, -1, SearchLimit.hitsMax + 1] {
            let refusal = #expect(throws: ServiceError.self) {
                try SearchRequest("x", limit: limit).validated()
            }
            #expect(refusal?.errors == ["limit": "Limit must be a whole number from 1 to 100"])
        }
    }

    // N-23: whatever is typed is read or refused.
    @Test(arguments: 0..<50 as Range<UInt64>)
    func anyTextIsReadOrRefused(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let pieces = [
            "\"", ":", "*", "^", "(", ")", "{", "}", "-", "+", "NEAR", "AND", "OR", "NOT", "coach",
            "type", "after", " ", "\u{0}", "\u{301}", "\u{1F468}\u{200D}\u{1F469}", "é", "1", "\\",
            "'", "\u{201D}",
        ]
        for _ in 0..<200 {
            let text = (0..<Int.random(in: 0...12, using: &numbers)).map { _ in
                pieces.randomElement(using: &numbers) ?? ""
            }.joined()
            if let query = try? SearchQuery(text) { #expect(!query.terms.isEmpty) }
        }
    }

    // N-24
    @Test func hitsOfSeveralServicesAreMergedByRankThenTime() {
        func hit(_ number: UInt64, _ rank: Double, at: Int64? = nil, day: Int64? = nil) -> SearchHit
        {
            SearchHit(
                noun: .event, id: RecordID(high: 0, low: number), type: nil, title: "",
                coachName: nil, schoolName: nil, at: at.map { Instant(milliseconds: $0) },
                day: day.map { CivilDay(daysSince1970: $0) }, snippet: [], rank: rank)
        }
        let hits = [
            hit(1, 0.5, at: 1), hit(2, 0.9, at: 0), hit(3, 0.5, day: 1), hit(4, 0.5),
            hit(5, 0.5, at: 86_400_000),
        ]
        func found(_ limit: Int, hasMore: Bool = false) -> SearchFindings {
            SearchFindings(
                [
                    (.events, SearchAnswer(hits: Array(hits[..<2]), hasMore: hasMore)),
                    (.coaches, nil),
                    (.interactions, .init(hits: Array(hits[2...]), hasMore: false)),
                ], limit: limit)
        }
        #expect(found(5).hits.map(\.id.low) == [2, 5, 3, 1, 4])
        #expect(found(5).away == [.coaches])
        #expect(!found(5).hasMore && found(5, hasMore: true).hasMore)
        #expect(found(2).hits.map(\.id.low) == [2, 5] && found(2).hasMore)
    }

    // N-141
    @Test func wordsThatFollowEachOtherAreANameTogether() throws {
        let miss = SchoolAlias(calling: "olemiss", name: "University of Mississippi")
        let query = try SearchQuery("camp Ole Miss coach:ole school:\"ole miss\"")
        #expect(query.callings["olemiss"] == "Ole Miss" && query.callings["ole"] == "Ole")
        #expect(query.callings["campole"] == "camp Ole" && query.callings["missole"] == nil)
        let clauses = query.clauses([miss])
        let texts = clauses.map { $0.terms.map(\.text) }
        #expect(texts == [["camp"], ["Ole", "Miss"], ["ole"], ["ole miss"]])
        #expect(
            clauses.map(\.schools) == [[], [miss.name], [], [miss.name]])
        #expect(query.clauses([]).allSatisfy { $0.schools.isEmpty && $0.terms.count == 1 })
    }

    // N-49: whatever stands in a name, it is one name.
    @Test(arguments: [
        ("NC State", "ncstate"), ("N.C. \"State\"", "ncstate"), ("school: unc", "schoolunc"),
        ("Saint  Mary\u{2019}s", "stmarys"), ("Élon", "elon"),
    ])
    func aNameIsAskedForAsOne(name: String, calling: String) throws {
        let request = try #require(FindSchoolAliases.Request(name: name))
        #expect(try request.validated().callings.keys.sorted() == [calling])
    }

    // N-49: two quotation marks stand around the name.
    @Test func aNameIsAskedForIfASearchHoldsIt() {
        let longest = String(repeating: "a", count: SearchLimit.queryMax - 2)
        #expect(FindSchoolAliases.Request(name: longest) != nil)
        for name in [longest + "a", "", "\u{2013}", "..."] {
            #expect(FindSchoolAliases.Request(name: name) == nil, "\(name)")
        }
    }

    // N-141
    @Test func aliasesAreLinesOfARequest() throws {
        let most = (1...SearchLimit.aliasesMax).map {
            SchoolAlias(calling: "a\($0)", name: "B=C, D")
        }
        let input = try SearchRequest("x").knowing(most).validated()
        #expect(input.aliases == most)
        #expect(try SearchRequest("x").knowing([]).validated().aliases.isEmpty)
        let split = [SchoolAlias(calling: "duke", name: "Duke\r\nUniversity")]
        #expect(
            try SearchRequest("x").knowing(split).validated().aliases
                == [SchoolAlias(calling: "duke", name: "Duke University")])
        for wrong in [most + [most[0]], [SchoolAlias(calling: "", name: "")]] {
            let error = #expect(throws: ServiceError.self) {
                try SearchRequest("x").knowing(wrong).validated()
            }
            #expect(error?.errors.keys.sorted() == ["aliases"])
        }
    }
}
