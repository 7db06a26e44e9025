import Charts
import Foundation

/// The charts of the report, each an SVG document.
struct ReportCharts {
    private static let width = 620.0
    private static let height = 360.0

    private let report: Report

    init(_ report: Report) { self.report = report }

    /// The charts that have data.
    var all: [String] {
        var drawings = [curve]
        if !report.search.isEmpty { drawings.append(search) }
        drawings.append(spectrum)
        drawings += report.phases.filter { $0.segments.count > 1 }.map(timeline)
        drawings += resources
        return drawings
    }

    /// The load-latency curve.
    var curve: String {
        let phases = report.phases.filter { $0.name.hasPrefix("open-") }
        func line(_ name: String, _ value: (Report.Percentiles) -> Int) -> LineChart.Series {
            .init(
                name,
                phases.map { ($0.wantedPerSecond, Double(value($0.total.latency)) / 1_000) })
        }
        return draw(
            LineChart(
                title: "Latency under load (\(report.scenario))",
                x: .init("requests a second, planned"),
                y: .init("latency in ms", .logarithmic),
                series: [
                    line("p50", \.p50), line("p90", \.p90), line("p99", \.p99),
                    line("p99.9", \.p999),
                ],
                rules: [.init(label: "capacity", value: report.capacity, isLevel: false)]),
            "curve",
            phases.map {
                "\(Text.rate($0.wantedPerSecond)) a second: p50 "
                    + "\(Text.duration(Double($0.total.latency.p50))), p99 "
                    + Text.duration(Double($0.total.latency.p99))
            }.joined(separator: "; "))
    }

    private var search: String {
        draw(
            LineChart(
                title: "Closed search for the capacity",
                x: .init("clients", .logarithmic), y: .init("right answers a second"),
                series: [
                    .init("answers", report.search.map { (Double($0.clients), $0.perSecond) })
                ]),
            "search",
            "The most is \(Text.rate(report.search.map(\.perSecond).max() ?? 0)) a second; "
                + "at planned times \(Text.rate(report.capacity))")
    }

    /// Percentiles by 1 / (1 - share): 1, 10, 100 … are p0, p90, p99 …
    private var spectrum: String {
        let series = report.phases.filter { $0.name.hasPrefix("open-") }.map { phase in
            LineChart.Series(
                phase.name,
                phase.spectrum.filter { $0.percentile < 100 && $0.value > 0 }.map {
                    (1 / (1 - $0.percentile / 100), Double($0.value) / 1_000)
                }, isMarked: false)
        }
        return draw(
            LineChart(
                title: "Percentile spectrum",
                x: .init("percentile", .logarithmic, format: ReportCharts.percentile),
                y: .init("latency in ms", .logarithmic), series: series),
            "spectrum", "Latency of all percentiles, one line for each rate")
    }

    /// `p99` for 100, and so on.
    private static func percentile(_ inverse: Double) -> String {
        guard inverse > 0 else { return "" }
        let share = (1 - 1 / inverse) * 100
        let decimals = max(0, Int(Foundation.log10(inverse).rounded()) - 2)
        return "p" + Text.number(share, decimals: decimals)
    }

    private func timeline(_ phase: Report.Phase) -> String {
        let length = Measurement.sliceLength.seconds
        func line(_ name: String, _ value: (Report.SlicePoint) -> Int) -> LineChart.Series {
            .init(
                name,
                phase.slices.enumerated().map {
                    (Double($0.offset) * length, Double(value($0.element)) / length)
                }, isMarked: false)
        }
        let whole = phase.segments.map(\.seconds).reduce(0, +)
        return draw(
            LineChart(
                title: "\(phase.name): answers over time",
                x: .init("seconds"), y: .init("a second"),
                series: [line("ok", \.ok), line("refused", \.refused), line("others", \.other)],
                rules: [
                    .init(label: "more load", value: phase.segments[0].seconds, isLevel: false),
                    .init(
                        label: "as before", value: whole - (phase.segments.last?.seconds ?? 0),
                        isLevel: false),
                ]),
            phase.name, "Right answers and refusals of each quarter of a second")
    }

    private var resources: [String] {
        guard !report.resources.isEmpty else { return [] }
        func chart(
            _ title: String, _ axis: String, _ id: String, _ value: (ResourceSample) -> Double
        ) -> String {
            let busy = report.resources.sorted { $0.coresMean > $1.coresMean }.prefix(4)
            return draw(
                LineChart(
                    title: title, x: .init("seconds"), y: .init(axis),
                    series: busy.map { summary in
                        .init(
                            summary.name, summary.samples.map { ($0.at, value($0)) },
                            isMarked: false)
                    }),
                id, "One line for each of the busiest processes")
        }
        return [
            chart("Processor", "cores", "cores", \.cores),
            chart("Memory", "MiB", "memory") { Double($0.memory) / 1_048_576 },
        ]
    }

    private func draw(_ chart: LineChart, _ id: String, _ description: String) -> String {
        var canvas = SVGCanvas(width: ReportCharts.width, height: ReportCharts.height)
        chart.draw(
            on: &canvas,
            in: ChartFrame(
                x: 12, y: 8, width: ReportCharts.width - 24, height: ReportCharts.height - 16))
        return canvas.document(title: chart.title, description: description, id: id)
    }
}
