/// When figures say something about the system and not about the generator.
enum Validity {
    /// The generator's lag at the 99th percentile may be this share of the latency's.
    static let lagShareMax = 0.1
    /// A thread of the generator may use this share of a core.
    static let coreShareMax = 0.6
    /// Requests that were planned and not sent: none.
    static let unsentMax = 0

    /// An overload asks for ten times what can be answered; from this many times on it is one, and
    /// the report says how many it was. The generator and what it loads share the machine.
    static let overloadFactorMin = 8.0

    /// Why an overload says nothing; empty if it does. Its requests may be late, and some may stay
    /// unsent, as long as enough were sent.
    static func problems(
        ofOverload measurement: Measurement, offeredFactor: Double
    ) -> [String] {
        var problems = busyProblems(of: measurement)
        if offeredFactor < overloadFactorMin {
            problems.append(
                "only \(Text.number(offeredFactor, decimals: 1)) times what can be answered left, "
                    + "under \(Text.number(overloadFactorMin, decimals: 0)) times")
        }
        return problems
    }

    /// Why a run says nothing; empty if it does.
    static func problems(of measurement: Measurement) -> [String] {
        var problems: [String] = []
        let lag = measurement.lag.percentile(99)
        let latency = measurement.total.latency.percentile(99)
        if Double(lag) > lagShareMax * Double(latency) {
            problems.append(
                "the generator sent late: its lag at p99 is \(Text.duration(Double(lag))), "
                    + "over \(Text.percent(lagShareMax)) of the latency's "
                    + Text.duration(Double(latency)))
        }
        problems += busyProblems(of: measurement)
        if measurement.unsent > unsentMax {
            problems.append("\(Text.count(measurement.unsent)) planned requests were not sent")
        }
        return problems
    }

    private static func busyProblems(of measurement: Measurement) -> [String] {
        let busiest = coreShare(of: measurement)
        guard busiest > coreShareMax else { return [] }
        return [
            "a thread of the generator used \(Text.percent(busiest)) of a core, "
                + "over \(Text.percent(coreShareMax))"
        ]
    }

    /// The share of a core that the busiest thread of the generator used.
    static func coreShare(of measurement: Measurement) -> Double {
        guard measurement.seconds > 0 else { return 0 }
        return (measurement.busySeconds.max() ?? 0) / measurement.seconds
    }
}

/// What slices of a run tell about a disturbance in its middle.
struct Disturbance: Sendable, Equatable, Codable {
    /// Right answers a second during it.
    var goodputPerSecond: Double
    /// The same in its worst second.
    var worstPerSecond: Double
    /// Requests that left a second during it.
    var offeredPerSecond: Double
    /// From its end until latencies were normal again, in seconds; nil if they never were.
    var recoverySeconds: Double?

    /// Latencies are normal at this many times those before the disturbance, or this much more in
    /// microseconds, whatever is longer.
    static let normalFactor = 2.0
    static let normalSlack = 2_000.0
    /// Slices that must be normal one after the other.
    static let normalSlices = 3

    /// Reads slices of 250 ms. The disturbance lasts from `start` to `end`, in seconds.
    init(_ slices: [Slice], from start: Double, to end: Double) {
        let length = Measurement.sliceLength.seconds
        func place(_ seconds: Double) -> Int { Int((seconds / length).rounded()) }
        let first = min(place(start), slices.count)
        let last = min(place(end), slices.count)
        let disturbed = slices[first..<max(first, last)].map(\.ok)
        let seconds = Double(disturbed.count) * length
        goodputPerSecond = seconds > 0 ? Double(disturbed.reduce(0, +)) / seconds : 0
        let offered = slices[first..<max(first, last)].map(\.sent).reduce(0, +)
        offeredPerSecond = seconds > 0 ? Double(offered) / seconds : 0
        let window = max(1, place(1))
        let windows = stride(from: 0, through: disturbed.count - window, by: window)
        worstPerSecond =
            windows.map { Double(disturbed[$0..<($0 + window)].reduce(0, +)) }.min()
            ?? goodputPerSecond
        var before = Histogram()
        // The first slice is the first connection's.
        for slice in slices[min(1, first)..<first] { before.add(slice.latency) }
        let usual = Double(before.percentile(99))
        let limit = max(usual * Disturbance.normalFactor, usual + Disturbance.normalSlack)
        var run = 0
        recoverySeconds = nil
        for place in last..<max(last, slices.count) {
            let slice = slices[place]
            let isNormal =
                slice.refused == 0 && slice.other == 0
                && Double(slice.latency.percentile(99)) <= limit
            run = isNormal ? run + 1 : 0
            if run == Disturbance.normalSlices {
                recoverySeconds = max(0, Double(place + 1 - run) * length - end)
                break
            }
        }
    }
}
