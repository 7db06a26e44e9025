/// What became of a request.
enum Ending: Sendable, Equatable {
    /// Answered, and right as far as it was looked at.
    case ok
    /// Refused because there was too much to do.
    case refused
    /// No answer within the time allowed.
    case timeout
    /// Answered as a success, and not as the model says.
    case wrong
    /// Any other failure.
    case failed
}

/// What one operation came to: each ending in its own column, never mixed.
struct Tally: Sendable, Equatable {
    var ok = 0
    var refused = 0
    var timeouts = 0
    var wrong = 0
    var failed = 0
    /// How many of the answers were compared with the model.
    var checked = 0
    /// From the planned send to the answer; requests that timed out are in it with the time that
    /// was waited for them. Refused and failed ones are not: they would look fast.
    var latency = Histogram()
    /// From the real send to the answer of those that were answered: without the generator's lag.
    var service = Histogram()
    /// From the real send to the refusal.
    var refusal = Histogram()
    /// From the planned send to the real one of those that were answered, all together, in
    /// nanoseconds.
    var waitedToSend: Nanoseconds = 0

    /// All requests that were sent.
    var sent: Int { ok + refused + timeouts + wrong + failed }

    /// Counts a request that ended, by its three instants.
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

    /// Counts what another tally counted.
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

    /// Microseconds between two instants, cut; 0 if the second is not later.
    static func microseconds(from earlier: Nanoseconds, to later: Nanoseconds) -> Int {
        later > earlier ? Int((later - earlier) / 1_000) : 0
    }
}

/// A quarter of a second of a run, by when requests ended.
struct Slice: Sendable, Equatable {
    /// Requests that were planned for it and left.
    var sent = 0
    var ok = 0
    var refused = 0
    var other = 0
    var latency = Histogram()
}

/// What a run came to: its operations, its generator, and its seconds.
struct Measurement: Sendable {
    /// The length of a slice, in nanoseconds.
    static let sliceLength = Nanoseconds(250_000_000)

    /// By the place of the operation in the scenario.
    var tallies: [Tally]
    /// Planned, and not sent: the generator was late or held too many unanswered requests.
    var unsent = 0
    /// From the planned send to the real one: what the generator itself is late.
    var lag = Histogram()
    /// What happened when, counted from the run's start.
    var slices: [Slice] = []
    /// Bytes of all payloads that were sent, and that came.
    var bytesSent = 0
    var bytesReceived = 0
    /// What the model found wrong, a few of it.
    var findings: [String] = []
    /// Processor time of the generator's threads, in seconds, each by itself.
    var busySeconds: [Double] = []
    /// From the first planned send to the last, in seconds.
    var seconds = 0.0

    /// Findings that are kept.
    static let findingsMax = 5

    init(operations: Int) {
        tallies = Array(repeating: Tally(), count: operations)
    }

    /// All operations together.
    var total: Tally {
        var total = Tally()
        for tally in tallies { total.add(tally) }
        return total
    }

    /// Counts a request that ended, `began` being the run's start.
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

    /// Counts a request that left, and how late it was.
    mutating func recordSent(planned: Nanoseconds, sent: Nanoseconds, began: Nanoseconds) {
        lag.record(Tally.microseconds(from: planned, to: sent))
        slices[slice(at: planned, began: began)].sent += 1
    }

    /// The place of the slice of this instant, which is there then.
    private mutating func slice(at instant: Nanoseconds, began: Nanoseconds) -> Int {
        let place = Int((instant > began ? instant - began : 0) / Measurement.sliceLength)
        while slices.count <= place { slices.append(Slice()) }
        return place
    }

    /// Keeps a finding, if there are not enough.
    mutating func note(_ finding: String) {
        if findings.count < Measurement.findingsMax { findings.append(finding) }
    }

    /// Counts what another thread's measurement of the same run counted.
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
