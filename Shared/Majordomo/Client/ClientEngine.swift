import ZeroMQ

/// Moves messages between a DEALER and a `ClientState`. Belongs to one thread.
final class ClientEngine {
    typealias Completion = (ClientReply) -> Void

    struct Call {
        let request: ClientRequest
        let completion: Completion
    }

    /// The longest sleep, in milliseconds.
    static let sleepMillisecondsMax = 1_000
    private let link: any BrokerLink
    private let message = Message(capacity: 8)
    private var state = ClientState<Call>()
    private var actions: [ClientState<Call>.Action] = []
    private var now = MonotonicClock.now()
    /// Whether the last step found an event.
    private var foundEvent = false

    /// Connects in the background. A readable `wakeDescriptor` ends a wait early.
    convenience init(
        context: Context, endpoint: Endpoint, wakeDescriptor: Int32?
    ) throws(ZeroMQError) {
        self.init(
            try SocketLink(
                context: context, endpoint: endpoint, settings: Self.settings,
                wakeDescriptor: wakeDescriptor))
    }

    init(_ link: any BrokerLink) {
        self.link = link
    }

    /// The settings of connections to the broker.
    static var settings: SocketSettings {
        var settings = SocketSettings()
        // Calls wait for the first connection, so retry it quickly.
        settings.reconnectMillisecondsMax = 500
        return settings
    }

    var pendingCount: Int { state.pendingCount }

    /// Starts a call; `completion` runs once, on the engine's thread.
    func start(
        _ request: ClientRequest, completion: @escaping Completion
    ) throws(ZeroMQError) {
        if let refusal = request.refusal { return completion(refusal) }
        now = MonotonicClock.now()
        // Process pending replies and disconnects first. Otherwise the end of an old connection
        // would be taken for the end of the one that this call uses.
        try read(wait(milliseconds: 0, forRoom: false))
        state.callStarted(
            Call(request: request, completion: completion),
            requestID: request.header.requestID,
            budgetMilliseconds: request.header.budgetMilliseconds,
            mayRepeat: request.mayRepeat, repeats: request.repeats, at: now, into: &actions)
        try perform()
    }

    /// Waits at most `milliseconds` for an event and handles it.
    /// Returns whether the wake descriptor was readable.
    func step(milliseconds: Int) throws(ZeroMQError) -> Bool {
        now = MonotonicClock.now()
        let sleep = MonotonicClock.sleep(
            until: earlier(state.nextDeadline, link.nextDeadline), from: now,
            most: min(milliseconds, ClientEngine.sleepMillisecondsMax))
        let ready = try wait(milliseconds: sleep, forRoom: state.waitsForSocket)
        state.waitEnded()
        now = MonotonicClock.now()
        foundEvent = !ready.isEmpty
        try read(ready)
        if ready.contains(.room) {
            state.becameWritable(at: now, into: &actions)
            try perform()
        }
        state.timePassed(to: now, into: &actions)
        try perform()
        return ready.contains(.wake)
    }

    private func wait(
        milliseconds: Int, forRoom: Bool
    ) throws(ZeroMQError) -> LinkReadiness {
        try link.wait(
            milliseconds: milliseconds, forRoom: forRoom, isExpecting: state.pendingCount > 0)
    }

    /// Handles everything that has arrived or is due, without waiting. Returns when there is
    /// something to do next without a signal.
    func drain(_ wakeUp: WakeUp) throws(ZeroMQError) -> MonotonicTime? {
        repeat {
            if try step(milliseconds: 0) { wakeUp.clear() }
        } while foundEvent
        return earlier(state.nextDeadline, link.nextDeadline)
    }

    /// The descriptors of which one is readable if there may be something to drain.
    func descriptors() throws(ZeroMQError) -> [Int32] { try link.descriptors }

    func close() throws(ZeroMQError) {
        state.closed(into: &actions)
        try perform()
    }

    /// Reads what a wait has found.
    private func read(_ ready: LinkReadiness) throws(ZeroMQError) {
        if ready.contains(.message) { try readSocket() }
        if ready.contains(.event) { try readEvents() }
    }

    private func readEvents() throws(ZeroMQError) {
        while let event = try link.nextEvent() {
            switch event {
            case .connected: state.connectionBegan()
            case .disconnected:
                state.connectionLost(jitter: .random(in: 0...1), at: now, into: &actions)
                try perform()
            default: continue
            }
        }
    }

    private func readSocket() throws(ZeroMQError) {
        while true {
            switch try link.receive(into: message) {
            case .wouldBlock: return
            case .received: messageReceived()
            case .oversized: state.strayReceived()
            }
            try perform()
        }
    }

    /// Frames: MDPC02, 02 or 03, service, envelope, payload…
    private func messageReceived() {
        guard message.count >= 4, message.byteCount(at: 1) == 1,
            message.withBytes(at: 0, { $0.equals(ClientCommand.protocolHeader) }),
            let command = ClientCommand(rawValue: message.withBytes(at: 1) { $0[0] }),
            command != .request,
            let header = try? message.withBytes(at: 3, { try ReplyHeader.decode($0) })
        else { return state.strayReceived() }
        let isFinal = command == .final
        // A random number costs a system call; only the pause before a retry needs one.
        let jitter = header.status == .ok ? 0.5 : Double.random(in: 0...1)
        switch message.count {
        case 4:
            let empty: [UInt8] = []
            state.replyReceived(
                header, payload: empty.span, isFinal: isFinal, jitter: jitter, at: now,
                into: &actions)
        case 5:
            message.withBytes(at: 4) { bytes in
                state.replyReceived(
                    header, payload: bytes, isFinal: isFinal, jitter: jitter, at: now,
                    into: &actions)
            }
        default:
            let joined = message.joinedBytes(from: 4)
            state.replyReceived(
                header, payload: joined.span, isFinal: isFinal, jitter: jitter, at: now,
                into: &actions)
        }
    }

    private func perform() throws(ZeroMQError) {
        var index = 0
        while index < actions.count {
            switch actions[index] {
            case .send(let requestID, let attempt, let budget):
                try send(requestID, attempt: attempt, budget: budget)
            case .complete(let call, let reply): call.completion(reply)
            }
            index += 1
        }
        actions.removeAll(keepingCapacity: true)
    }

    private func send(
        _ requestID: WireID, attempt: UInt8, budget: UInt32
    ) throws(ZeroMQError) {
        guard let request = state.call(requestID)?.request else { return }
        var header = request.header
        header.attempt = attempt
        header.budgetMilliseconds = budget
        guard let envelope = header.envelope(passport: request.passport) else { return }
        message.removeAll()
        try message.append(ClientCommand.protocolHeader)
        try message.append(ClientCommand.request.rawValue)
        try message.append(request.service.utf8Span.span)
        try message.append(envelope)
        try message.appendPayload(request.payload)
        // After `wouldBlock` the call stays blocked until the socket accepts messages.
        if try link.send(message) == .sent { state.sent(requestID) }
        message.removeAll()
    }
}
