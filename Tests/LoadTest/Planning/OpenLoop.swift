/// A part of a run with a constant rate.
struct Segment: Sendable, Equatable, Codable {
    /// The rate, compared with what the system can answer.
    enum Load: String, Sendable, Codable {
        case usual
        /// About as much.
        case full
        /// More: a disturbance.
        case excess
    }

    /// Requests per second, by all threads together.
    var perSecond: Double
    /// The length in seconds.
    var seconds: Double
    var load = Load.usual
}

/// Decides when an open-loop generator sends: at the planned times, independent of the outcomes of
/// earlier requests. It uses neither clock nor socket; there is one per thread.
struct OpenLoop: Sendable {
    /// The next action.
    enum Step: Equatable {
        /// Send the request planned for this time.
        case send(planned: Nanoseconds)
        /// Skip a planned request.
        case unsent
        /// Wait until this time.
        case wait(until: Nanoseconds)
        /// No requests are left.
        case over
    }

    /// The most requests in flight per thread; further ones are counted as unsent. Each thread has
    /// one connection, for which the broker buffers at least this many answers.
    static let inFlightMax = 500
    /// How long after the end requests planned before it are still sent.
    static let grace = Nanoseconds(100_000_000)

    private var parts: [(arrivals: Arrivals, end: Nanoseconds)]
    private var part = 0
    private var next: Nanoseconds?
    private let giveUp: Nanoseconds

    /// The plan of thread `thread` of `threads`, beginning at `start`.
    init(
        _ pattern: ArrivalPattern, segments: [Segment], from start: Nanoseconds, thread: Int = 0,
        of threads: Int = 1, seed: UInt64
    ) {
        parts = []
        var begin = start
        for (place, segment) in segments.enumerated() {
            let end = begin + Nanoseconds(seconds: segment.seconds)
            let arrivals = Arrivals(
                pattern, perSecond: segment.perSecond / Double(threads), from: begin,
                seed: seed &+ UInt64(place * threads + thread) &* 0x9E37_79B9,
                phase: Double(thread) / Double(threads))
            parts.append((arrivals, end))
            begin = end
        }
        giveUp = begin + OpenLoop.grace
        advance()
    }

    /// The action at this time, given the number of requests in flight.
    mutating func step(at now: Nanoseconds, inFlight: Int) -> Step {
        guard let planned = next else { return .over }
        if planned > now { return .wait(until: planned) }
        advance()
        if now > giveUp || inFlight >= OpenLoop.inFlightMax { return .unsent }
        return .send(planned: planned)
    }

    private mutating func advance() {
        while part < parts.count {
            let instant = parts[part].arrivals.next()
            if instant < parts[part].end {
                next = instant
                return
            }
            part += 1
        }
        next = nil
    }
}
