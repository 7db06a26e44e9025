import CommandKit
import Contracts
import Testing

@testable import Gateway

@Suite struct AnalyticsPageTests {
    private func text(
        _ page: SocialAnalytics.Response = AnalyticsFixture.page(), columns: Int = 80,
        colour: Bool = false, accessible: Bool = false, unicode: Bool = true
    ) throws -> String {
        let traits = TerminalTraits(
            isTerminal: true, columns: columns, usesColour: colour, isAccessible: accessible,
            hasUnicode: unicode)
        let zone = try LocalZone(named: "UTC", environment: [:])
        return AnalyticsPage(page: page, zone: zone, traits: traits).text
    }

    // SA-02, SA-03, SA-07 to SA-14, SA-17, SA-22, SA-24
    @Test func everyBlockHasItsPlace() throws {
        let lines = try text().split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.prefix(6) == [
                "Social Analytics", "Trends and insights from coach and program social media",
                "7 Days  [30 Days]  90 Days  All Time", "",
                "Total Posts   Recruiting Posts    Positive Sentiment     Active Schools",
                "57            23 (40% of total)   40 (74% of analyzed)   6",
            ])
        let page = try text()
        #expect(page.contains("\nSentiment Distribution\nVery Positive  ██████████▋"))
        #expect(page.contains("  12   22.2%\nPositive       "))
        #expect(page.contains("\nPlatform Distribution\nTwitter 40   Instagram 17\n"))
        #expect(page.contains("\nActivity by Day\n4┤"))
        #expect(page.contains("\n0┴────"))
        #expect(page.contains("\n  Jan 12 "))
        #expect(page.contains(" Feb 10\n57 posts, busiest day Jan 14 with 4\n"))
        #expect(page.contains("1 post from the partial day before the chart's first day\n"))
        #expect(page.contains("\nMost Active Schools\n1. Duke University "))
        #expect(page.contains("3. Łódź\u{fffd}[31m State"))
        #expect(page.contains("\nTwitter · @pat_d · Feb 3, 2026, 2:00 PM\n   Camp dates are out."))
        #expect(page.contains("…\nTwitter · Unknown · "), "two lines of a long post, SA-29")
        #expect(page.contains("\n   Short and two lines\n"))
    }

    @Test(arguments: [40, 80, 130, 200])
    func nothingIsWiderThanTheTerminal(columns: Int) throws {
        for page in [AnalyticsFixture.page(), AnalyticsFixture.empty] {
            for days in [1, 7, 30, 90, 366] {
                var page = page
                page.activity = AnalyticsFixture.activity(days: days)
                for line in try text(page, columns: columns).split(separator: "\n") {
                    let width = DisplayWidth.columns(of: String(line))
                    // The subtitle wraps in the terminal.
                    #expect(width <= max(columns, 56), "\(line)")
                }
            }
        }
    }

    @Test func daysThatDoNotFitShareAColumn() throws {
        let page = AnalyticsFixture.page { $0.activity = AnalyticsFixture.activity(days: 90) }
        #expect(try text(page).contains("Each column is 2 days\n"))
        #expect(try !text(page, columns: 130).contains("Each column is"))
    }

    // SA-15, T-08
    @Test func coloursSayWhatWordsSay() throws {
        let page = try text(colour: true)
        #expect(page.contains("Very Positive  \u{1b}[32m█"))
        #expect(page.contains("Positive       \u{1b}[34m█"))
        #expect(page.contains("Negative       \u{1b}[31m█"))
        #expect(page.contains("\u{1b}[34m[30 Days]\u{1b}[0m"))
    }

    @Test func withoutUnicodeBarsAreASCII() throws {
        let page = try text(unicode: false)
        #expect(page.contains("Very Positive  ###########....."))
        #expect(page.contains("\n4|") && page.contains("\n0+----"))
        #expect(!page.contains("█") && !page.contains("─"))
        #expect(page.contains("\nTwitter - @pat_d - Feb 3, 2026, 2:00 PM\n"))
    }

    // SA-16, SA-32, T-09
    @Test func everyEmptyTextHasItsPlace() throws {
        let page = try text(AnalyticsFixture.empty)
        #expect(
            page.hasSuffix(
                """

                No posts in selected period
                Try selecting a longer time range

                Sentiment Distribution
                No sentiment data available

                Platform Distribution
                No data available

                Activity by Day
                No data available

                Most Active Schools
                No data available

                Recent Recruiting Posts
                No data available

                """))
        let unread = AnalyticsFixture.page { $0.summary.analyzedPosts = 0 }
        let text = try text(unread)
        #expect(text.contains("No sentiment data available"))
        #expect(!text.contains("No data available"), "the other charts are unaffected")
    }

    // SA-41
    @Test func aReaderHearsOneSentenceAFigure() throws {
        let text = try text(accessible: true)
        for line in [
            "Recruiting Posts: 23. 40% of total.",
            "Sentiment distribution chart. Very Positive: 12 posts, 22.2 percent.",
            "Activity by Day chart. Jan 13: 2 posts.", "Rank 1. Duke University. 12 posts.",
        ] {
            #expect(text.contains(line + "\n"), "\(line)")
        }
        #expect(!text.contains("█"))
    }

    // SA-20
    @Test func aSinglePostIsAsHighAsTheChart() throws {
        let page = AnalyticsFixture.page { page in
            page.activity = AnalyticsFixture.activity(days: 7).enumerated().map { index, bar in
                ActivityBucket(
                    date: bar.date, label: bar.label, count: index == 6 ? 1 : 0,
                    height: index == 6 ? 100 : 0)
            }
        }
        let text = try text(page)
        #expect(text.contains("\n1┤                        ███\n"))
        #expect(text.contains("\n │                        ███\n0┴"))
    }

    // T-02
    @Test func longerBucketsSaySo() throws {
        let page = AnalyticsFixture.page { $0.bucket = .month }
        #expect(try text(page).contains("\nActivity by Month\n"))
    }
}
