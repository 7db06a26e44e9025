/// A Majordomo client without sockets, clocks and threads: the single table of pending calls
/// (docs/protocol.md, section 6).
///
/// A call is blocked (the socket accepts no message, or has no connection), sent, pausing before a
/// retry, or completed with exactly one result. `Call` is what the runner needs to send it again.
struct ClientState<Call> {
    enum Action {
        /// Send an attempt; the runner reports `sent`, or the call stays blocked.
        case send(requestID: WireID, attempt: UInt8, budgetMilliseconds: UInt32)
        case complete(call: Call, reply: ClientReply)
    }

    /// The connection to the broker, as its events tell.
    ///
    /// The socket accepts messages for a connection that has ended until it learns of that, and
    /// drops them. libzmq's thread tells it before a new connection begins, and a wait lets it
    /// know; so calls are sent only after a wait that followed the beginning.
    private enum Connection {
        case none
        case begun
        case usable
    }

    private enum Phase {
        case blocked
        case sent
        case pausing(until: MonotonicTime)
    }

    private struct Pending {
        let call: Call
        let mayRepeat: Bool
        let repeats: Bool
        let ends: MonotonicTime
        var phase = Phase.blocked
        var attempt: UInt8 = 1
        /// Whether a sent attempt may have been executed without our knowledge.
        var mayHaveExecuted = false
        var slices: [UInt8] = []
        var nextSlice = 0
        var hasGap = false

        /// The latest end of the call. The service or broker that holds the request when its budget
        /// ends can report why nothing was done, so the client waits a little longer for that
        /// reply.
        var lastWordBy: MonotonicTime {
            guard case .sent = phase else { return ends }
            return ends.advanced(byMilliseconds: Limits.lastWordMilliseconds)
        }
    }

    private var connection = Connection.none
    private var pending: [WireID: Pending] = [:]
    /// The earliest time at which a call ends or resumes; may be earlier than necessary.
    private(set) var nextDeadline: MonotonicTime?
    /// Replies without a pending call, and unreadable frames.
    private(set) var strayReplies: UInt64 = 0

    var pendingCount: Int { pending.count }

    /// Whether a call waits for the socket to accept messages.
    var waitsForSocket: Bool {
        blockedCount > 0
    }
    private var blockedCount = 0

    /// Returns the call of a pending request.
    func call(_ requestID: WireID) -> Call? {
        pending[requestID]?.call
    }

    // MARK: Inputs

    /// Starts a call. `mayRepeat`: the operation is read-only or has an idempotency key. `repeats`:
    /// the client retries failed attempts if it may.
    mutating func callStarted(
        _ call: Call, requestID: WireID, budgetMilliseconds: UInt32, mayRepeat: Bool,
        repeats: Bool = true, at now: MonotonicTime, into actions: inout [Action]
    ) {
        guard pending.count < Limits.pendingCallsMax, pending[requestID] == nil else {
            let reply = ClientReply(
                requestID: requestID, status: .busy, executed: .no,
                message: "this client has too many calls under way")
            return actions.append(.complete(call: call, reply: reply))
        }
        let budget = min(budgetMilliseconds, Limits.budgetMillisecondsMax)
        let ends = now.advanced(byMilliseconds: Int64(budget))
        pending[requestID] = Pending(
            call: call, mayRepeat: mayRepeat, repeats: repeats, ends: ends)
        blockedCount += 1
        wake(at: ends)
        guard connection == .usable else { return }
        actions.append(.send(requestID: requestID, attempt: 1, budgetMilliseconds: budget))
    }

    /// Records that the socket accepted the attempt.
    mutating func sent(_ requestID: WireID) {
        guard pending[requestID] != nil else { return }
        setPhase(.sent, of: requestID)
    }

    /// Sends the blocked calls now that the socket accepts messages.
    mutating func becameWritable(at now: MonotonicTime, into actions: inout [Action]) {
        guard blockedCount > 0 else { return }
        for (requestID, item) in pending {
            guard case .blocked = item.phase else { continue }
            appendSend(requestID, item, at: now, into: &actions)
        }
    }

    /// Handles a PARTIAL or FINAL with our header.
    mutating func replyReceived(
        _ header: ReplyHeader, payload: Span<UInt8>, isFinal: Bool, jitter: Double,
        at now: MonotonicTime, into actions: inout [Action]
    ) {
        guard var item = pending[header.requestID], case .sent = item.phase else {
            strayReplies &+= 1
            return
        }
        if isFinal, header.slice == 0, item.nextSlice == 0, !item.hasGap {
            return finalReceived(
                header, joined: payload.array(0..<payload.count), jitter: jitter, at: now,
                into: &actions)
        }
        pending[header.requestID]?.slices = []
        if Int(header.slice) != item.nextSlice || item.nextSlice >= Limits.replySlicesMax {
            item.hasGap = true
        }
        if !item.hasGap {
            unsafe payload.withUnsafeBufferPointer {
                unsafe item.slices.append(contentsOf: $0)
            }
            item.nextSlice += 1
        } else {
            item.slices = []
        }
        if !isFinal {
            pending[header.requestID] = item
            return
        }
        if item.hasGap {
            return gapFound(header, jitter: jitter, at: now, into: &actions)
        }
        finalReceived(header, joined: item.slices, jitter: jitter, at: now, into: &actions)
    }

    /// Counts a message that is not one of our replies.
    mutating func strayReceived() {
        strayReplies &+= 1
    }

    /// Records that a connection was established.
    mutating func connectionBegan() { connection = .begun }

    /// Records that a wait for the socket has ended.
    mutating func waitEnded() {
        if connection == .begun { connection = .usable }
    }

    /// Retries or ends every sent call: a closed connection delivers no more replies.
    mutating func connectionLost(
        jitter: Double, at now: MonotonicTime, into actions: inout [Action]
    ) {
        connection = .none
        for (requestID, item) in pending {
            guard case .sent = item.phase else { continue }
            let reply = ClientReply(
                requestID: requestID, status: .unavailable, executed: .unknown,
                message: "the connection to the broker was lost")
            retryOrComplete(reply, jitter: jitter, at: now, into: &actions)
        }
    }

    /// Ends calls whose budget is over and resumes calls whose pause is over.
    mutating func timePassed(to now: MonotonicTime, into actions: inout [Action]) {
        guard let due = nextDeadline, due <= now else { return }
        nextDeadline = nil
        for (requestID, item) in pending {
            if item.lastWordBy <= now {
                complete(budgetEnded(requestID, item), into: &actions)
                continue
            }
            wake(at: item.lastWordBy)
            guard case .pausing(let until) = item.phase else { continue }
            if until > now {
                wake(at: until)
                continue
            }
            setPhase(.blocked, of: requestID)
            appendSend(requestID, item, at: now, into: &actions)
        }
    }

    /// Ends every call because the client closes.
    mutating func closed(into actions: inout [Action]) {
        for (requestID, item) in pending {
            let reply = ClientReply(
                requestID: requestID, status: .cancelled,
                executed: mayHaveRun(item) ? .unknown : .no, message: "the client was closed")
            complete(reply, into: &actions)
        }
    }

    // MARK: Steps

    private mutating func finalReceived(
        _ header: ReplyHeader, joined: [UInt8], jitter: Double, at now: MonotonicTime,
        into actions: inout [Action]
    ) {
        let reply = ClientReply(header: header, payload: joined)
        switch header.status {
        case .busy, .unavailable, .inProgress:
            retryOrComplete(reply, jitter: jitter, at: now, into: &actions)
        default: complete(reply, into: &actions)
        }
    }

    private mutating func gapFound(
        _ header: ReplyHeader, jitter: Double, at now: MonotonicTime, into actions: inout [Action]
    ) {
        let reply = ClientReply(
            requestID: header.requestID, status: .unavailable, executed: header.executed,
            message: "a part of the answer was lost")
        retryOrComplete(reply, jitter: jitter, at: now, into: &actions)
    }

    private mutating func retryOrComplete(
        _ reply: ClientReply, jitter: Double, at now: MonotonicTime,
        into actions: inout [Action]
    ) {
        let requestID = reply.header.requestID
        guard let item = pending[requestID] else { return }
        let retryAfter = reply.header.retryAfterMilliseconds
        let mayRetry =
            item.repeats && (reply.header.executed == .no || item.mayRepeat)
            && (retryAfter ?? 0) >= 0
        let pause = max(
            Int64(retryAfter ?? 0),
            ClientState.pause(afterAttempt: item.attempt, jitter: jitter))
        let until = now.advanced(byMilliseconds: pause)
        guard mayRetry, until < item.ends else {
            return complete(reply, into: &actions)
        }
        setPhase(.pausing(until: until), of: requestID)
        pending[requestID]?.attempt = item.attempt == .max ? .max : item.attempt + 1
        if reply.header.executed != .no { pending[requestID]?.mayHaveExecuted = true }
        pending[requestID]?.slices = []
        pending[requestID]?.nextSlice = 0
        pending[requestID]?.hasGap = false
        wake(at: until)
    }

    /// The pause before the next attempt: 50 ms × 2ⁿ⁻¹ ± 20 %, at most 1 s; `jitter` is from 0 to
    /// 1.
    static func pause(afterAttempt attempt: UInt8, jitter: Double) -> Int64 {
        let doublings = Int64(min(max(attempt, 1), 8) - 1)
        let full = Double(Limits.backoffMilliseconds << doublings)
        let spread = full * (0.8 + 0.4 * min(max(jitter, 0), 1))
        return min(Int64(spread), Limits.retryBackoffMillisecondsMax)
    }

    private mutating func complete(_ reply: ClientReply, into actions: inout [Action]) {
        guard let item = pending.removeValue(forKey: reply.header.requestID) else { return }
        if case .blocked = item.phase { blockedCount -= 1 }
        var reply = reply
        // An earlier attempt may have been executed, even if the last one was not.
        if reply.header.executed == .no, item.mayHaveExecuted, reply.header.status != .ok {
            reply.header.executed = .unknown
        }
        actions.append(.complete(call: item.call, reply: reply))
    }

    private func budgetEnded(_ requestID: WireID, _ item: Pending) -> ClientReply {
        let mayHaveRun = mayHaveRun(item)
        return ClientReply(
            requestID: requestID, status: mayHaveRun ? .deadline : .unavailable,
            executed: mayHaveRun ? .unknown : .no,
            message: mayHaveRun
                ? "no answer came within the time allowed"
                : "no broker could be reached within the time allowed")
    }

    private func mayHaveRun(_ item: Pending) -> Bool {
        if case .sent = item.phase { return true }
        return item.mayHaveExecuted
    }

    private mutating func appendSend(
        _ requestID: WireID, _ item: Pending, at now: MonotonicTime,
        into actions: inout [Action]
    ) {
        let left = item.ends.milliseconds(since: now)
        guard left > 0, connection == .usable else { return }
        actions.append(
            .send(
                requestID: requestID, attempt: item.attempt,
                budgetMilliseconds: UInt32(clamping: left)))
    }

    private mutating func setPhase(_ phase: Phase, of requestID: WireID) {
        if case .blocked? = pending[requestID]?.phase { blockedCount -= 1 }
        if case .blocked = phase { blockedCount += 1 }
        pending[requestID]?.phase = phase
    }

    private mutating func wake(at time: MonotonicTime) {
        nextDeadline = min(nextDeadline ?? time, time)
    }
}
