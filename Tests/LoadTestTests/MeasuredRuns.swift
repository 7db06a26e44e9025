@testable import LoadTest

/// What three default runs of one program came to on an idle machine with two cores, one after the
/// other: rates a second, latencies in microseconds.
struct MeasuredRun {
    var capacity: Double
    /// Of open-25 and open-50: requests, p50 and p99 of analytics.social, posts.list, posts.import.
    var operations: [[(count: Int, p50: Int, p99: Int)]]
    /// Right answers a second of open-25 to open-110.
    var done: [Double]
    /// The same during the spike and the overload.
    var goodput: [Double]

    static let idle = [
        MeasuredRun(
            capacity: 7151,
            operations: [
                [(3783, 385, 2037), (984, 1552, 3835), (522, 2125, 8011)],
                [(7519, 641, 2719), (2148, 2959, 8655), (1078, 3745, 16575)],
            ],
            done: [1763, 3582, 5181, 4887, 4708, 4436],
            goodput: [3164, 3694]),
        MeasuredRun(
            capacity: 7061,
            operations: [
                [(3732, 386, 1863), (972, 1438, 4081), (519, 2135, 6167)],
                [(7428, 701, 3949), (2120, 3069, 9271), (1060, 3907, 97407)],
            ],
            done: [1741, 3536, 5321, 5020, 4662, 4549],
            goodput: [3107, 4016]),
        MeasuredRun(
            capacity: 7008,
            operations: [
                [(3697, 366, 1705), (962, 1417, 3985), (518, 2013, 10183)],
                [(7373, 629, 2853), (2104, 2657, 8319), (1050, 3569, 33343)],
            ],
            done: [1726, 3509, 5279, 5105, 4580, 4744],
            goodput: [3094, 3812]),
    ]

    /// The same of a later program.
    static let later = [
        MeasuredRun(
            capacity: 9438,
            operations: [
                [(4973, 413, 1870), (1404, 1176, 3875), (680, 2123, 10079)],
                [(9926, 445, 2021), (2916, 1663, 5487), (1431, 3539, 15143)],
            ],
            done: [2352, 4758, 7098, 7427, 7656, 7531],
            goodput: [5244, 7885]),
        MeasuredRun(
            capacity: 9576,
            operations: [
                [(5033, 413, 1821), (1419, 1200, 3905), (689, 2195, 7919)],
                [(10066, 494, 2145), (2957, 1756, 6431), (1456, 3609, 16671)],
            ],
            done: [2380, 4826, 7201, 8250, 7180, 6944],
            goodput: [4990, 7736]),
        MeasuredRun(
            capacity: 9375,
            operations: [
                [(4932, 393, 1922), (1397, 1150, 3321), (675, 2057, 7399)],
                [(9856, 502, 2349), (2901, 1770, 6199), (1424, 3781, 36511)],
            ],
            done: [2335, 4727, 7046, 7447, 7017, 7066],
            goodput: [5264, 7729]),
    ]

    private static let names = ["analytics.social", "posts.list", "posts.import"]

    /// The run as a report.
    var report: Report {
        var report = sampleReport(capacity: capacity)
        let (open, burst) = (report.phases[0], report.phases[1])
        report.phases = zip(Plan.standardShares, done).enumerated().map { place, run in
            var phase = open
            phase.name = "open-\(Int((run.0 * 100).rounded()))"
            phase.segments = [Segment(perSecond: capacity * run.0, seconds: 3)]
            phase.donePerSecond = run.1
            phase.total.donePerSecond = run.1
            // Above half of the capacity latencies are not compared, whatever they were.
            let measured = operations[min(place, operations.count - 1)]
            phase.operations = zip(MeasuredRun.names, measured).map { name, figures in
                var operation = open.operations[0]
                operation.name = name
                operation.latency.count = figures.count
                operation.latency.p50 = figures.p50
                operation.latency.p99 = figures.p99
                return operation
            }
            return phase
        }
        report.phases += zip(["spike", "overload"], goodput).map { name, goodput in
            var phase = burst
            phase.name = name
            phase.disturbance?.goodputPerSecond = goodput
            return phase
        }
        return report
    }
}
