/// Metrics as a CSV file, for the command line and the pages (EV-33).
public struct MetricCSV: Sendable {
    /// The columns of one event's file.
    public static let columns = ["Date", "Metric Type", "Value", "Unit", "Verified", "Notes"]

    /// The event that all metrics belong to, if they were filtered by one.
    private let event: Event?

    /// Metrics that are not of a single event have a column for it.
    public init(of event: Event?) { self.event = event }

    /// The names of this file's columns.
    public var header: [String] { Self.columns + (event == nil ? ["Event"] : []) }

    /// The whole file.
    public func text(of metrics: [Metric], _ writer: CSVWriter) -> String {
        ([header] + metrics.map(values)).map { writer.line($0) }.joined()
    }

    /// The values of one row, in the order of the columns.
    public func values(of metric: Metric) -> [String] {
        let own = [
            metric.recordedDate.text, metric.displayLabel, metric.valueText, metric.unit,
            metric.verified ? "Yes" : "No", metric.notes ?? "",
        ]
        return own + (event == nil ? [metric.eventName ?? ""] : [])
    }

    /// The file's name, by event or by day.
    public func fileName(_ ending: String = "csv", on day: String) -> String {
        guard let event else { return "metrics-\(day).\(ending)" }
        let name = EventCalendar.fileName(of: event)
        let middle = name.dropFirst("event-".count).dropLast(".ics".count)
        return "metrics-\(middle).\(ending)"
    }
}
