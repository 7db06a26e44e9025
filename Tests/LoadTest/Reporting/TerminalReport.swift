/// The report for a terminal, with the verdicts first.
struct TerminalReport {
    private let report: Report

    init(_ report: Report) { self.report = report }

    var text: String {
        var parts = [verdicts, search, phases, timeSpent, disturbances, pauses]
        parts += [baseline, resources, environment]
        return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n") + "\n"
    }

    /// Text about spike, overload, pauses and baseline.
    var events: [String] { disturbances + pauses + baseline }

    private var verdicts: [String] {
        var lines: [String] = []
        for verdict in report.verdicts where verdict.outcome != .absent {
            lines.append(TerminalReport.line(verdict))
        }
        let problems = report.problems
        lines += problems.map { "INVALID  \($0)" }
        lines += report.latenesses.map { "LATE     \($0)" }
        lines += report.findings.prefix(Measurement.findingsMax).map { "WRONG    \($0)" }
        let kept = report.verdicts.count { $0.outcome == .kept }
        let judged = report.verdicts.count { $0.outcome != .absent }
        let word =
            !problems.isEmpty
            ? "invalid: the generator was too slow"
            : !report.findings.isEmpty
                ? "failed: answers or books are wrong" : report.isPassed ? "passed" : "missed"
        return lines + ["\(kept) of \(judged) thresholds kept; the run is \(word)"]
    }

    /// A verdict as one line.
    static func line(_ verdict: Verdict) -> String {
        let mark =
            switch verdict.outcome {
            case .kept: "kept    "
            case .missed: "MISSED  "
            case .invalid: "INVALID "
            case .absent: "absent  "
            }
        let threshold = verdict.threshold
        let value = verdict.value.map { Text.number($0, decimals: 2) } ?? "-"
        let name =
            [
                threshold.phase, threshold.operation == "*" ? "" : threshold.operation,
                threshold.figure,
            ].filter { !$0.isEmpty }.joined(separator: " ")
        return "\(mark) \(Text.right(name, 44)) \(Text.left(value, 10)) "
            + "\(threshold.relation.rawValue) \(Text.number(threshold.limit, decimals: 2))"
    }

    private var search: [String] {
        guard !report.search.isEmpty else { return [] }
        let sustained = report.sustained.map {
            ", of \(Text.rate($0.offeredPerSecond)) offered for "
                + "\(Text.number(report.plan.holdSeconds, decimals: 1)) s   p50 "
                + "\(Text.duration(Double($0.p50)))   p99 \(Text.duration(Double($0.p99)))"
        }
        return ["Capacity: \(Text.rate(report.capacity)) right answers a second\(sustained ?? "")"]
            + report.search.map {
                Text.left("\($0.clients) clients", 13) + Text.left(Text.rate($0.perSecond), 10)
                    + "/s   p50 \(Text.left(Text.duration(Double($0.p50)), 8))"
                    + "   p99 \(Text.left(Text.duration(Double($0.p99)), 8))"
            }
    }

    private static let columns = [
        "wanted/s", "done/s", "ok", "refused", "timeout", "wrong", "failed", "unsent", "min",
        "mean", "p50", "p90", "p95", "p99", "p99.9", "max",
    ]

    private var phases: [String] {
        var lines = [
            "Latency from the planned send (\(report.plan.arrivals.rawValue) arrivals)",
            Text.right("", 30) + TerminalReport.columns.map { Text.left($0, 9) }.joined(),
        ]
        for phase in report.phases {
            for figures in phase.operations {
                lines.append(TerminalReport.row("\(phase.name) \(figures.name)", figures, nil))
            }
            lines.append(TerminalReport.row("\(phase.name) all", phase.total, phase))
            lines.append(
                Text.right("", 30)
                    + "  generator: lag p99 \(Text.duration(Double(phase.lag.p99))), "
                    + "\(Text.percent(phase.generatorShare)) of a core"
                    + (phase.standing == .valid ? "" : "  " + phase.standing.rawValue.uppercased()))
        }
        return lines
    }

    private static func row(
        _ name: String, _ figures: Report.Figures, _ phase: Report.Phase?
    ) -> String {
        let latency = figures.latency
        let times = [Double(latency.min), latency.mean].map(Text.duration)
        let percentiles = [
            latency.p50, latency.p90, latency.p95, latency.p99, latency.p999, latency.max,
        ].map { Text.duration(Double($0)) }
        let counts = [
            figures.ok, figures.refused, figures.timeouts, figures.wrong, figures.failed,
        ].map(Text.count)
        let cells =
            [phase.map { Text.rate($0.wantedPerSecond) } ?? "", Text.rate(figures.donePerSecond)]
            + counts + [phase.map { Text.count($0.unsent) } ?? ""] + times + percentiles
        return Text.right(name, 30) + cells.map { Text.left($0, 9) }.joined()
    }

    private var timeSpent: [String] {
        var rows: [String] = []
        for phase in report.phases {
            for figures in phase.operations {
                guard let spent = figures.timeSpent else { continue }
                let parts = [
                    spent.client, spent.way, spent.broker, spent.service, spent.database,
                    spent.total,
                ]
                rows.append(
                    Text.right("\(phase.name) \(figures.name)", 30)
                        + parts.map { Text.left(Text.duration($0), 12) }.joined())
            }
        }
        guard !rows.isEmpty else { return [] }
        let columns = ["client", "way", "broker", "service", "database", "mean"]
        return [
            "Where the time went (means)",
            Text.right("", 30) + columns.map { Text.left($0, 12) }.joined(),
        ] + rows
    }

    private var disturbances: [String] {
        report.phases.compactMap { phase in
            guard let seen = phase.disturbance else { return nil }
            let peak = report.peakPerSecond
            let share = seen.goodputShare(peak: peak) ?? 0
            let most = phase.segments.map(\.perSecond).max() ?? 0
            let recovery = seen.recoverySeconds.map { "\(Text.number($0, decimals: 2)) s" }
            let offered = Text.number(
                seen.offeredPerSecond / max(phase.segments[0].perSecond / Plan.baseShare, 1e-9),
                decimals: 1)
            let wanted = Text.number(
                most / max(phase.segments[0].perSecond / Plan.baseShare, 1e-9), decimals: 1)
            return "\(phase.name): \(wanted) × wanted, \(offered) × offered "
                + "(\(Text.rate(seen.offeredPerSecond)) a second, "
                + "\(Text.count(phase.unsent)) unsent); "
                + "\(Text.rate(seen.goodputPerSecond)) right answers a second, "
                + "\(Text.percent(share)) of "
                + (seen.fullPerSecond.map { "the \(Text.rate($0)) at full load between, " }
                    ?? "the open runs' peak, ")
                + "\(Text.rate(seen.worstPerSecond)) in the worst second; refusals within "
                + "\(Text.duration(Double(phase.total.refusal.p99))) at p99; "
                + (recovery.map { "normal again after \($0)" } ?? "not normal again")
        }
    }

    private var pauses: [String] {
        report.phases.compactMap { phase in
            guard let pause = phase.pause else { return nil }
            let points = [(95.0, phase.total.latency.p95), (99.0, phase.total.latency.p99)]
            let texts = points.map { percentile, seen in
                "p\(Text.number(percentile, decimals: 0)) \(Text.duration(Double(seen))), "
                    + "computed \(Text.duration(pause.microseconds(at: percentile)))"
            }
            return "\(phase.name) with a pause of \(Text.number(pause.pause, decimals: 1)) s: "
                + texts.joined(separator: "; ")
        }
    }

    private var baseline: [String] {
        guard let baseline = report.baseline else { return [] }
        return [
            "Bare ZeroMQ through one hop, \(Text.count(baseline.requestBytes)) bytes out and "
                + "\(Text.count(baseline.replyBytes)) back",
            "  one at a time: \(Text.duration(Double(baseline.bareP50))) at p50, ours "
                + "\(Text.duration(Double(baseline.oursP50))): "
                + "\(Text.number(baseline.p50Ratio, decimals: 2)) ×",
            "  \(BareHop.clients) clients: \(Text.rate(baseline.barePerSecond))/s, our capacity "
                + "\(Text.rate(baseline.oursPerSecond))/s: "
                + "\(Text.number(baseline.throughputRatio, decimals: 2)) ×",
        ]
    }

    private var resources: [String] {
        guard !report.resources.isEmpty else { return [] }
        return ["Resources (share of a core, anonymous memory, descriptors, write-ahead log)"]
            + report.resources.map { summary in
                "  " + Text.right(summary.name, 16)
                    + " mean \(Text.left(Text.percent(summary.coresMean), 8))"
                    + " max \(Text.left(Text.percent(summary.coresMax), 8))"
                    + "  memory \(Text.memory(summary.memoryFirst)) to "
                    + "\(Text.memory(summary.memoryLast))"
                    + "  descriptors \(summary.descriptorsMax)"
                    + "  log \(Text.memory(summary.logMax))"
            }
    }

    private var environment: [String] {
        let place = report.environment
        return [
            [report.dataSet, report.growth].filter { !$0.isEmpty }.joined(separator: "; "),
            "\(place.machine); kernel \(place.kernel); governor \(place.governor)",
            "\(place.build) build of \(place.commit); \(place.libraries); "
                + "generator \(place.urgency); "
                + "load before \(Text.number(place.loadBefore, decimals: 2))",
            "\(report.startedAt), \(Text.number(report.seconds, decimals: 0)) s. Again: "
                + report.command,
        ]
    }
}
