/// The phases of a load test.
struct Plan: Sendable, Equatable, Codable {
    /// The distribution of arrivals in open runs.
    var arrivals = ArrivalPattern.poisson
    /// Determines times, requests and data.
    var seed: UInt64 = 1
    /// The number of sending threads.
    var threads = 4
    /// The discarded warm-up, in seconds.
    var warmUp = 2.0
    /// Each step of the capacity search, in seconds.
    var searchStep = 0.5
    /// How long the best rate of the search is offered at planned times, in seconds; the rate of
    /// right answers is the capacity. A single step of the search ends before a log is written back
    /// or a queue has filled.
    var holdSeconds = 4.0
    /// The most clients of the search.
    var clientsMax = 128
    /// Loads of the open runs, as shares of the capacity.
    var shares = Plan.standardShares
    /// The length of each open run, in seconds.
    var openSeconds = 3.0
    /// The rate of a single open run that replaces the search.
    var fixedRate: Double?
    /// The length of the spike in seconds; 0 for none.
    var spikeSeconds = 2.0
    /// The length of the overload in seconds; 0 for none.
    var overloadSeconds = 4.0
    /// The length of a run at half of the capacity, in seconds; 0 for none.
    var soakSeconds = 0.0
    /// Whether a bare ZeroMQ hop is measured as well.
    var hasBaseline = false
    /// How long the service is paused in each open run, in seconds, to verify that the percentiles
    /// show it.
    var pauseSeconds = 0.0

    static let standardShares = [0.25, 0.5, 0.75, 0.9, 1, 1.1]
    static let warmUpClients = 8
    /// The load of a spike relative to the load before it.
    static let spikeFactor = 4.0
    /// The share of the capacity before and after a spike or an overload.
    static let baseShare = 0.5
    /// How long this load is held before, and after a spike and an overload, in seconds.
    static let baseSeconds = 2.0
    static let spikeRecoverySeconds = 4.0
    static let recoverySeconds = 6.0
    /// The approximate number of requests per group in an overload, where requests are sent and
    /// answers read in groups: waking up for each one would take processor time from the system
    /// under test.
    static let groupSize = 40.0
    /// Bounds of the interval between groups: short enough that unread answers fit into a socket,
    /// and that waiting for the next group does not dominate the latency of refusals.
    static let tickSecondsMin = 0.000_5
    static let tickSecondsMax = 0.002
    /// The load of an overload relative to the peak rate.
    static let overloadFactor = 10.0
    /// The usual length of the overload's pulses in seconds, and the load relative to the peak rate
    /// that is offered as long before each of them.
    static let pulseSeconds = 1.0
    static let fullFactor = 1.1

    /// The interval between groups, for the highest rate of these segments.
    static func tick(of segments: [Segment]) -> Nanoseconds {
        let most = segments.map(\.perSecond).max() ?? 0
        let wanted = most > 0 ? groupSize / most : tickSecondsMax
        return Nanoseconds(seconds: min(max(wanted, tickSecondsMin), tickSecondsMax))
    }

    /// The segments of the spike: four times the load before it.
    func spike(capacity: Double) -> [Segment] {
        let base = capacity * Plan.baseShare
        return [
            Segment(perSecond: base, seconds: Plan.baseSeconds),
            Segment(perSecond: base * Plan.spikeFactor, seconds: spikeSeconds, load: .excess),
            Segment(perSecond: base, seconds: Plan.spikeRecoverySeconds),
        ]
    }

    /// The segments of the overload: pulses of ten times the highest rate of right answers in any
    /// open run. Each follows one of the full rate, with which goodput is compared, because a
    /// shared machine changes its speed within seconds.
    func overload(peak: Double) -> [Segment] {
        let pulses = max(1, Int((overloadSeconds / Plan.pulseSeconds).rounded()))
        let seconds = overloadSeconds / Double(pulses)
        let base = peak * Plan.baseShare
        let pair = [
            Segment(perSecond: peak * Plan.fullFactor, seconds: seconds, load: .full),
            Segment(perSecond: peak * Plan.overloadFactor, seconds: seconds, load: .excess),
        ]
        return [Segment(perSecond: base, seconds: Plan.baseSeconds)]
            + Array(repeating: pair, count: pulses).flatMap(\.self)
            + [Segment(perSecond: base, seconds: Plan.recoverySeconds)]
    }
}

/// The rate of right answers while a rate was offered at planned times.
struct SustainedRate: Sendable, Equatable, Codable {
    /// Planned requests per second.
    var offeredPerSecond: Double
    /// Right answers per second: the capacity.
    var perSecond: Double
    /// Latencies in microseconds.
    var p50: Int
    var p99: Int
}

/// The closed-loop search for the rate that is then offered. Each step doubles the clients until
/// this yields no gain.
struct CapacitySearch: Sendable {
    /// The factor over the best step that counts as a gain.
    static let gain = 1.05
    /// The number of steps without a gain that ends the search.
    static let patience = 2

    /// A measured step.
    struct Step: Sendable, Equatable, Codable {
        var clients: Int
        /// Right answers per second.
        var perSecond: Double
        /// Latencies in microseconds.
        var p50: Int
        var p99: Int
    }

    private(set) var steps: [Step] = []
    private let clientsMax: Int
    private var idleSteps = 0
    private var most = 0.0

    init(clientsMax: Int) { self.clientsMax = clientsMax }

    /// The number of clients of the next step, or nil at the end.
    var next: Int? {
        guard let last = steps.last else { return 1 }
        guard idleSteps < CapacitySearch.patience, last.clients * 2 <= clientsMax else {
            return nil
        }
        return last.clients * 2
    }

    mutating func add(_ step: Step) {
        steps.append(step)
        if step.perSecond > most * CapacitySearch.gain {
            most = step.perSecond
            idleSteps = 0
        } else {
            most = max(most, step.perSecond)
            idleSteps += 1
        }
    }

    /// The step with the highest rate of right answers, or nil before the first one.
    var best: Step? { steps.max { $0.perSecond < $1.perSecond } }
}
