import CommandKit
import Contracts

/// The page's figures as rows, for pipes and CSV (SA-43).
enum AnalyticsTable {
    /// One row per figure: block, label, day or record id, count, percentage and text.
    static func rows(_ page: SocialAnalytics.Response) -> TextTable {
        var table = TextTable([
            .init("Block"), .init("Label"), .init("Key"), .init("Count", rightAligned: true),
            .init("Percentage", rightAligned: true), .init("Text"),
        ])
        func append(
            _ block: String, _ label: String, _ key: String, _ count: Int?,
            _ percentage: String = "", _ text: String = ""
        ) {
            let cells = [block, label, key, count.map(String.init) ?? "", percentage, text]
            table.append(cells.map { .init($0) })
        }
        let summary = page.summary
        append("summary", "Total Posts", "", summary.totalPosts)
        append(
            "summary", "Recruiting Posts", "", summary.recruitingPosts,
            "\(summary.recruitingPercentage)")
        append(
            "summary", "Positive Sentiment", "", summary.positivePosts,
            "\(summary.positivePercentage)")
        append("summary", "Active Schools", "", summary.activeSchools)
        for row in page.sentiment {
            append(
                "sentiment", row.label, row.type.rawValue, row.count,
                MetricValue.oneDecimal(row.percentage))
        }
        for row in page.platforms {
            append("platform", row.label, row.platform.rawValue, row.count)
        }
        for bar in page.activity { append(page.bucket.rawValue, bar.label, bar.date, bar.count) }
        append("outside", "Before the first day", "", page.beforeFirstBucket)
        append("outside", "Dated ahead", "", page.afterLastBucket)
        append("outside", "Without a readable date", "", page.skipped)
        for school in page.topSchools {
            append("school", school.name, school.id.text, school.postCount)
        }
        for post in page.recentRecruitingPosts {
            append(
                "recruiting_post", AnalyticsText.author(post), post.id.text, nil, "",
                post.postContent ?? "")
        }
        return table
    }
}
