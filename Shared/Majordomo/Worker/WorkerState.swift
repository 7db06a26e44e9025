/// A Majordomo worker without sockets, clocks and threads (RFC 18/MDP, docs/protocol.md).
///
/// Phases and their exits:
/// - `pausing` → connecting when the pause ends.
/// - `connecting` → asking when the socket accepts messages, or registered if there is no question.
/// - `asking` → registered on a reply or a timeout, pausing on DISCONNECT.
/// - `registered` → pausing when the broker is lost, draining on request.
/// - `draining` → stopped.
/// - Any phase → stopped on a drain with nothing to wait for.
struct WorkerState {
    enum Phase: Equatable {
        case pausing(until: MonotonicTime)
        case connecting
        case asking(until: MonotonicTime)
        case registered
        case draining(until: MonotonicTime, isEchoed: Bool)
        case stopped
    }

    enum Action: Equatable {
        /// Create a new socket and connect it.
        case openSocket
        /// Close the socket; unsent messages may be lost.
        case closeSocket
        /// Ask `mmi.broker` on the socket.
        case askBroker
        /// Send READY, with credit if the broker supports it.
        case sendReady(credit: UInt32?)
        /// Send HEARTBEAT, with credit if it changed.
        case sendHeartbeat(credit: UInt32?)
        /// Send DISCONNECT.
        case sendDisconnect
        /// Report that READY was sent.
        case noteRegistered(hasCredit: Bool)
        /// Report that the broker is lost and held requests cannot be answered.
        case noteLost
        /// Report that the worker has stopped.
        case noteStopped
    }

    private(set) var phase: Phase
    /// The number of the current socket; replies to requests of earlier sockets are dropped.
    private(set) var generation: UInt64 = 0
    /// The number of unanswered requests of this socket.
    private(set) var held = 0
    private(set) var hasCredit = false
    private var window: UInt32
    private var asksBroker = true
    private var failures: Int64 = 0
    private var lastHeard: MonotonicTime
    private var lastSent: MonotonicTime
    private var pauses: PauseDetector

    init(credit: UInt32, now: MonotonicTime) {
        window = min(credit, Limits.creditMax)
        phase = .pausing(until: now)
        lastHeard = now
        lastSent = now
        pauses = PauseDetector(now: now)
    }

    var isRegistered: Bool {
        switch phase {
        case .registered, .draining: true
        default: false
        }
    }

    /// Whether the runner must report when the socket accepts messages.
    var waitsForSocket: Bool { phase == .connecting }

    // MARK: Socket

    /// Continues with a question or READY, because the socket now accepts messages.
    mutating func becameWritable(at now: MonotonicTime, into actions: inout [Action]) {
        guard phase == .connecting else { return }
        lastHeard = now
        guard asksBroker else {
            return register(hasCredit: false, at: now, into: &actions)
        }
        phase = .asking(until: now.advanced(byMilliseconds: Limits.brokerAnswerMilliseconds))
        lastSent = now
        actions.append(.askBroker)
    }

    /// Handles a closed connection or a send that found none.
    mutating func connectionLost(at now: MonotonicTime, into actions: inout [Action]) {
        switch phase {
        case .pausing, .connecting, .stopped: return
        case .draining: stop(into: &actions)
        case .asking, .registered: reopen(after: 0, at: now, into: &actions)
        }
    }

    // MARK: Broker

    /// Handles the reply to `mmi.broker`.
    mutating func brokerAnswered(
        offersCredit: Bool, at now: MonotonicTime, into actions: inout [Action]
    ) {
        lastHeard = now
        switch phase {
        case .asking:
            asksBroker = true
            register(hasCredit: offersCredit, at: now, into: &actions)
        case .registered where offersCredit && !hasCredit && held == 0:
            // The reply came after the worker had registered without credit: register again with
            // it.
            actions.append(.sendDisconnect)
            reopen(after: 0, at: now, into: &actions)
        default: return
        }
    }

    /// Counts a received request; returns false if none is allowed in this phase.
    mutating func requestReceived(at now: MonotonicTime) -> Bool {
        lastHeard = now
        guard isRegistered else { return false }
        failures = 0
        held += 1
        return true
    }

    /// Handles the broker's HEARTBEAT, which may echo credit 0.
    mutating func heartbeatReceived(
        credit: UInt32?, at now: MonotonicTime, into actions: inout [Action]
    ) {
        lastHeard = now
        if phase == .registered { failures = 0 }
        guard credit == 0, case .draining(let until, false) = phase else { return }
        phase = .draining(until: until, isEchoed: true)
        stopIfDrained(into: &actions)
    }

    /// Handles DISCONNECT: the broker does not know this worker or refuses it.
    mutating func disconnectReceived(at now: MonotonicTime, into actions: inout [Action]) {
        switch phase {
        case .pausing, .connecting, .stopped: return
        case .draining: stop(into: &actions)
        case .asking:
            // This broker does not answer questions before READY.
            asksBroker = false
            reopen(after: backoff, at: now, into: &actions)
        case .registered:
            asksBroker = true
            reopen(after: backoff, at: now, into: &actions)
        }
    }

    // MARK: Service

    /// Records that a reply is sent. Returns false if its request came over an earlier socket.
    mutating func replied(
        generation: UInt64, isFinal: Bool, at now: MonotonicTime
    ) -> Bool {
        guard generation == self.generation, isRegistered else { return false }
        lastSent = now
        if isFinal { held = max(0, held - 1) }
        return true
    }

    /// Records that the socket accepted a FINAL; a drain may now be over.
    mutating func replySent(into actions: inout [Action]) {
        stopIfDrained(into: &actions)
    }

    /// Changes the most requests that the worker holds at a time.
    mutating func creditChanged(
        to credit: UInt32, at now: MonotonicTime, into actions: inout [Action]
    ) {
        let credit = min(credit, Limits.creditMax)
        guard credit != window else { return }
        window = credit
        guard phase == .registered, hasCredit else { return }
        lastSent = now
        actions.append(.sendHeartbeat(credit: credit))
    }

    /// Starts a drain: accepts no further requests and answers the held ones first.
    mutating func drainStarted(at now: MonotonicTime, into actions: inout [Action]) {
        switch phase {
        case .draining, .stopped: return
        case .pausing, .connecting: stop(into: &actions)
        case .asking:
            actions.append(.sendDisconnect)
            stop(into: &actions)
        case .registered:
            let until = now.advanced(byMilliseconds: Limits.workerDrainMilliseconds)
            // A broker without credit support cannot echo one.
            phase = .draining(until: until, isEchoed: !hasCredit)
            if hasCredit {
                lastSent = now
                actions.append(.sendHeartbeat(credit: 0))
            }
            stopIfDrained(into: &actions)
        }
    }

    // MARK: Time

    /// Ends pauses and waits, detects silence and sends due heartbeats. After a pause of this
    /// process, silence counts anew.
    mutating func timePassed(to now: MonotonicTime, into actions: inout [Action]) {
        if pauses.hasPaused(at: now) { lastHeard = now }
        switch phase {
        case .stopped, .connecting: return
        case .pausing(let until):
            guard now >= until else { return }
            phase = .connecting
            generation &+= 1
            held = 0
            actions.append(.openSocket)
        case .asking(let until):
            if now >= until { register(hasCredit: false, at: now, into: &actions) }
        case .registered:
            if isSilent(at: now) {
                reopen(after: backoff, at: now, into: &actions)
            } else {
                beat(at: now, into: &actions)
            }
        case .draining(let until, _):
            if now >= until || isSilent(at: now) {
                actions.append(.sendDisconnect)
                stop(into: &actions)
            } else {
                beat(at: now, into: &actions)
            }
        }
    }

    /// When `timePassed` has work next; nil if nothing is pending.
    var nextDeadline: MonotonicTime? {
        let beat = lastSent.advanced(byMilliseconds: Limits.heartbeatMilliseconds)
        let silence = lastHeard.advanced(byMilliseconds: Limits.silenceMilliseconds)
        switch phase {
        case .stopped, .connecting: return nil
        case .pausing(let until), .asking(let until): return until
        case .registered: return min(beat, silence)
        case .draining(let until, _): return min(until, min(beat, silence))
        }
    }

    // MARK: Steps

    private var backoff: Int64 {
        let doublings = min(failures, 6)
        return min(
            Limits.backoffMilliseconds << doublings, Limits.registrationBackoffMillisecondsMax)
    }

    private func isSilent(at now: MonotonicTime) -> Bool {
        now.milliseconds(since: lastHeard) >= Limits.silenceMilliseconds
    }

    private mutating func beat(at now: MonotonicTime, into actions: inout [Action]) {
        guard now.milliseconds(since: lastSent) >= Limits.heartbeatMilliseconds else { return }
        lastSent = now
        actions.append(.sendHeartbeat(credit: nil))
    }

    private mutating func register(
        hasCredit: Bool, at now: MonotonicTime, into actions: inout [Action]
    ) {
        self.hasCredit = hasCredit
        phase = .registered
        lastHeard = now
        lastSent = now
        actions.append(.sendReady(credit: hasCredit ? window : nil))
        actions.append(.noteRegistered(hasCredit: hasCredit))
    }

    private mutating func reopen(
        after pause: Int64, at now: MonotonicTime, into actions: inout [Action]
    ) {
        failures += 1
        let wasRegistered = isRegistered
        phase = .pausing(until: now.advanced(byMilliseconds: pause))
        hasCredit = false
        held = 0
        actions.append(.closeSocket)
        if wasRegistered { actions.append(.noteLost) }
    }

    private mutating func stopIfDrained(into actions: inout [Action]) {
        guard case .draining(_, true) = phase, held == 0 else { return }
        actions.append(.sendDisconnect)
        stop(into: &actions)
    }

    private mutating func stop(into actions: inout [Action]) {
        phase = .stopped
        actions.append(.closeSocket)
        actions.append(.noteStopped)
    }
}
