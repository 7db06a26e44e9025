import Contracts
import Glibc
import Majordomo
import ZeroMQ

/// The clocks of the generator.
enum Clock {
    /// CLOCK_MONOTONIC.
    static func now() -> Nanoseconds { read(CLOCK_MONOTONIC) }

    /// The processor time of the calling thread.
    static func thread() -> Nanoseconds { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Nanoseconds {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// One thread's part of the generator: its connection, its requests, what became of them.
final class Station {
    /// How long after a run's end answers are waited for: longer than any request's budget.
    static let drain = Nanoseconds(seconds: 5)
    /// How often the service is asked for a sign of life, half a second each.
    private static let connectionAttempts = 10
    /// The longest step without a planned send, in milliseconds.
    private static let stepMilliseconds = 100

    private let client: SteppedClient
    private let alarm: Alarm
    private let source: any RequestSource
    private(set) var measurement: Measurement
    private var inFlight = 0
    private var began: Nanoseconds = 0
    /// Whether the closed loop may send again, once for each answer.
    private var answered = 0

    init(endpoint: String, operations: Int, source: any RequestSource) throws {
        // Before the socket: its thread is to be as urgent as this one.
        ThreadUrgency.raise()
        alarm = try Alarm()
        client = try SteppedClient(endpoint: endpoint, wakeDescriptor: alarm.descriptor)
        self.source = source
        measurement = Measurement(operations: operations)
    }

    /// Connects: asks a service for a sign of life, so that no measured request waits for it.
    func connect(to service: String) throws {
        var isThere = false
        for _ in 0..<Station.connectionAttempts where !isThere {
            let header = RequestHeader(operation: PingService.name, budgetMilliseconds: 500)
            try client.start(
                ClientRequest(
                    service: service, header: header, payload: Array("{}".utf8), isReadOnly: true)
            ) { isThere = $0.header.status == .ok }
            while client.pendingCount > 0 {
                try client.step(milliseconds: Station.stepMilliseconds)
            }
        }
        guard isThere else {
            throw LoadTestFailure(.away, "The service \(service) does not answer")
        }
    }

    /// Sends at the planned instants, then waits for what is unanswered. What falls into the same
    /// `tick` is sent together at its end; 0 sends each by itself.
    func runOpen(_ plan: OpenLoop, from start: Nanoseconds, tick: Nanoseconds) throws {
        var plan = plan
        began = start
        let cpu = Clock.thread()
        planning: while true {
            let now = Clock.now()
            switch plan.step(at: now, inFlight: inFlight) {
            case .send(let planned): try send(planned: planned)
            case .unsent: measurement.unsent += 1
            case .wait(let instant):
                alarm.set(nanoseconds: max(instant, now + tick))
                try client.step(milliseconds: Station.stepMilliseconds)
            case .over: break planning
            }
        }
        finish(cpu: cpu)
        try drain()
    }

    /// Keeps so many requests unanswered until the end, then waits for the rest.
    func runClosed(clients: Int, from start: Nanoseconds, until end: Nanoseconds) throws {
        began = start
        let cpu = Clock.thread()
        alarm.set(nanoseconds: end)
        answered = clients
        while true {
            let now = Clock.now()
            if now >= end { break }
            while answered > 0 {
                answered -= 1
                try send(planned: Clock.now())
            }
            try client.step(milliseconds: Station.stepMilliseconds)
        }
        finish(cpu: cpu)
        try drain()
    }

    private func finish(cpu: Nanoseconds) {
        measurement.seconds = (Clock.now() - began).seconds
        measurement.busySeconds = [(Clock.thread() - cpu).seconds]
    }

    private func drain() throws {
        alarm.set(nanoseconds: 0)
        let limit = Clock.now() + Station.drain
        while inFlight > 0, Clock.now() < limit {
            try client.step(milliseconds: Station.stepMilliseconds)
        }
    }

    private func send(planned: Nanoseconds) throws {
        let shot = source.next()
        let sent = Clock.now()
        measurement.lag.record(Tally.microseconds(from: planned, to: sent))
        measurement.octetsSent += shot.request.payload.count
        inFlight += 1
        try client.start(shot.request) { [unowned self] reply in
            ended(shot, reply, planned: planned, sent: sent)
        }
    }

    private func ended(
        _ shot: Shot, _ reply: ClientReply, planned: Nanoseconds, sent: Nanoseconds
    ) {
        let now = Clock.now()
        inFlight -= 1
        answered += 1
        measurement.octetsReceived += reply.payload.count
        var ending = Ending(reply.header.status)
        if ending == .ok, let expectation = shot.expectation {
            measurement.tallies[shot.operation].checked += 1
            if let problem = expectation(reply.payload) {
                ending = .wrong
                measurement.note(problem)
            }
        } else if ending == .failed {
            let text = String(decoding: reply.payload.prefix(300), as: UTF8.self)
            measurement.note("\(shot.request.header.operation): \(reply.header.status) \(text)")
        }
        measurement.record(
            shot.operation, ending, planned: planned, sent: sent, ended: now, began: began)
        let isUnknown = ending != .ok && ending != .wrong && reply.header.executed != .no
        source.ended(shot, ending, isUnknown: isUnknown)
    }
}
