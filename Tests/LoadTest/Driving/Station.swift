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
    private static let attemptMilliseconds: UInt32 = 500
    /// The longest step without a planned send, in milliseconds.
    private static let stepMilliseconds: Int32 = 100
    /// After a rest of so long a thread wakes on a processor that slept, some 0.3 ms late: it is
    /// woken a lead earlier then, and looks for what comes until the request is due.
    private static let restMin = Nanoseconds(5_000_000)
    private static let wakingLead = Nanoseconds(500_000)
    /// Requests that leave in one call of the kernel, at most.
    private static let batchMax = 32
    /// How often requests are looked for whose time is over.
    private static let expiryInterval = Nanoseconds(5_000_000)
    /// The start of a failed answer that is told, in bytes.
    private static let tellingBytesMax = 300

    private let connection: WireConnection
    private let alarm: Alarm
    private let source: any RequestSource
    private let checks: AnswerChecks
    private(set) var measurement: Measurement
    private var flights = FlightTable(high: .random(in: 1 ... .max))
    /// Requests that were handed to the connection and not yet to the kernel.
    private var leaving: [(id: Majordomo.Identifier, planned: Nanoseconds)] = []
    private var began: Nanoseconds = 0
    private var nextExpiry: Nanoseconds = 0
    /// When the alarm rings, or rang.
    private var alarmAt: Nanoseconds = 0
    /// When the answers that are being read came.
    private var readAt: Nanoseconds = 0
    /// How often the closed loop may send again, once for each answer.
    private var answered = 0

    init(
        endpoint: String, operations: Int, source: any RequestSource, checks: AnswerChecks
    ) throws {
        ThreadUrgency.raise()
        alarm = try Alarm()
        connection = try WireConnection(endpoint: endpoint, alarm: alarm)
        self.source = source
        self.checks = checks
        measurement = Measurement(operations: operations)
        leaving.reserveCapacity(Station.batchMax)
    }

    /// Asks a service for a sign of life, so that no measured request waits for the first one.
    func connect(to service: String) throws {
        let header = RequestHeader(
            operation: PingService.name, budgetMilliseconds: Station.attemptMilliseconds)
        let ping = try RequestTemplate(
            ClientRequest(
                service: service, header: header, payload: Array("{}".utf8), isReadOnly: true))
        var isThere = false
        for _ in 0..<Station.connectionAttempts where !isThere {
            let id = Majordomo.Identifier.random()
            ping.setID(id)
            connection.append(ping.bytes)
            try connection.flush()
            let limit = Clock.now() + ping.budget
            var isOver = false
            while !isOver, Clock.now() < limit {
                guard try connection.wait(milliseconds: Station.stepMilliseconds),
                    try connection.fill()
                else { continue }
                _ = try connection.takeReplies { header, _, _ in
                    guard header.requestID == id else { return }
                    isThere = header.status == .ok
                    isOver = isThere
                }
            }
        }
        guard isThere else {
            throw LoadTestFailure(.away, "The service \(service) does not answer")
        }
    }

    /// Sends at the planned instants, then waits for what is unanswered. What falls into the same
    /// `tick` is sent together at its end, and answers are read then; 0 sends and reads each by
    /// itself.
    func runOpen(_ plan: OpenLoop, from start: Nanoseconds, tick: Nanoseconds) throws {
        var plan = plan
        began = start
        let cpu = Clock.thread()
        var awaited: Nanoseconds = 0
        planning: while true {
            let now = Clock.now()
            switch plan.step(at: now, inFlight: flights.count) {
            case .send(let planned):
                shoot(planned: planned)
                if leaving.count == Station.batchMax { try turn(milliseconds: 0) }
            case .unsent: measurement.unsent += 1
            case .wait(let instant) where awaited == instant && instant < now + Station.wakingLead:
                try turn(milliseconds: 0)
            case .wait(let instant) where tick == 0 && instant > now + Station.restMin:
                awaited = instant
                setAlarm(instant - Station.wakingLead, now: now)
                try turn(milliseconds: Station.stepMilliseconds)
            case .wait(let instant):
                // All threads' ticks end at once: what is due wakes the broker a single time.
                let due = tick > 0 ? (max(instant, now) / tick + 1) * tick : instant
                setAlarm(due, now: now)
                try turn(milliseconds: Station.stepMilliseconds, isGrouped: tick > 0)
            case .over: break planning
            }
        }
        try turn(milliseconds: 0)
        finish(cpu: cpu)
        try drain()
    }

    /// Sets the alarm unless it is: with a tick, an answer in between does not put it off.
    private func setAlarm(_ instant: Nanoseconds, now: Nanoseconds) {
        guard alarmAt <= now || instant < alarmAt else { return }
        alarmAt = instant
        alarm.set(nanoseconds: instant)
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
                shoot(planned: now)
            }
            try turn(milliseconds: Station.stepMilliseconds)
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
        while flights.count > 0, Clock.now() < limit {
            try turn(milliseconds: Station.stepMilliseconds)
        }
    }

    /// Hands the next request to the connection.
    private func shoot(planned: Nanoseconds) {
        let shot = source.next()
        let flight = Flight(
            shot: shot, planned: planned, sent: planned, ends: planned + shot.template.budget)
        guard let id = flights.add(flight) else {
            measurement.unsent += 1
            return
        }
        shot.template.setID(id)
        connection.append(shot.template.bytes)
        measurement.bytesSent += shot.template.payloadByteCount
        leaving.append((id, planned))
    }

    /// Gives the kernel what is leaving, waits at most so long, and reads what came. In groups only
    /// the alarm ends the wait.
    private func turn(milliseconds: Int32, isGrouped: Bool = false) throws {
        if !leaving.isEmpty {
            try connection.flush()
            // Only now have they left: the call itself is the generator's time too.
            let sent = Clock.now()
            for (id, planned) in leaving {
                measurement.recordSent(planned: planned, sent: sent, began: began)
                flights.left(id, at: sent)
            }
            leaving.removeAll(keepingCapacity: true)
        }
        if isGrouped {
            try connection.waitForAlarm(milliseconds: milliseconds)
            try read()
        } else if try connection.wait(milliseconds: milliseconds) {
            try read()
        }
        let now = Clock.now()
        guard now >= nextExpiry else { return }
        nextExpiry = now + Station.expiryInterval
        for flight in flights.removeExpired(at: now) {
            finish(flight, .timeout, at: now, isUnknown: true)
        }
    }

    private func read() throws {
        var mayBeMore = true
        while mayBeMore, try connection.fill() {
            mayBeMore = connection.isFull
            readAt = Clock.now()
            _ = try connection.takeReplies { [unowned self] header, isFinal, payload in
                arrived(header, isFinal: isFinal, payload)
            }
        }
    }

    /// A part of an answer, or all of it. What no longer waits for it is not ours.
    private func arrived(_ header: ReplyHeader, isFinal: Bool, _ payload: Span<UInt8>) {
        guard let place = flights.place(of: header.requestID) else { return }
        measurement.bytesReceived += payload.count
        if flights.isChecked(place) || header.status != .ok && header.status != .busy {
            flights.keep(payload, at: place)
        }
        guard isFinal, let flight = flights.remove(place) else { return }
        let shot = flight.shot
        let ending = Ending(header.status)
        if ending == .ok, isTakenToCheck(flight) {
            answered += 1
            source.ended(shot, .ok, isUnknown: false)
            return
        }
        if ending == .failed {
            let start = flight.parts.prefix(Station.tellingBytesMax)
            let text = String(decoding: start, as: UTF8.self)
            measurement.note("\(shot.template.operation): \(header.status) \(text)")
        }
        finish(
            flight, ending, at: readAt, isUnknown: ending != .ok && header.executed != .no)
    }

    /// Whether the answer was chosen to be compared: it is counted then.
    private func isTakenToCheck(_ flight: Flight) -> Bool {
        guard let expectation = flight.shot.expectation else { return false }
        return checks.take(
            AnswerChecks.Answer(
                operation: flight.shot.operation, expectation: expectation, bytes: flight.parts,
                planned: flight.planned, sent: flight.sent, ended: readAt, began: began))
    }

    private func finish(
        _ flight: Flight, _ ending: Ending, at ended: Nanoseconds, isUnknown: Bool
    ) {
        answered += 1
        measurement.record(
            flight.shot.operation, ending, planned: flight.planned, sent: flight.sent,
            ended: ended, began: began)
        source.ended(flight.shot, ending, isUnknown: isUnknown)
    }
}
