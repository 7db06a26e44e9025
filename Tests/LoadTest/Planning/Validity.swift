/// Conditions under which figures describe the system and not the generator.
enum Validity {
    /// The most lag of the generator at p99, as a share of the latency at p99.
    static let lagShareMax = 0.1
    /// The most CPU time of a sending thread, as a share of a core.
    static let coreShareMax = 0.6
    /// The most planned requests that may remain unsent.
    static let unsentMax = 0

    /// The minimum factor of an overload. The plan asks for ten times the peak, but generator and
    /// system share the machine; the report states the factor reached.
    static let overloadFactorMin = 8.0

    /// The reasons why an overload is invalid. Its requests may be late or unsent as long as enough
    /// were sent.
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

    /// Describes a generator that sent late; nil if its lag was within the limit.
    ///
    /// Latencies count from the planned send, so that lag only makes them longer: a threshold that
    /// is kept in spite of it is kept, and one that is missed may be the generator's fault.
    static func lateness(of measurement: Measurement) -> String? {
        let lag = measurement.lag.percentile(99)
        let latency = measurement.total.latency.percentile(99)
        guard Double(lag) > lagShareMax * Double(latency) else { return nil }
        return "the generator sent late: its lag at p99 is \(Text.duration(Double(lag))), "
            + "over \(Text.percent(lagShareMax)) of the latency's "
            + Text.duration(Double(latency))
    }

    /// The reasons, besides lateness, why a run is invalid.
    static func problems(of measurement: Measurement) -> [String] {
        var problems = busyProblems(of: measurement)
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

    /// The share of a core used by the busiest sending thread.
    static func coreShare(of measurement: Measurement) -> Double {
        guard measurement.seconds > 0 else { return 0 }
        return (measurement.busySeconds.max() ?? 0) / measurement.seconds
    }
}

/// The effect of a disturbance in the middle of a run.
struct Disturbance: Sendable, Equatable, Codable {
    /// Right answers per second during the disturbance.
    var goodputPerSecond: Double
    /// Right answers per second at the full rate between its pulses; nil if it has none.
    var fullPerSecond: Double?
    /// Right answers in its worst second.
    var worstPerSecond: Double
    /// Requests sent per second during the disturbance.
    var offeredPerSecond: Double
    /// The time from its end until latencies were normal again, in seconds; nil if they never were.
    var recoverySeconds: Double?

    /// Latencies are normal up to this factor of those before the disturbance, or this many
    /// microseconds more, whichever is larger.
    static let normalFactor = 2.0
    static let normalSlack = 2_000.0
    /// The number of consecutive slices of which so many must be normal. A checkpoint of a database
    /// makes one slice slow at any time.
    static let recoverySlices = 5
    static let normalSlicesMin = 3

    /// Evaluates the slices of a run with these segments; nil if no load of it is excessive.
    init?(_ slices: [Slice], _ segments: [Segment]) {
        guard let last = segments.lastIndex(where: { $0.load == .excess }),
            let first = segments.firstIndex(where: { $0.load != .usual })
        else { return nil }
        let length = Measurement.sliceLength.seconds
        func place(_ seconds: Double) -> Int { Int((seconds / length).rounded()) }
        func time(before segment: Int) -> Double {
            segments[..<segment].map(\.seconds).reduce(0, +)
        }
        func part(_ load: Segment.Load) -> [Slice] {
            segments.indices.filter { segments[$0].load == load }.flatMap { segment in
                let end = min(place(time(before: segment + 1)), slices.count)
                return slices[min(place(time(before: segment)), end)..<end]
            }
        }
        func perSecond(_ part: [Slice], _ count: (Slice) -> Int) -> Double {
            let seconds = Double(part.count) * length
            return seconds > 0 ? Double(part.map(count).reduce(0, +)) / seconds : 0
        }
        let (excess, full) = (part(.excess), part(.full))
        goodputPerSecond = perSecond(excess, \.ok)
        fullPerSecond = full.isEmpty ? nil : perSecond(full, \.ok)
        offeredPerSecond = perSecond(excess, \.sent)
        let disturbed = excess.map(\.ok)
        let window = max(1, place(1))
        let windows = stride(from: 0, through: disturbed.count - window, by: window)
        worstPerSecond =
            windows.map { Double(disturbed[$0..<($0 + window)].reduce(0, +)) }.min()
            ?? goodputPerSecond
        var before = Histogram()
        // Leaves out the first slice, which includes connecting.
        for slice in slices.prefix(place(time(before: first))).dropFirst() {
            before.add(slice.latency)
        }
        let usual = Double(before.percentile(99))
        let limit = max(usual * Disturbance.normalFactor, usual + Disturbance.normalSlack)
        let end = time(before: last + 1)
        let isNormal = slices.dropFirst(place(end)).map { slice in
            slice.refused == 0 && slice.other == 0
                && Double(slice.latency.percentile(99)) <= limit
        }
        let recovered = isNormal.indices.first { start in
            isNormal[start]
                && isNormal[start...].prefix(Disturbance.recoverySlices).count(where: \.self)
                    >= Disturbance.normalSlicesMin
        }
        recoverySeconds = recovered.map { max(0, Double(place(end) + $0) * length - end) }
    }

    /// The goodput as a share of the full rate, or of the peak if there is none; nil without
    /// either.
    func goodputShare(peak: Double) -> Double? {
        let reference = fullPerSecond ?? peak
        return reference > 0 ? goodputPerSecond / reference : nil
    }
}
