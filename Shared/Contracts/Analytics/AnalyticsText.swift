/// The texts of the Social Analytics page (SA-02, SA-13 to SA-32, SA-41).
public enum AnalyticsText {
    public static let title = "Social Analytics"
    public static let subtitle = "Trends and insights from coach and program social media"
    public static let sentiment = "Sentiment Distribution"
    public static let platforms = "Platform Distribution"
    public static let schools = "Most Active Schools"
    public static let recent = "Recent Recruiting Posts"
    // T-09: the empty texts and their places.
    public static let emptyRange = "No posts in selected period"
    public static let emptyRangeRemedy = "Try selecting a longer time range"
    public static let emptySentiment = "No sentiment data available"
    public static let emptyChart = "No data available"
    // SA-33
    public static let unreachable = "Unable to load analytics. Check your connection."

    /// The chart's title, by the period of a bar (T-02).
    public static func activity(by bucket: AnalyticsBucket) -> String {
        switch bucket {
        case .day: "Activity by Day"
        case .week: "Activity by Week"
        case .month: "Activity by Month"
        }
    }

    /// A card: label, number, and the whole that it is a part of.
    public struct Card: Sendable {
        public let label: String
        public let value: Int
        /// Empty if the number is the whole.
        public let note: String
        public let tone: Tone
    }

    /// The four cards in the page's order (SA-07 to SA-11).
    public static func cards(_ summary: AnalyticsSummary) -> [Card] {
        [
            Card(label: "Total Posts", value: summary.totalPosts, note: "", tone: .gray),
            Card(
                label: "Recruiting Posts", value: summary.recruitingPosts,
                note: "\(summary.recruitingPercentage)% of total", tone: .green),
            Card(
                label: "Positive Sentiment", value: summary.positivePosts,
                note: "\(summary.positivePercentage)% of analyzed", tone: .blue),
            Card(
                label: "Active Schools", value: summary.activeSchools, note: "", tone: .purple),
        ]
    }

    /// A percentage with one decimal, such as `21.1%`.
    public static func percent(_ share: Double) -> String { "\(MetricValue.oneDecimal(share))%" }

    /// SA-23: "[Date]: [X] posts".
    public static func tooltip(_ bar: ActivityBucket) -> String {
        "\(bar.label): \(CountedNoun.text(bar.count, "posts"))"
    }

    /// A sentence that summarizes the chart.
    public static func finding(_ page: SocialAnalytics.Response) -> String {
        let posts = CountedNoun.text(page.summary.totalPosts, "posts")
        guard let busiest = page.activity.max(by: { $0.count < $1.count }), busiest.count > 0
        else { return posts }
        let first = page.activity.first { $0.count == busiest.count } ?? busiest
        return "\(posts), busiest \(page.bucket.rawValue) \(first.label) with \(first.count)"
    }

    /// Posts that are counted but have no bar (T-03, D-08), and posts in no figure (T-07).
    public static func remarks(_ page: SocialAnalytics.Response) -> [String] {
        var lines: [String] = []
        if page.beforeFirstBucket > 0 {
            lines.append(
                "\(CountedNoun.text(page.beforeFirstBucket, "posts")) from the partial day before "
                    + "the chart's first day")
        }
        if page.afterLastBucket > 0 {
            lines.append("\(CountedNoun.text(page.afterLastBucket, "posts")) dated in the future")
        }
        if page.skipped > 0 {
            lines.append(
                "\(CountedNoun.text(page.skipped, "posts")) without a readable date, not counted")
        }
        return lines
    }

    /// The handle as imported, else the name, else that of the coach.
    public static func author(_ post: Post) -> String {
        post.authorHandle ?? post.authorName ?? post.coachName ?? "Unknown"
    }
}

extension SocialPlatform {
    /// SA-40: Twitter blue, Instagram pink.
    public var tone: Tone {
        switch self {
        case .twitter: .cyan
        case .instagram: .pink
        }
    }
}
