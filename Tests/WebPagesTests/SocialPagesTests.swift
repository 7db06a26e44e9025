import Contracts
import HTML
import Support
import Testing

@testable import WebPages

@Suite
struct SocialPagesTests {
    /// SA-02, SA-07 to SA-12.
    @Test
    func theCardsHaveValuesAndShares() throws {
        let shown = try Samples.document(SocialSamples.analytics(.success(SocialSamples.figures)))
        #expect(shown.heading == "Social Analytics")
        #expect(
            shown.all("dt").map(\.text) == [
                "Total Posts", "Recruiting Posts", "Positive Sentiment", "Active Schools",
            ])
        #expect(
            shown.all("dd").map(\.text) == [
                "1,450", "175", "12% of total", "207", "52% of analyzed", "90",
            ])
    }

    /// SA-03, SA-04, SA-37: the range is in the address, 30 days without one.
    @Test
    func theRangeIsChosenByButtons() throws {
        let shown = try Samples.document(SocialSamples.analytics(.success(SocialSamples.figures)))
        let buttons = shown.all("button", "name", "range")
        #expect(buttons.map { $0["value"] } == ["7", "30", "90", "all"])
        #expect(buttons.map(\.text) == ["7 Days", "30 Days", "90 Days", "All Time"])
        #expect(buttons.map { $0["aria-pressed"] } == ["false", "true", "false", "false"])
        #expect(shown.all("form", "action", "/social/analytics").first?["method"] == "get")
    }

    /// SA-13 to SA-17, SA-40: four rows of sentiment and two networks, each with its colour.
    @Test
    func sentimentAndNetworksAreBars() throws {
        let shown = try Samples.document(SocialSamples.analytics(.success(SocialSamples.figures)))
        for text in ["64 16.1%", "143 35.9%", "164 41.2%", "27 6.8%", "1,311", "139"] {
            #expect(shown.text.contains(text), "\(text)")
        }
        let bars = shown.all("rect").compactMap { $0["class"] }.filter { $0 != "out" }
        #expect(bars.prefix(6) == ["high", "blue", "gray", "low", "tw", "ig"])
        #expect(shown.text.contains("1052 posts without a sentiment are left out."))
    }

    /// SA-35: figures are read only: nothing on the page changes anything.
    @Test
    func figuresChangeNothing() throws {
        let shown = try Samples.document(SocialSamples.analytics(.success(SocialSamples.figures)))
        let own = shown.all("form").filter { $0["action"]?.hasPrefix("/social") == true }
        #expect(!own.isEmpty && own.allSatisfy { $0["method"] == "get" })
        for word in ["new", "edit", "delete"] {
            let links = shown.all("a").filter {
                $0["href"]?.hasPrefix("/social") == true && $0["href"]?.hasSuffix(word) == true
            }
            #expect(links.isEmpty, "\(word)")
        }
    }

    /// SA-18 to SA-23, SA-41: a column for each day, the finding as a sentence, numbers as a table.
    @Test
    func theActivityIsAChartAndATable() throws {
        let figures = SocialSamples.figures
        let shown = try Samples.document(SocialSamples.analytics(.success(figures)))
        #expect(shown.all("h2").map(\.text).contains("Activity by Day"))
        #expect(shown.all("rect").count { $0["class"] == "out" } == 30)
        let chart = try #require(shown.all("svg", "role", "img").first)
        #expect(chart["aria-label"] == AnalyticsText.finding(figures))
        #expect(shown.all("title").map(\.text).contains(AnalyticsText.tooltip(figures.activity[3])))
        #expect(shown.all(class: "ends").count == 1)
        #expect(shown.all("tr").count == 31)
        for remark in AnalyticsText.remarks(figures) { #expect(shown.text.contains(remark)) }
    }

    /// SA-24 to SA-31: schools and posts lead on, and the page leads back to the feed.
    @Test
    func theFiguresLeadOn() throws {
        let shown = try Samples.document(SocialSamples.analytics(.success(SocialSamples.figures)))
        #expect(shown.all(class: "back").map { $0["href"] } == ["/social"])
        let school = SchoolID(high: 4, low: 1).text
        #expect(
            shown.all("a", "href", "/schools/\(school)").map(\.text) == ["Berea <b>College</b>"])
        #expect(shown.text.contains("Unknown School"))
        #expect(shown.all("a", "href", "/social?recruiting=true").map(\.text) == ["View All"])
        #expect(shown.all(class: "preview").count == 3)
        let feed = try Samples.document(SocialSamples.feed([SocialSamples.post(0)]))
        #expect(feed.all("a", "href", "/social/analytics").map(\.text) == ["Social Analytics"])
    }

    /// SA-32, SA-33, T-09.
    @Test
    func emptyAndFailedFiguresSaySo() throws {
        let empty = try Samples.document(
            SocialSamples.analytics(.success(SocialSamples.noFigures), "7"))
        for text in [
            "No posts in selected period", "Try selecting a longer time range",
            "No sentiment data available", "No data available",
        ] {
            #expect(empty.text.contains(text), "\(text)")
        }
        let failed = try Samples.document(SocialSamples.analytics(.failure(SocialSamples.away)))
        let alert = try #require(failed.all("div", "role", "alert").first)
        #expect(alert.text.contains("Unable to load analytics. Check your connection."))
        #expect(failed.all("a").contains { $0.text == "Retry" })
    }

    /// SA-29, SA-34: filters named like flags, and posts with author, school, time and tone.
    @Test
    func theFeedShowsPosts() throws {
        let shown = try Samples.document(SocialSamples.feed((0..<12).map(SocialSamples.post)))
        #expect(shown.heading == "Social Feed")
        #expect(
            shown.all("select").compactMap { $0["name"] } == [
                "platform", "recruiting", "sentiment", "days",
            ])
        #expect(shown.all("p", "role", "status").map(\.text) == ["12 posts found"])
        for text in ["@fict_0", "Berea College", "Unknown School", "Very Positive", "Recruiting"] {
            #expect(shown.text.contains(text), "\(text)")
        }
        #expect(
            shown.all("a", "href", "https://social.example/0").map(\.text) == ["Open on Twitter"])
        #expect(shown.all(class: "pages").isEmpty)
    }

    @Test
    func aLongFeedHasPages() throws {
        let shown = try Samples.document(
            SocialSamples.feed((0..<100).map(SocialSamples.post), total: 260, page: 2))
        let pages = try #require(shown.all(class: "pages").first)
        #expect(pages.text.contains("51–100 of 260"))
        let links = shown.all("a").compactMap { $0["href"] }
        #expect(links.contains("/social?page=3") && links.contains("/social"))
        #expect(!shown.text.contains("@fict_49") && shown.text.contains("@fict_50"))
    }

    /// Behind the last page that can be turned there is none, and the page says what helps.
    @Test(arguments: [FeedPage.pageMax - 1, FeedPage.pageMax])
    func theLastPageLeadsNoFurther(page: Int) throws {
        let posts = (0..<(page * FeedPage.rowsPerPage)).map(SocialSamples.post)
        let total = FeedPage.pageMax * FeedPage.rowsPerPage + 1
        let shown = try Samples.document(SocialSamples.feed(posts, total: total, page: page))
        let isLast = page == FeedPage.pageMax
        #expect(shown.all("a").contains { $0.text == "Older" } == !isLast)
        #expect(shown.text.contains("Filters show the older posts.") == isLast)
    }

    /// Players delete posts, parents read them.
    @Test(arguments: Role.allCases)
    func playersMayDeleteAPost(_ role: Role) throws {
        let post = SocialSamples.post(0)
        let shown = try Samples.document(SocialSamples.feed([post], as: role))
        let links = shown.all("a", "href", "/social/\(post.id.text)/delete")
        #expect(links.map(\.text) == (role == .player ? ["Delete"] : []))
        #expect(shown.all("li", "id", post.id.text).count == 1)
    }

    @Test
    func theFeedSaysWhyItIsEmpty() throws {
        #expect(
            try Samples.document(SocialSamples.feed([])).all("h2").map(\.text) == ["No posts yet"])
        let none = try Samples.document(SocialSamples.feed([], SocialSamples.chips))
        #expect(none.all("h2").map(\.text) == ["No posts match your filters"])
        #expect(none.all(class: "chip").map { $0["href"] } == ["/social"])
    }

    /// N-148
    @Test
    func aRangeThatIsNoneIsNamed() throws {
        let refusal = ServiceError.invalid("range", "Range must be one of 7, 30, 90, all")
        let shown = try Samples.document(SocialSamples.analytics(.failure(refusal), "8"))
        #expect(shown.text.contains("Not valid: range=8"))
        #expect(shown.text.contains("Range must be one of 7, 30, 90, all."))
        let way = shown.all("a", "href", "/social/analytics")
        #expect(way.contains { $0.text == "Leave it out" })
    }

    /// What others published stays text, and an address that is no web page is no link.
    @Test
    func hostilePostsStayText() throws {
        let shown = try Samples.document(SocialSamples.feed([SocialSamples.hardPost]))
        #expect(shown.all("script").map { $0["src"] } == [Asset.script.address.text])
        #expect(shown.all("img").isEmpty)
        #expect(shown.text.contains("<script>alert(1)</script>"))
        #expect(!shown.all("a").contains { $0["href"]?.hasPrefix("javascript") == true })
    }
}
