/// What a load test does, one phase after the other.
struct Plan: Sendable, Equatable, Codable {
    /// How requests follow one another in open runs.
    var arrivals = ArrivalPattern.poisson
    /// Decides instants, requests and data.
    var seed: UInt64 = 1
    /// Threads that send.
    var threads = 4
    /// Discarded, in seconds.
    var warmUp = 2.0
    /// Each step of the search for the capacity, in seconds.
    var searchStep = 0.5
    /// How long the best step is held, in seconds: what it brings then is the capacity. A step
    /// alone is over before a log is written back or a queue has filled.
    var holdSeconds = 4.0
    /// The most clients of the search.
    var clientsMax = 128
    /// Open runs at these shares of the capacity.
    var shares = Plan.standardShares
    /// Each of them, in seconds.
    var openSeconds = 3.0
    /// Open runs at this rate instead, without a search.
    var fixedRate: Double?
    /// The spike, in seconds; 0 for none.
    var spikeSeconds = 2.0
    /// Ten times what can be answered, in seconds; 0 for none.
    var overloadSeconds = 4.0
    /// A long run at half of the capacity, in seconds; 0 for none.
    var soakSeconds = 0.0
    /// Whether a bare hop is measured too.
    var hasBaseline = false
    /// The service is stopped for so long once in each open run, in seconds: to see that the
    /// percentiles show it.
    var pauseSeconds = 0.0

    /// The shares of the capacity.
    static let standardShares = [0.25, 0.5, 0.75, 0.9, 1, 1.1]
    /// The clients of the warm-up.
    static let warmUpClients = 8
    /// How much more load a spike brings.
    static let spikeFactor = 4.0
    /// The share of the capacity before and after a spike or an overload.
    static let baseShare = 0.5
    /// How long that is held before, and after a spike and an overload, in seconds.
    static let baseSeconds = 2.0
    static let spikeRecoverySeconds = 4.0
    static let recoverySeconds = 6.0
    /// Requests of an overload leave, and its answers are read, in groups of about so many: on one
    /// machine, the wake-ups for each by itself would be taken from the system that is tested.
    static let groupSize = 40.0
    /// How far apart groups are: often enough that answers fit into a socket until they are read,
    /// and that a refusal's latency is not mostly the wait for the next group.
    static let tickSecondsMin = 0.000_5
    static let tickSecondsMax = 0.002
    /// How many times what can be answered an overload asks for.
    static let overloadFactor = 10.0

    /// How far apart the groups of these segments are, by the most that one of them asks for.
    static func tick(of segments: [Segment]) -> Nanoseconds {
        let most = segments.map(\.perSecond).max() ?? 0
        let wanted = most > 0 ? groupSize / most : tickSecondsMax
        return Nanoseconds(seconds: min(max(wanted, tickSecondsMin), tickSecondsMax))
    }

    /// The segments of the spike: four times the load of before.
    func spike(capacity: Double) -> [Segment] {
        let base = capacity * Plan.baseShare
        return [
            Segment(perSecond: base, seconds: Plan.baseSeconds),
            Segment(perSecond: base * Plan.spikeFactor, seconds: spikeSeconds),
            Segment(perSecond: base, seconds: Plan.spikeRecoverySeconds),
        ]
    }

    /// The segments of the overload: ten times the most right answers a second of any open run,
    /// so that load and goodput are measured by the same.
    func overload(peak: Double) -> [Segment] {
        [
            Segment(perSecond: peak * Plan.baseShare, seconds: Plan.baseSeconds),
            Segment(perSecond: peak * Plan.overloadFactor, seconds: overloadSeconds),
            Segment(perSecond: peak * Plan.baseShare, seconds: Plan.recoverySeconds),
        ]
    }
}

/// The closed search for the capacity: twice as many clients in each step, until that brings
/// nothing.
struct CapacitySearch: Sendable {
    /// A step that brings less than this much more than the best brings nothing.
    static let gain = 1.05
    /// Steps without a gain that end the search.
    static let patience = 2

    /// A step that was measured.
    struct Step: Sendable, Equatable, Codable {
        var clients: Int
        /// Right answers a second.
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

    /// How many clients to try next; nil when it is over.
    var next: Int? {
        guard let last = steps.last else { return 1 }
        guard idleSteps < CapacitySearch.patience, last.clients * 2 <= clientsMax else {
            return nil
        }
        return last.clients * 2
    }

    /// Takes what a step came to.
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

    /// The step with the most right answers a second; nil before the first one.
    var best: Step? { steps.max { $0.perSecond < $1.perSecond } }
}
