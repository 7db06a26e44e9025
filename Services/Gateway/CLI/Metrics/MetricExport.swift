import CommandKit
import Contracts

/// The export of metrics, of one event or of all: DOMAIN, "Exports".
struct MetricExport {
    /// The columns of one event's file.
    static let columns = ["Date", "Metric Type", "Value", "Unit", "Verified", "Notes"]
    /// The text of a page without metrics.
    static let emptyText = "No metrics recorded"

    /// The event that all metrics belong to, if they were filtered by one.
    let event: Event?
    /// The metrics, oldest first.
    let metrics: [Metric]
    /// Whose metrics they are, with what is for coaches; nil if nobody's.
    var profile: PlayerProfile?

    // MARK: CSV

    /// The whole file. Metrics that are not of a single event have a column for it.
    func csv(_ writer: CSVWriter) -> String {
        let header = Self.columns + (event == nil ? ["Event"] : [])
        return ([header] + metrics.map(values)).map { writer.line($0) }.joined()
    }

    private func values(of metric: Metric) -> [String] {
        let own = [
            metric.recordedDate.text, metric.displayLabel, metric.valueText, metric.unit,
            metric.verified ? "Yes" : "No", metric.notes ?? "",
        ]
        return own + (event == nil ? [metric.eventName ?? ""] : [])
    }

    /// The file's name, by event or by day.
    func fileName(_ ending: String, on day: String) -> String {
        guard let event else { return "metrics-\(day).\(ending)" }
        let name = EventCalendar.fileName(of: event)
        let middle = name.dropFirst("event-".count).dropLast(".ics".count)
        return "metrics-\(middle).\(ending)"
    }

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
        return PrintedDocument.Table(
            "Metrics", columns: columns,
            rows: metrics.map { metric in
                var row = values(of: metric)
                row[0] = metric.recordedDate.label
                // The mark makes verified values easy to spot.
                if metric.verified { row[4] = "✓ Yes" }
                return row
            }, emptyText: Self.emptyText)
    }
}
