import Charts

/// The report as a single HTML file without scripts or external resources.
struct HTMLReport {
    private let report: Report

    init(_ report: Report) { self.report = report }

    var text: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Load test: \(escaped(report.scenario)), \(escaped(report.startedAt))</title>
        <style>
        \(HTMLReport.style)
        </style>
        </head>
        <body>
        <h1>Load test: \(escaped(report.scenario))</h1>
        <p>\(escaped(summary))</p>
        \(verdicts)
        \(charts)
        \(phases)
        \(timeSpent)
        \(events)
        \(resources)
        \(environment)
        </body>
        </html>

        """
    }

    private static let style = """
        body { font: 15px/1.5 system-ui, 'DejaVu Sans', sans-serif; color: #111827;
          max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
        table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
        th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid #e5e7eb;
          white-space: nowrap; }
        th:first-child, td:first-child, table.texts td { text-align: left; white-space: normal; }
        .groups th, .groups td { padding: .3rem .4rem; }
        .groups th[scope=rowgroup] { text-align: left; padding-top: 1rem; }
        .groups tbody tr:last-child td { font-weight: bold; }
        td:first-child { white-space: nowrap; }
        .wide { overflow-x: auto; } svg { max-width: 100%; height: auto; }
        .kept { color: #047857; } .missed, .invalid { color: #b91c1c; font-weight: bold; }
        code { background: #f3f4f6; padding: .1rem .3rem; overflow-wrap: anywhere; }
        .charts { display: grid; gap: 1rem;
          grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); }
        """

    private func escaped(_ text: String) -> String { MarkupText.escaped(text) }

    private var summary: String {
        let kept = report.verdicts.count { $0.outcome == .kept }
        let judged = report.verdicts.count { $0.outcome != .absent }
        return "\(report.isPassed ? "Passed" : "Not passed"): \(kept) of \(judged) thresholds "
            + "kept. Capacity \(Text.rate(report.capacity)) right answers a second. "
            + "\(report.dataSet). \(report.environment.machine), "
            + "\(report.environment.build) build of \(report.environment.commit)."
    }

    private var verdicts: String {
        let problems =
            report.problems.map { "<p class=\"invalid\">Invalid: \(escaped($0))</p>" }
            + report.latenesses.map { "<p>Late: \(escaped($0))</p>" }
            + report.findings.prefix(Measurement.findingsMax).map {
                "<p class=\"missed\">Wrong: \(escaped($0))</p>"
            }
        let rows = report.verdicts.filter { $0.outcome != .absent }.map { verdict in
            let threshold = verdict.threshold
            return [
                "\(threshold.phase) \(threshold.operation == "*" ? "" : threshold.operation)",
                threshold.figure,
                verdict.value.map { Text.number($0, decimals: 2) } ?? "-",
                "\(threshold.relation.sign) \(Text.number(threshold.limit, decimals: 2))",
                verdict.outcome.rawValue,
            ]
        }
        let table =
            rows.isEmpty
            ? "<p>No threshold belongs to what was run.</p>"
            : table(["where", "figure", "value", "limit", "verdict"], rows, marksLast: true)
        return "<h2>Verdicts</h2>\n" + problems.joined(separator: "\n") + table
    }

    private var charts: String {
        let drawings = ReportCharts(report).all
        return "<h2>Curves</h2>\n<div class=\"charts\">\n"
            + drawings.joined(separator: "\n") + "</div>"
    }

    /// A group of rows per phase: its operations and their total.
    private var phases: String {
        let header = [
            "", "done/s", "ok", "refused", "timeout", "wrong", "failed", "min", "mean", "p50",
            "p90", "p95", "p99", "p99.9", "max",
        ]
        let heads = header.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined()
        let groups = report.phases.map { phase in
            let name =
                "\(phase.name): \(Text.rate(phase.wantedPerSecond)) a second wanted, "
                + "\(Text.count(phase.unsent)) unsent"
            return "<tbody>\n<tr><th scope=\"rowgroup\" colspan=\"\(header.count)\">"
                + "\(escaped(name))</th></tr>\n"
                + (phase.operations + [phase.total]).map(row).joined(separator: "\n")
                + "\n</tbody>"
        }
        return "<h2>Latency from the planned send</h2>\n"
            + "<div class=\"wide\" tabindex=\"0\"><table class=\"figures groups\">\n"
            + "<thead><tr>\(heads)</tr></thead>\n" + groups.joined(separator: "\n")
            + "\n</table></div>\n" + generator
    }

    private func row(_ figures: Report.Figures) -> String {
        let latency = figures.latency
        let cells =
            [
                figures.name, Text.rate(figures.donePerSecond), Text.count(figures.ok),
                Text.count(figures.refused), Text.count(figures.timeouts),
                Text.count(figures.wrong), Text.count(figures.failed),
            ]
            + [
                Double(latency.min), latency.mean, Double(latency.p50), Double(latency.p90),
                Double(latency.p95), Double(latency.p99), Double(latency.p999),
                Double(latency.max),
            ].map(Text.duration)
        return "<tr>" + cells.map { "<td>\(escaped($0))</td>" }.joined() + "</tr>"
    }

    private var generator: String {
        let lags = report.phases.map { phase in
            [
                phase.name, Text.duration(Double(phase.lag.p50)),
                Text.duration(Double(phase.lag.p99)), Text.duration(Double(phase.lag.max)),
                Text.percent(phase.generatorShare),
                phase.standing.rawValue,
            ]
        }
        return "<h2>The generator itself</h2>\n"
            + table(["phase", "lag p50", "lag p99", "lag max", "of a core", ""], lags)
    }

    private var timeSpent: String {
        var rows: [[String]] = []
        for phase in report.phases {
            for figures in phase.operations {
                guard let spent = figures.timeSpent else { continue }
                rows.append(
                    ["\(phase.name) \(figures.name)"]
                        + [
                            spent.client, spent.way, spent.broker, spent.service, spent.database,
                            spent.total,
                        ].map(Text.duration))
            }
        }
        guard !rows.isEmpty else { return "" }
        let header = ["", "client queue", "way", "broker queue", "service", "database", "mean"]
        return "<h2>Where the time went (means)</h2>\n" + table(header, rows)
    }

    private var events: String {
        let lines = TerminalReport(report).events
        guard !lines.isEmpty else { return "" }
        return "<h2>Spike, overload, baseline</h2>\n"
            + lines.map { "<p>\(escaped($0))</p>" }.joined(separator: "\n")
    }

    private var resources: String {
        let rows = report.resources.map { summary in
            [
                summary.name, Text.percent(summary.coresMean), Text.percent(summary.coresMax),
                Text.memory(summary.memoryFirst), Text.memory(summary.memoryLast),
                summary.memoryPerHour.map { "\(Text.number($0 / 1_048_576, decimals: 1)) MiB/h" }
                    ?? "too short",
                Text.count(summary.descriptorsMax), Text.memory(summary.logMax),
            ]
        }
        guard !rows.isEmpty else { return "" }
        let header = [
            "process", "core mean", "core max", "memory start", "end", "slope", "descriptors",
            "log max",
        ]
        return "<h2>Resources</h2>\n" + table(header, rows)
    }

    private var environment: String {
        let place = report.environment
        let rows = [
            ["machine", place.machine], ["kernel", place.kernel], ["governor", place.governor],
            ["build", "\(place.build) build of \(place.commit)"],
            ["libraries", place.libraries],
            ["generator's threads", place.urgency],
            ["load before", Text.number(place.loadBefore, decimals: 2)],
            ["data", report.dataSet], ["came in besides", report.growth],
            ["began", report.startedAt],
            ["took", "\(Text.number(report.seconds, decimals: 0)) s"],
        ]
        return "<h2>Where and how</h2>\n" + table([], rows, kind: "texts")
            + "<p>Again: <code>\(escaped(report.command))</code></p>"
    }

    private func table(
        _ header: [String], _ rows: [[String]], marksLast: Bool = false, kind: String = "figures"
    ) -> String {
        let cells = header.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined()
        let head = header.isEmpty ? "" : "<tr>\(cells)</tr>\n"
        let body = rows.map { row in
            let cells = row.enumerated().map { place, cell in
                marksLast && place == row.count - 1
                    ? "<td class=\"\(escaped(cell))\">\(escaped(cell))</td>"
                    : "<td>\(escaped(cell))</td>"
            }
            return "<tr>\(cells.joined())</tr>"
        }
        return "<div class=\"wide\" tabindex=\"0\"><table class=\"\(kind)\">\n\(head)"
            + body.joined(separator: "\n") + "\n</table></div>\n"
    }
}
