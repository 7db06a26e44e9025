import Charts
import CommandKit
import Contracts

/// The words of the page Social Analytics (SA-02, SA-13 to SA-32, SA-41).
enum AnalyticsWords {
    static let title = "Social Analytics"
    static let subtitle = "Trends and insights from coach and program social media"
    static let sentiment = "Sentiment Distribution"
    static let platforms = "Platform Distribution"
    static let schools = "Most Active Schools"
    static let recent = "Recent Recruiting Posts"
    // T-09: which empty text stands where.
    static let emptyRange = "No posts in selected period"
    static let emptyRangeRemedy = "Try selecting a longer time range"
    static let emptySentiment = "No sentiment data available"
    static let emptyChart = "No data available"
    // SA-33
    static let unreachable = "Unable to load analytics. Check your connection."

    /// The chart's title, by what a bar stands for (T-02).
    static func activity(by bucket: AnalyticsBucket) -> String {
        switch bucket {
        case .day: "Activity by Day"
        case .week: "Activity by Week"
        case .month: "Activity by Month"
        }
    }

    /// A card: what it counts, the number, what it is of.
    struct Card {
        let label: String
        let value: Int
        let note: String
        let style: TextStyle
    }

    /// The four cards in the order of the page (SA-07 to SA-11).
    static func cards(_ summary: AnalyticsSummary) -> [Card] {
        [
            Card(label: "Total Posts", value: summary.totalPosts, note: "", style: .faint),
            Card(
                label: "Recruiting Posts", value: summary.recruitingPosts,
                note: "\(summary.recruitingPercentage)% of total", style: .green),
            Card(
                label: "Positive Sentiment", value: summary.positivePosts,
                note: "\(summary.positivePercentage)% of analyzed", style: .blue),
            Card(
                label: "Active Schools", value: summary.activeSchools, note: "", style: .purple),
        ]
    }

    /// `21.1%`: a share in percent with one decimal.
    static func percent(_ share: Double) -> String { "\(MetricExport.oneDecimal(share))%" }

    /// SA-23: "[Date]: [X] posts".
    static func tooltip(_ bar: ActivityBucket) -> String {
        "\(bar.label): \(CountedNoun.text(bar.count, "posts"))"
    }

    /// What the chart says, in one sentence.
    static func finding(_ page: SocialAnalytics.Response) -> String {
        let posts = CountedNoun.text(page.summary.totalPosts, "posts")
        guard let busiest = page.activity.max(by: { $0.count < $1.count }), busiest.count > 0
        else { return posts }
        let first = page.activity.first { $0.count == busiest.count } ?? busiest
        return "\(posts), busiest \(page.bucket.rawValue) \(first.label) with \(first.count)"
    }

    /// What is counted and has no bar (T-03, D-08), and what is in no figure (T-07).
    static func remarks(_ page: SocialAnalytics.Response) -> [String] {
        var lines: [String] = []
        if page.beforeFirstBucket > 0 {
            lines.append(
                "\(CountedNoun.text(page.beforeFirstBucket, "posts")) of the part of a day before "
                    + "the chart's first")
        }
        if page.afterLastBucket > 0 {
            lines.append("\(CountedNoun.text(page.afterLastBucket, "posts")) dated ahead")
        }
        if page.skipped > 0 {
            lines.append(
                "\(CountedNoun.text(page.skipped, "posts")) without a readable date, in no figure")
        }
        return lines
    }

    /// Who wrote a post.
    static func author(_ post: Post) -> String {
        post.authorHandle ?? post.authorName ?? "Unknown"
    }
}

extension Sentiment {
    /// SA-15, T-08: very positive green, positive blue, neutral gray, negative red.
    var chartColour: ChartColour {
        switch self {
        case .veryPositive: .green
        case .positive: .blue
        case .neutral: .gray
        case .negative: .red
        }
    }
}

extension SocialPlatform {
    /// SA-40: Twitter blue, Instagram pink.
    var style: TextStyle {
        switch self {
        case .twitter: .cyan
        case .instagram: .pink
        }
    }
}
