import Testing

@testable import LoadTest

/// A report with one phase, for tests.
func sampleReport(
    p50: Int = 1_000, p99: Int = 5_000, capacity: Double = 1_000, problems: [String] = []
) -> Report {
    var histogram = Histogram()
    for _ in 0..<98 { histogram.record(p50) }
    for _ in 0..<2 { histogram.record(p99) }
    var tally = Tally()
    tally.ok = 100
    tally.latency = histogram
    let figures = Report.Figures("interactions.list", tally, seconds: 2)
    var report = Report(
        startedAt: "2026-02-10T12:00:00Z", seconds: 40, command: "bin/compass-loadtest",
        scenario: "interactions", dataSet: "10 <rows>", plan: Plan(),
        environment: TestEnvironment(
            commit: "abc", build: "release", processor: "Processor", cores: 2,
            governor: "not told", kernel: "6", libraries: "libzmq5 4.3.4", urgency: "usual",
            loadBefore: 0.1),
        capacity: capacity)
    var slices = [Slice](repeating: Slice(), count: 48)
    for place in slices.indices {
        slices[place].ok = 10
        slices[place].latency.record(p50)
    }
    report.phases = [
        Report.Phase(
            name: "open-50", isJudged: true, segments: [Segment(perSecond: 50, seconds: 2)],
            donePerSecond: 50, wantedPerSecond: 50, operations: [figures],
            total: Report.Figures("all", tally, seconds: 2), lag: .init(histogram), unsent: 0,
            generatorShare: 0.1, problems: problems, disturbance: nil, pause: nil,
            slices: slices.map(Report.SlicePoint.init), spectrum: histogram.spectrum()),
        Report.Phase(
            name: "overload", isJudged: false,
            segments: [
                Segment(perSecond: 50, seconds: 2), Segment(perSecond: 500, seconds: 4),
                Segment(perSecond: 50, seconds: 6),
            ],
            donePerSecond: 50, wantedPerSecond: 100, operations: [figures],
            total: Report.Figures("all", tally, seconds: 2), lag: .init(histogram), unsent: 7,
            generatorShare: 0.3, problems: [],
            disturbance: try? disturbance(slices, from: 2, to: 6), pause: nil,
            slices: slices.map(Report.SlicePoint.init), spectrum: histogram.spectrum()),
    ]
    return report
}

/// A disturbance of a run between these times in seconds.
func disturbance(
    _ slices: [Slice], from start: Double, to end: Double
) throws -> Disturbance {
    try #require(
        Disturbance(
            slices,
            [
                Segment(perSecond: 1, seconds: start),
                Segment(perSecond: 4, seconds: end - start, load: .excess),
                Segment(perSecond: 1, seconds: 100),
            ]))
}
