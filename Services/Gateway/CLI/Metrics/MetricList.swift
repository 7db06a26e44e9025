import CommandKit
import Contracts
import ServiceKit

/// The list of metrics and the table of personal bests.
enum MetricList {
    static func result(_ answer: Caller.Answer, _ run: CommandRun) -> CommandResult {
        .page(
            of: ListMetrics.self, answer, run, rowsKey: "metrics", \.metrics, id: \.id.text,
            table: table,
            text: { metrics, traits in
                guard traits.isAccessible else { return table(metrics).text(traits) }
                return metrics.map { VisibleText.line($0.announcement) + "\n" }.joined()
            },
            heading: { page, traits in
                let chips = FilterChips(page.activeFilters, of: MetricFilter.self, zone: run.zone)
                let list = run.line("metrics", "list")
                return page.hasActiveFilters
                    ? chips.lines(traits, above: page.total, clearing: list) : []
            },
            footer: { page, _ in footer(page, run) })
    }

    private static func footer(_ page: ListMetrics.Response, _ run: CommandRun) -> [String] {
        guard page.total == 0 else {
            let shown = page.metrics.count
            return [CountedNoun.text(page.total, "metrics")]
                + (shown < page.total ? ["\(shown) shown"] : [])
        }
        return page.hasActiveFilters
            ? ["No metrics match your filters", "Clear Filters: " + run.line("metrics", "list")]
            : ["No metrics yet"]
    }

    /// The rows as a table.
    static func table(_ metrics: [Metric]) -> TextTable {
        var table = TextTable([
            .init("ID"), .init("Date"), .init("Metric", shrinksTo: 8),
            .init("Value", rightAligned: true), .init("Unit"), .init("Verified"),
            .init("Event", shrinksTo: 8), .init("Notes", shrinksTo: 6),
        ])
        for metric in metrics {
            let event = metric.eventID == nil ? "" : metric.eventName ?? "Unknown Event"
            table.append([
                .id(metric.id),
                .init(metric.recordedDate.text, shown: metric.recordedDate.label),
                .init(metric.metricType, shown: metric.displayLabel), .init(metric.valueText),
                .init(metric.unit),
                .init(
                    metric.verified ? "Yes" : "No", shown: metric.verified ? "Verified" : "",
                    .green),
                .init(event), .init(metric.notes ?? ""),
            ])
        }
        return table
    }

    /// Personal bests, one per row.
    static func table(_ bests: [PersonalBest]) -> TextTable {
        var table = TextTable([
            .init("Metric", shrinksTo: 8), .init("Best", rightAligned: true), .init("Unit"),
            .init("Date"), .init("Verified"), .init("Event", shrinksTo: 8),
            .init("Average", rightAligned: true), .init("Count", rightAligned: true),
        ])
        for row in bests {
            let best = row.best
            let event = best.eventID == nil ? "" : best.eventName ?? "Unknown Event"
            table.append([
                .init(row.metricType, shown: row.displayLabel), .init(best.valueText),
                .init(row.unit),
                .init(best.recordedDate.text, shown: best.recordedDate.label),
                .init(
                    best.verified ? "Yes" : "No", shown: best.verified ? "Verified" : "", .green),
                .init(event), .init(row.averageText), .init(String(row.count)),
            ])
        }
        return table
    }
}
