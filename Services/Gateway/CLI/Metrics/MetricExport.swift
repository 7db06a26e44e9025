import CommandKit
import Contracts

/// The pages of metrics to print, of one event or of all (EV-33).
struct MetricExport {
    /// The text of a page without metrics.
    static let emptyText = "No metrics recorded"

    /// The event that all metrics belong to, if they were filtered by one.
    let event: Event?
    /// The metrics, oldest first.
    let metrics: [Metric]
    /// Whose metrics they are, with what is for coaches; nil if nobody's.
    var profile: PlayerProfile?

    // MARK: Page

    /// The first to the last day of the measurements.
    var period: String {
        guard let first = metrics.map(\.recordedDate).min(),
            let last = metrics.map(\.recordedDate).max()
        else { return event?.dateRangeFormatted ?? "" }
        return DayRange.text(first, last)
    }

    /// The page to print: author, period, a summary by type, and every value.
    func document(
        by author: String, at now: Instant, on day: String, _ sheet: PrintedDocument.Sheet
    ) -> PrintedDocument {
        let subtitle = event.map { "\($0.type.label) · \($0.dateRangeFormatted)" }
        var document = PrintedDocument(
            sheet: sheet, title: event?.name ?? "Performance Metrics",
            subtitle: subtitle ?? period, author: author, subject: "Performance metrics",
            footer: "\(author) · Printed on \(day) with Recruiting Compass", createdAt: now)
        document.facts = facts(author)
        document.tables = [summary, rows]
        return document
    }

    private func facts(_ author: String) -> [PrintedDocument.Fact] {
        let verified = metrics.count(where: \.verified)
        let found: [(String, String?)] = [
            ("Prepared by", author), ("School", event?.schoolName), ("Place", event?.placeText),
            ("Period", period.isEmpty ? nil : period),
            ("Metrics", "\(metrics.count)" + (verified > 0 ? " (\(verified) verified)" : "")),
        ]
        let own = profile.map { [("Player", $0.fullName)] + $0.facts.map { ($0.label, $0.text) } }
        return (found + (own ?? [])).compactMap { label, value in value.map { .init(label, $0) } }
    }

    private var summary: PrintedDocument.Table {
        let bests = PersonalBests.of(metrics)
        return PrintedDocument.Table(
            "Summary",
            columns: [
                .init("Metric Type", share: 30, linesMax: 2), .init("Unit", share: 12),
                .init("Count", share: 10, isNumeric: true),
                .init("Average", share: 14, isNumeric: true),
                .init("Best", share: 14, isNumeric: true),
                .init("Worst", share: 14, isNumeric: true),
            ],
            rows: bests.map { best in
                [
                    best.displayLabel, best.unit, "\(best.count)",
                    best.averageText,
                    best.best.valueText, best.worst.valueText,
                ]
            }, emptyText: Self.emptyText)
    }

    private var rows: PrintedDocument.Table {
        var columns: [PrintedDocument.Column] = [
            .init("Date", share: 18), .init("Metric Type", share: 21, linesMax: 2),
            .init("Value", share: 11, isNumeric: true), .init("Unit", share: 9),
            .init("Verified", share: 12),
            .init("Notes", share: event == nil ? 20 : 29, linesMax: 4),
        ]
        if event == nil { columns.append(.init("Event", share: 29, linesMax: 2)) }
        let csv = MetricCSV(of: event)
        return PrintedDocument.Table(
            "Metrics", columns: columns,
            rows: metrics.map { metric in
                var row = csv.values(of: metric)
                row[0] = metric.recordedDate.label
                // The mark makes verified values easy to spot.
                if metric.verified { row[4] = "✓ Yes" }
                return row
            }, emptyText: Self.emptyText)
    }
}
