import Charts
import CommandKit
import Contracts

/// The two charts of the page as one SVG file, with everything that they show as text too.
enum AnalyticsDrawing {
    private static let width = 720.0
    private static let margin = 20.0
    private static let barsHeight = 190.0
    private static let columnsHeight = 280.0

    /// The file's name.
    static func fileName(_ page: SocialAnalytics.Response) -> String {
        "social-analytics-\(page.range.rawValue).svg"
    }

    /// The document.
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
            title: "\(AnalyticsWords.title), \(page.range.label)", description: description(page),
            id: "social-analytics")
    }

    private static func sentiment(_ page: SocialAnalytics.Response) -> BarChart {
        let rows = page.summary.analyzedPosts > 0 ? page.sentiment : []
        return BarChart(
            title: AnalyticsWords.sentiment,
            bars: rows.map { row in
                BarChart.Bar(
                    label: row.label, share: row.percentage / 100,
                    value: "\(row.count) (\(AnalyticsWords.percent(row.percentage)))",
                    colour: row.type.chartColour)
            }, emptyText: AnalyticsWords.emptySentiment)
    }

    private static func activity(_ page: SocialAnalytics.Response) -> ColumnChart {
        return ColumnChart(
            title: AnalyticsWords.activity(by: page.bucket),
            columns: page.activity.map { bar in
                ColumnChart.Column(
                    label: bar.label, value: bar.count, tooltip: AnalyticsWords.tooltip(bar))
            }, emptyText: AnalyticsWords.emptyChart)
    }

    /// The finding, then every value that is not 0.
    private static func description(_ page: SocialAnalytics.Response) -> String {
        var parts = [AnalyticsWords.finding(page) + "."]
        parts += page.sentiment.filter { $0.count > 0 }.map { row in
            "\(row.label): \(CountedNoun.text(row.count, "posts")), "
                + "\(MetricExport.oneDecimal(row.percentage)) percent."
        }
        parts += page.activity.filter { $0.count > 0 }.map { AnalyticsWords.tooltip($0) + "." }
        return parts.joined(separator: " ")
    }
}
