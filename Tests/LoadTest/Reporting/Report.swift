import Foundation

/// All that a load test found: what the terminal, `report.json` and `report.html` show.
struct Report: Sendable, Codable {
    /// The form of `report.json`; another number for another form.
    static let formVersion = 2

    var form = Report.formVersion
    /// When it began, RFC 3339.
    var startedAt: String
    /// How long it took, in seconds.
    var seconds: Double
    /// The command that repeats it.
    var command: String
    var scenario: String
    /// What was there to be read.
    var dataSet: String
    /// What came in besides while the test ran.
    var growth = ""
    var plan: Plan
    var environment: TestEnvironment
    /// The steps of the search; empty if a rate was given.
    var search: [CapacitySearch.Step] = []
    /// The best step of the search, held for longer; nil if a rate was given.
    var held: CapacitySearch.Step?
    /// Right answers a second at most: what was held, or as given.
    var capacity: Double
    var phases: [Phase] = []
    var baseline: BaselineFigures?
    var resources: [ResourceSummary] = []
    /// What was found wrong with answers and books.
    var findings: [String] = []
    var verdicts: [Verdict] = []

    /// Why the whole run says nothing; empty if it does.
    var problems: [String] {
        phases.flatMap { phase in phase.problems.map { "\(phase.name): \($0)" } }
    }

    /// The most right answers a second of any open run: what goodput is compared with.
    var peakPerSecond: Double {
        phases.filter { $0.name.hasPrefix("open-") }.map(\.goodputPerSecond).max() ?? capacity
    }

    /// Whether every threshold was kept, the run says something, and no answer was wrong.
    var isPassed: Bool {
        problems.isEmpty && findings.isEmpty
            && verdicts.allSatisfy { $0.outcome == .kept || $0.outcome == .absent }
    }

    /// One open run.
    struct Phase: Sendable, Codable {
        /// `open-50`, `spike`, `overload`, `soak`.
        var name: String
        /// Whether its latencies are judged; those of an overload are not.
        var isJudged: Bool
        var segments: [Segment]
        /// Right answers, and planned requests, a second.
        var donePerSecond: Double
        var wantedPerSecond: Double
        var operations: [Figures]
        var total: Figures
        var lag: Percentiles
        var unsent: Int
        /// The share of a core that the generator's busiest thread used.
        var generatorShare: Double
        /// Why it says nothing; empty if it does.
        var problems: [String]
        var disturbance: Disturbance?
        /// The computed percentiles of a planned pause.
        var pause: PauseExpectation?
        var slices: [SlicePoint]
        var spectrum: [Histogram.Point]

        /// Right answers a second that came while requests were planned, as the goodput of a
        /// disturbance counts them: what a full queue still gives afterwards is no rate.
        var goodputPerSecond: Double {
            let seconds = segments.map(\.seconds).reduce(0, +)
            let length = Measurement.sliceLength.seconds
            let whole = Int((seconds / length).rounded(.down))
            guard whole > 0, !slices.isEmpty else { return donePerSecond }
            return Double(slices.prefix(whole).map(\.ok).reduce(0, +)) / (Double(whole) * length)
        }
    }

    /// What an operation came to in a phase.
    struct Figures: Sendable, Codable {
        var name: String
        var donePerSecond: Double
        var ok: Int
        var refused: Int
        var timeouts: Int
        var wrong: Int
        var failed: Int
        var checked: Int
        var latency: Percentiles
        var refusal: Percentiles
        var timeSpent: TimeSpent?

        init(_ name: String, _ tally: Tally, seconds: Double, timeSpent: TimeSpent? = nil) {
            self.name = name
            donePerSecond = seconds > 0 ? Double(tally.ok) / seconds : 0
            ok = tally.ok
            refused = tally.refused
            timeouts = tally.timeouts
            wrong = tally.wrong
            failed = tally.failed
            checked = tally.checked
            latency = Percentiles(tally.latency)
            refusal = Percentiles(tally.refusal)
            self.timeSpent = timeSpent
        }
    }

    /// Durations in microseconds.
    struct Percentiles: Sendable, Codable, Equatable {
        var count: Int
        var min: Int
        var mean: Double
        var p50: Int
        var p90: Int
        var p95: Int
        var p99: Int
        var p999: Int
        var max: Int

        init(_ histogram: Histogram) {
            count = histogram.count
            min = histogram.min
            mean = histogram.mean
            p50 = histogram.percentile(50)
            p90 = histogram.percentile(90)
            p95 = histogram.percentile(95)
            p99 = histogram.percentile(99)
            p999 = histogram.percentile(99.9)
            max = histogram.max
        }
    }

    /// A quarter of a second of a phase.
    struct SlicePoint: Sendable, Codable, Equatable {
        var ok: Int
        var refused: Int
        var other: Int
        var p50: Int
        var p99: Int

        init(_ slice: Slice) {
            ok = slice.ok
            refused = slice.refused
            other = slice.other
            p50 = slice.latency.percentile(50)
            p99 = slice.latency.percentile(99)
        }
    }
}

// MARK: Figures by name

extension Report {
    /// What thresholds may name. Times are in milliseconds, shares from 0 to 1.
    static let figureNames: Set<String> = [
        "mean_ms", "p50_ms", "p90_ms", "p95_ms", "p99_ms", "p999_ms", "max_ms", "refusal_p99_ms",
        "done_per_second", "done_share", "refused", "timeouts", "wrong", "failed", "unsent",
        "checked", "goodput_share", "goodput_per_second", "offered_factor", "recovery_s",
        "p50_ratio", "throughput_ratio",
    ]

    /// The figure that a threshold is about; nil if this report has none.
    func figure(_ threshold: Threshold) -> Double? {
        if threshold.phase == "capacity" {
            return threshold.figure == "done_per_second" ? capacity : nil
        }
        if threshold.phase == "baseline" {
            guard let baseline else { return nil }
            return switch threshold.figure {
            case "p50_ratio": baseline.p50Ratio
            case "throughput_ratio": baseline.throughputRatio
            default: nil
            }
        }
        guard let phase = phases.first(where: { $0.name == threshold.phase }) else { return nil }
        if let figure = phase.figure(threshold.figure, peak: peakPerSecond) { return figure }
        let figures =
            threshold.operation == "*"
            ? phase.total : phase.operations.first { $0.name == threshold.operation }
        return figures?.figure(threshold.figure)
    }
}

extension Report.Phase {
    /// A figure of the whole phase.
    fileprivate func figure(_ name: String, peak: Double) -> Double? {
        switch name {
        case "unsent": Double(unsent)
        case "done_share": wantedPerSecond > 0 ? donePerSecond / wantedPerSecond : nil
        case "goodput_per_second": disturbance?.goodputPerSecond
        case "goodput_share":
            peak > 0 ? disturbance.map { $0.goodputPerSecond / peak } : nil
        case "offered_factor":
            peak > 0 ? disturbance.map { $0.offeredPerSecond / peak } : nil
        case "recovery_s": disturbance.map { $0.recoverySeconds ?? .infinity }
        default: nil
        }
    }
}

extension Report.Figures {
    /// A figure of an operation.
    fileprivate func figure(_ name: String) -> Double? {
        switch name {
        case "mean_ms": latency.mean / 1_000
        case "p50_ms": Double(latency.p50) / 1_000
        case "p90_ms": Double(latency.p90) / 1_000
        case "p95_ms": Double(latency.p95) / 1_000
        case "p99_ms": Double(latency.p99) / 1_000
        case "p999_ms": Double(latency.p999) / 1_000
        case "max_ms": Double(latency.max) / 1_000
        case "refusal_p99_ms": Double(refusal.p99) / 1_000
        case "done_per_second": donePerSecond
        case "refused": Double(refused)
        case "timeouts": Double(timeouts)
        case "wrong": Double(wrong)
        case "failed": Double(failed)
        case "checked": Double(checked)
        default: nil
        }
    }
}
