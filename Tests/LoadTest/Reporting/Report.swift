import Foundation

/// The results of a load test, as shown in the terminal, `report.json` and `report.html`.
struct Report: Sendable, Codable {
    /// The version of the format of `report.json`.
    static let formVersion = 3

    var form = Report.formVersion
    /// In RFC 3339 format.
    var startedAt: String
    var seconds: Double
    /// The command that repeats the test.
    var command: String
    var scenario: String
    /// A description of the data that was read.
    var dataSet: String
    /// A description of the data added during the test.
    var growth = ""
    var plan: Plan
    var environment: TestEnvironment
    /// The steps of the search; empty if a rate was given.
    var search: [CapacitySearch.Step] = []
    /// One client alone. Its answer at p50 is the unit of the figures that end in `_times`.
    var alone: CapacitySearch.Step?
    /// The run that offered the best step's rate; nil if a rate was given.
    var sustained: SustainedRate?
    /// The capacity in right answers per second: that of `sustained`, or as given.
    var capacity: Double
    var phases: [Phase] = []
    var baseline: BaselineFigures?
    var resources: [ResourceSummary] = []
    /// Errors found in answers and in the final counts.
    var findings: [String] = []
    var verdicts: [Verdict] = []

    /// The reasons why the run is invalid. A late generator is one if a threshold of its phase
    /// could not be judged.
    var problems: [String] {
        phases.flatMap { phase in
            let isUnjudged = verdicts.contains {
                $0.threshold.phase == phase.name && $0.outcome == .invalid
            }
            let reasons = phase.problems + (isUnjudged ? [phase.lateness].compactMap(\.self) : [])
            return reasons.map { "\(phase.name): \($0)" }
        }
    }

    /// The lateness of phases that are valid all the same; their latencies seem longer than they
    /// were.
    var latenesses: [String] {
        let problems = problems
        return phases.compactMap { phase in phase.lateness.map { "\(phase.name): \($0)" } }
            .filter { !problems.contains($0) }
    }

    /// The highest rate of right answers in any open run, the reference for the goodput of a
    /// disturbance without a full rate of its own.
    var peakPerSecond: Double {
        phases.filter { $0.name.hasPrefix("open-") }.map(\.goodputPerSecond).max() ?? capacity
    }

    /// Whether every threshold was kept, the run is valid, and no answer was wrong.
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
        /// Right answers and planned requests per second.
        var donePerSecond, wantedPerSecond: Double
        var operations: [Figures]
        var total: Figures
        var lag: Percentiles
        var unsent: Int
        /// The share of a core used by the busiest sending thread.
        var generatorShare: Double
        /// The reasons, besides lateness, why the phase is invalid.
        var problems: [String]
        /// Describes a late generator (`Validity.lateness`).
        var lateness: String?
        var disturbance: Disturbance?
        /// The expected percentiles of a planned pause.
        var pause: PauseExpectation?
        var slices: [SlicePoint]
        var spectrum: [Histogram.Point]

        /// Whether the phase describes the system alone.
        enum Standing: String { case valid, late, invalid }

        var standing: Standing {
            problems.isEmpty ? lateness == nil ? .valid : .late : .invalid
        }

        /// Right answers per second while requests were planned, which is how the goodput of a
        /// disturbance is counted: replies drained from a full queue afterwards do not count.
        var goodputPerSecond: Double {
            let seconds = segments.map(\.seconds).reduce(0, +)
            let length = Measurement.sliceLength.seconds
            let whole = Int((seconds / length).rounded(.down))
            guard whole > 0, !slices.isEmpty else { return donePerSecond }
            return Double(slices.prefix(whole).map(\.ok).reduce(0, +)) / (Double(whole) * length)
        }
    }

    /// The results of an operation in a phase.
    struct Figures: Sendable, Codable {
        var name: String
        var donePerSecond: Double
        /// The requests by outcome.
        var ok, refused, timeouts, wrong, failed: Int
        /// The answers that were compared with the model.
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

    /// A number of latencies and their distribution, in microseconds.
    struct Percentiles: Sendable, Codable, Equatable {
        var count: Int
        var min: Int
        var mean: Double
        var p50, p90, p95, p99, p999: Int
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
        /// The latency in microseconds.
        var p50, p99: Int

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
    /// The times among the figures: in milliseconds with the suffix `_ms`, in answers of one client
    /// alone (their p50) with the suffix `_times`.
    private static let times = [
        "mean", "p50", "p90", "p95", "p99", "p999", "max", "refusal_p99",
    ]

    /// The figures that thresholds may name. Shares go from 0 to 1; that of the goodput can be
    /// higher.
    static let figureNames = Set(times.flatMap { [$0 + "_ms", $0 + "_times"] }).union([
        "done_per_second", "done_share", "refused", "timeouts", "wrong", "failed", "unsent",
        "checked", "goodput_share", "goodput_per_second", "offered_factor", "recovery_s",
        "p50_ratio", "throughput_ratio",
    ])

    /// The figure that a threshold names, or nil if this report has none.
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
        guard let name = threshold.figure.withoutSuffix("_times") else {
            return figures?.figure(threshold.figure)
        }
        guard let alone, alone.p50 > 0, let time = figures?.figure(name + "_ms") else { return nil }
        return time * 1_000 / Double(alone.p50)
    }
}

extension String {
    fileprivate func withoutSuffix(_ suffix: String) -> String? {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
    }
}

extension Report.Phase {
    /// A figure of the whole phase.
    fileprivate func figure(_ name: String, peak: Double) -> Double? {
        switch name {
        case "unsent": Double(unsent)
        case "done_share": wantedPerSecond > 0 ? donePerSecond / wantedPerSecond : nil
        case "goodput_per_second": disturbance?.goodputPerSecond
        case "goodput_share": disturbance?.goodputShare(peak: peak)
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
