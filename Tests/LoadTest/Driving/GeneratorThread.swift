import Contracts
import Glibc
import Majordomo
import ZeroMQ

/// The clocks of the generator.
enum Clock {
    static func now() -> Nanoseconds { read(CLOCK_MONOTONIC) }

    /// The CPU time of the calling thread.
    static func thread() -> Nanoseconds { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Nanoseconds {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// One sending thread: its connection, its requests in flight and its measurement.
final class GeneratorThread {
    /// How long answers are awaited after a run: longer than the budget of any request.
    static let drain = Nanoseconds(seconds: 5)
    /// The number of pings before giving up, half a second each.
    private static let connectionAttempts = 10
    private static let attemptMilliseconds: UInt32 = 500
    /// The longest wait without a planned request, in milliseconds.
    private static let stepMilliseconds: Int32 = 100
    /// After a wait this long a thread wakes about 0.3 ms late, because its processor was idle. It
    /// is therefore woken earlier by `wakingLead` and polls until the request is due.
    private static let restMin = Nanoseconds(5_000_000)
    private static let wakingLead = Nanoseconds(500_000)
    /// The most requests per system call.
    private static let batchMax = 32
    /// How often requests past their deadline are looked for.
    private static let expiryInterval = Nanoseconds(5_000_000)
    /// The most bytes of a failed answer that are reported.
    private static let tellingBytesMax = 300

    private let connection: WireConnection
    private let alarm: Alarm
    private let source: any RequestSource
    private let checks: AnswerChecks
    private(set) var measurement: Measurement
    private var inFlight = InFlightRequests(high: .random(in: 1 ... .max))
    /// Requests appended to the connection and not yet accepted by the kernel.
    private var leaving: [(id: WireID, planned: Nanoseconds)] = []
    private var began: Nanoseconds = 0
    private var nextExpiry: Nanoseconds = 0
    /// When the alarm fires, or fired last.
    private var alarmAt: Nanoseconds = 0
    /// When the answers being processed were read.
    private var readAt: Nanoseconds = 0
    /// The number of requests the closed loop may send: one per answer.
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
        leaving.reserveCapacity(GeneratorThread.batchMax)
    }

    /// Pings a service, so that no measured request waits for the first connection.
    func connect(to service: String) throws {
        let header = RequestHeader(
            operation: PingService.name, budgetMilliseconds: GeneratorThread.attemptMilliseconds)
        let ping = try RequestTemplate(
            ClientRequest(
                service: service, header: header, payload: Array("{}".utf8), isReadOnly: true))
        var isThere = false
        for _ in 0..<GeneratorThread.connectionAttempts where !isThere {
            let id = WireID.random()
            ping.setID(id)
            connection.append(ping.bytes)
            try connection.flush()
            let limit = Clock.now() + ping.budget
            var isOver = false
            while !isOver, Clock.now() < limit {
                guard try connection.wait(milliseconds: GeneratorThread.stepMilliseconds),
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

    /// Sends requests at the planned times, then waits for answers in flight. Requests within the
    /// same `tick` are sent together at its end, when answers are read too; with 0, each is sent
    /// and read separately.
    func runOpen(_ plan: OpenLoop, from start: Nanoseconds, tick: Nanoseconds) throws {
        var plan = plan
        began = start
        let cpu = Clock.thread()
        var awaited: Nanoseconds = 0
        planning: while true {
            let now = Clock.now()
            switch plan.step(at: now, inFlight: inFlight.count) {
            case .send(let planned):
                sendNext(planned: planned)
                if leaving.count == GeneratorThread.batchMax { try turn(milliseconds: 0) }
            case .unsent: measurement.unsent += 1
            case .wait(let instant)
            where awaited == instant && instant < now + GeneratorThread.wakingLead:
                try turn(milliseconds: 0)
            case .wait(let instant) where tick == 0 && instant > now + GeneratorThread.restMin:
                awaited = instant
                setAlarm(instant - GeneratorThread.wakingLead, now: now)
                try turn(milliseconds: GeneratorThread.stepMilliseconds)
            case .wait(let instant):
                // All threads' ticks end at the same time, so that the broker wakes once for all of
                // them.
                let due = tick > 0 ? (max(instant, now) / tick + 1) * tick : instant
                setAlarm(due, now: now)
                try turn(milliseconds: GeneratorThread.stepMilliseconds, isGrouped: tick > 0)
            case .over: break planning
            }
        }
        try turn(milliseconds: 0)
        finish(cpu: cpu)
        try drain()
    }

    /// Sets the alarm unless an earlier one is pending: with a tick, answers in between do not
    /// postpone it.
    private func setAlarm(_ instant: Nanoseconds, now: Nanoseconds) {
        guard alarmAt <= now || instant < alarmAt else { return }
        alarmAt = instant
        alarm.set(nanoseconds: instant)
    }

    /// Keeps this many requests in flight until the end, then waits for the remaining answers.
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
                sendNext(planned: now)
            }
            try turn(milliseconds: GeneratorThread.stepMilliseconds)
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
        let limit = Clock.now() + GeneratorThread.drain
        while inFlight.count > 0, Clock.now() < limit {
            try turn(milliseconds: GeneratorThread.stepMilliseconds)
        }
    }

    /// Appends the next request to the connection.
    private func sendNext(planned: Nanoseconds) {
        let request = source.next()
        let pending = InFlightRequest(
            request: request, planned: planned, sent: planned,
            ends: planned + request.template.budget)
        guard let id = inFlight.add(pending) else {
            measurement.unsent += 1
            return
        }
        request.template.setID(id)
        connection.append(request.template.bytes)
        measurement.bytesSent += request.template.payloadByteCount
        leaving.append((id, planned))
    }

    /// Flushes requests, waits up to the timeout and reads what arrived. If `isGrouped`, only the
    /// alarm ends the wait early.
    private func turn(milliseconds: Int32, isGrouped: Bool = false) throws {
        if !leaving.isEmpty {
            try connection.flush()
            // Requests count as sent only now, so that the system call counts as lag of the
            // generator.
            let sent = Clock.now()
            for (id, planned) in leaving {
                measurement.recordSent(planned: planned, sent: sent, began: began)
                inFlight.left(id, at: sent)
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
        nextExpiry = now + GeneratorThread.expiryInterval
        for pending in inFlight.removeExpired(at: now) {
            finish(pending, .timeout, at: now, isUnknown: true)
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

    /// Processes a part of an answer. Ignores answers to requests no longer in flight.
    private func arrived(_ header: ReplyHeader, isFinal: Bool, _ payload: Span<UInt8>) {
        guard let place = inFlight.place(of: header.requestID) else { return }
        measurement.bytesReceived += payload.count
        if inFlight.isChecked(place) || header.status != .ok && header.status != .busy {
            inFlight.keep(payload, at: place)
        }
        guard isFinal, let pending = inFlight.remove(place) else { return }
        let request = pending.request
        let ending = Ending(header.status)
        if ending == .ok, isTakenToCheck(pending) {
            answered += 1
            source.ended(request, .ok, isUnknown: false)
            return
        }
        if ending == .failed {
            let start = pending.parts.prefix(GeneratorThread.tellingBytesMax)
            let text = String(decoding: start, as: UTF8.self)
            measurement.note("\(request.template.operation): \(header.status) \(text)")
        }
        finish(
            pending, ending, at: readAt, isUnknown: ending != .ok && header.executed != .no)
    }

    /// Whether the answer was queued for comparison, which also counts it.
    private func isTakenToCheck(_ pending: InFlightRequest) -> Bool {
        guard let expectation = pending.request.expectation else { return false }
        return checks.take(
            AnswerChecks.Answer(
                operation: pending.request.operation, expectation: expectation,
                bytes: pending.parts,
                planned: pending.planned, sent: pending.sent, ended: readAt, began: began))
    }

    private func finish(
        _ pending: InFlightRequest, _ ending: Ending, at ended: Nanoseconds, isUnknown: Bool
    ) {
        answered += 1
        measurement.record(
            pending.request.operation, ending, planned: pending.planned, sent: pending.sent,
            ended: ended, began: began)
        source.ended(pending.request, ending, isUnknown: isUnknown)
    }
}
