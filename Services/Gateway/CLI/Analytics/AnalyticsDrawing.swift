import Charts
import CommandKit
import Contracts

/// The page's two charts as one SVG file, whose description contains all values as text.
enum AnalyticsDrawing {
    private static let width = 720.0
    private static let margin = 20.0
    private static let barsHeight = 190.0
    private static let columnsHeight = 280.0

    static func fileName(_ page: SocialAnalytics.Response) -> String {
        "social-analytics-\(page.range.rawValue).svg"
    }

    static func document(_ page: SocialAnalytics.Response) -> String {
        var canvas = SVGCanvas(
            width: width, height: barsHeight + columnsHeight + 3 * margin)
        let room = width - 2 * margin
        sentiment(page).draw(
            on: &canvas,
            in: ChartFrame(x: margin, y: margin, width: room, height: barsHeight))
        activity(page).draw(
            on: &canvas,
            in: ChartFrame(
                x: margin, y: barsHeight + 2 * margin, width: room, height: columnsHeight))
        return canvas.document(
            title: "\(AnalyticsText.title), \(page.range.label)", description: description(page),
            id: "social-analytics")
    }

    private static func sentiment(_ page: SocialAnalytics.Response) -> BarChart {
        let rows = page.summary.analyzedPosts > 0 ? page.sentiment : []
        return BarChart(
            title: AnalyticsText.sentiment,
            bars: rows.map { row in
                BarChart.Bar(
                    label: row.label, share: row.percentage / 100,
                    value: "\(row.count) (\(AnalyticsText.percent(row.percentage)))",
                    colour: row.type.chartColour)
            }, emptyText: AnalyticsText.emptySentiment)
    }

    private static func activity(_ page: SocialAnalytics.Response) -> ColumnChart {
        return ColumnChart(
            title: AnalyticsText.activity(by: page.bucket),
            columns: page.activity.map { bar in
                ColumnChart.Column(
                    label: bar.label, value: bar.count, tooltip: AnalyticsText.tooltip(bar))
            }, emptyText: AnalyticsText.emptyChart)
    }

    /// The main finding, then every nonzero value.
    private static func description(_ page: SocialAnalytics.Response) -> String {
        var parts = [AnalyticsText.finding(page) + "."]
        parts += page.sentiment.filter { $0.count > 0 }.map { row in
            "\(row.label): \(CountedNoun.text(row.count, "posts")), "
                + "\(MetricValue.oneDecimal(row.percentage)) percent."
        }
        parts += page.activity.filter { $0.count > 0 }.map { AnalyticsText.tooltip($0) + "." }
        return parts.joined(separator: " ")
    }
}
