/// The outcome of a request.
enum Ending: Sendable, Equatable {
    /// Answered, and right if it was compared.
    case ok
    /// Refused because of overload.
    case refused
    /// Not answered in time.
    case timeout
    /// Answered with success, but different from the model.
    case wrong
    /// Any other failure.
    case failed
}

/// The results of one operation. Outcomes are counted separately.
struct Tally: Sendable, Equatable {
    var ok = 0
    var refused = 0
    var timeouts = 0
    var wrong = 0
    var failed = 0
    /// The number of answers compared with the model.
    var checked = 0
    /// From the planned send to the answer. Includes timeouts, with the time waited; excludes
    /// refusals and failures, which would look fast.
    var latency = Histogram()
    /// From the actual send to the answer, without timeouts: excludes the generator's lag.
    var service = Histogram()
    /// From the actual send to the refusal.
    var refusal = Histogram()
    /// The sum over answered requests of the time from planned to actual send, in nanoseconds.
    var waitedToSend: Nanoseconds = 0

    var sent: Int { ok + refused + timeouts + wrong + failed }

    /// Adds a completed request.
    mutating func record(
        _ ending: Ending, planned: Nanoseconds, sent: Nanoseconds, ended: Nanoseconds
    ) {
        let waited = Tally.microseconds(from: planned, to: ended)
        let served = Tally.microseconds(from: sent, to: ended)
        if ending == .ok || ending == .wrong { waitedToSend += sent > planned ? sent - planned : 0 }
        switch ending {
        case .ok:
            ok += 1
            latency.record(waited)
            service.record(served)
        case .wrong:
            wrong += 1
            latency.record(waited)
            service.record(served)
        case .timeout:
            timeouts += 1
            latency.record(waited)
        case .refused:
            refused += 1
            refusal.record(served)
        case .failed: failed += 1
        }
    }

    /// Adds another tally.
    mutating func add(_ other: Tally) {
        ok += other.ok
        refused += other.refused
        timeouts += other.timeouts
        wrong += other.wrong
        failed += other.failed
        checked += other.checked
        latency.add(other.latency)
        service.add(other.service)
        refusal.add(other.refusal)
        waitedToSend += other.waitedToSend
    }

    /// The whole microseconds between two instants; 0 if the second is not later.
    static func microseconds(from earlier: Nanoseconds, to later: Nanoseconds) -> Int {
        later > earlier ? Int((later - earlier) / 1_000) : 0
    }
}

/// A quarter of a second of a run, by the time at which requests completed.
struct Slice: Sendable, Equatable {
    /// Requests sent whose planned time was in this slice.
    var sent = 0
    var ok = 0
    var refused = 0
    var other = 0
    var latency = Histogram()
}

/// The results of a run: operations, generator and time slices.
struct Measurement: Sendable {
    static let sliceLength = Nanoseconds(250_000_000)

    /// By the index of the operation in the scenario.
    var tallies: [Tally]
    /// Planned requests that were not sent because the generator was late or had too many in
    /// flight.
    var unsent = 0
    /// The generator's lag, from planned to actual send.
    var lag = Histogram()
    /// By time since the start of the run.
    var slices: [Slice] = []
    /// The total size of payloads sent and received, in bytes.
    var bytesSent = 0
    var bytesReceived = 0
    /// Examples of differences from the model.
    var findings: [String] = []
    /// The CPU time of each sending thread, in seconds.
    var busySeconds: [Double] = []
    /// From the first planned send to the last, in seconds.
    var seconds = 0.0

    /// The most findings kept.
    static let findingsMax = 5

    init(operations: Int) {
        tallies = Array(repeating: Tally(), count: operations)
    }

    /// The sum of all operations.
    var total: Tally {
        var total = Tally()
        for tally in tallies { total.add(tally) }
        return total
    }

    /// Adds a completed request. `began` is the start of the run.
    mutating func record(
        _ operation: Int, _ ending: Ending, planned: Nanoseconds, sent: Nanoseconds,
        ended: Nanoseconds, began: Nanoseconds
    ) {
        tallies[operation].record(ending, planned: planned, sent: sent, ended: ended)
        let place = slice(at: ended, began: began)
        switch ending {
        case .ok:
            slices[place].ok += 1
            slices[place].latency.record(Tally.microseconds(from: planned, to: ended))
        case .refused: slices[place].refused += 1
        case .timeout, .wrong, .failed: slices[place].other += 1
        }
    }

    /// Adds a sent request and its lag.
    mutating func recordSent(planned: Nanoseconds, sent: Nanoseconds, began: Nanoseconds) {
        lag.record(Tally.microseconds(from: planned, to: sent))
        slices[slice(at: planned, began: began)].sent += 1
    }

    /// The index of the slice of an instant, creating it if necessary.
    private mutating func slice(at instant: Nanoseconds, began: Nanoseconds) -> Int {
        let place = Int((instant > began ? instant - began : 0) / Measurement.sliceLength)
        while slices.count <= place { slices.append(Slice()) }
        return place
    }

    /// Stores a finding, up to `findingsMax`.
    mutating func note(_ finding: String) {
        if findings.count < Measurement.findingsMax { findings.append(finding) }
    }

    /// Adds the results of another thread of the same run.
    mutating func add(_ other: Measurement) {
        for place in tallies.indices where other.tallies.indices.contains(place) {
            tallies[place].add(other.tallies[place])
        }
        unsent += other.unsent
        bytesSent += other.bytesSent
        bytesReceived += other.bytesReceived
        lag.add(other.lag)
        while slices.count < other.slices.count { slices.append(Slice()) }
        for (place, slice) in other.slices.enumerated() {
            slices[place].sent += slice.sent
            slices[place].ok += slice.ok
            slices[place].refused += slice.refused
            slices[place].other += slice.other
            slices[place].latency.add(slice.latency)
        }
        for finding in other.findings { note(finding) }
        busySeconds += other.busySeconds
        seconds = Swift.max(seconds, other.seconds)
    }
}
