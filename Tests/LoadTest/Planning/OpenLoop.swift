/// A part of a run with one rate.
struct Segment: Sendable, Equatable, Codable {
    /// Requests a second, all threads together.
    var perSecond: Double
    /// How long, in seconds.
    var seconds: Double
}

/// Decides when an open generator sends: at the planned instants, whatever became of the requests
/// before. Without clock and socket; one for each thread.
struct OpenLoop: Sendable {
    /// What to do now.
    enum Step: Equatable {
        /// Send a request that was planned for this instant.
        case send(planned: Nanoseconds)
        /// A planned request will not be sent.
        case unsent
        /// Nothing to send before this instant.
        case wait(until: Nanoseconds)
        /// Nothing further is planned.
        case over
    }

    /// Unanswered requests that one thread holds; a planned one more is counted as unsent. Each
    /// thread has one connection, and the broker holds answers for so many on one at least.
    static let inFlightMax = 500
    /// How long after the end the requests that were planned before it are still sent.
    static let grace = Nanoseconds(100_000_000)

    private var parts: [(arrivals: Arrivals, end: Nanoseconds)]
    private var part = 0
    private var next: Nanoseconds?
    private let giveUp: Nanoseconds

    /// The plan of thread `thread` of `threads`, from `start` on.
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

    /// What to do at this instant, with so many requests unanswered.
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
