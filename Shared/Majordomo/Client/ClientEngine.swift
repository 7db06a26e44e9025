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
    private static let socketItem = 0
    private static let monitorItem = 1
    private static let wakeItem = 2

    private let socket: Socket
    private let monitor: Monitor
    private let poller = Poller()
    private let message = Message(capacity: 8)
    private var state = ClientState<Call>()
    private var actions: [ClientState<Call>.Action] = []
    private var now = MonotonicClock.now()
    /// Whether the last step found an event.
    private var foundEvent = false

    /// Connects in the background. A readable `wakeDescriptor` ends a wait early.
    init(
        context: Context, endpoint: Endpoint, wakeDescriptor: Int32?
    ) throws(ZeroMQError) {
        var settings = SocketSettings()
        // Calls wait for the first connection, so retry it quickly.
        settings.reconnectMillisecondsMax = 500
        socket = try Socket(.dealer, in: context, settings: settings)
        monitor = try socket.makeMonitor()
        try socket.connect(endpoint)
        try poller.add(socket, for: .readable)
        try poller.add(monitor.socket, for: .readable)
        if let wakeDescriptor { poller.add(descriptor: wakeDescriptor, for: .readable) }
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
        _ = try poller.wait(milliseconds: 0)
        try readReady()
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
        poller.setInterest(
            state.waitsForSocket ? [.readable, .writable] : .readable,
            at: ClientEngine.socketItem)
        now = MonotonicClock.now()
        let sleep = MonotonicClock.sleep(
            until: state.nextDeadline, from: now,
            most: min(milliseconds, ClientEngine.sleepMillisecondsMax))
        let ready = try poller.wait(milliseconds: sleep)
        state.waitEnded()
        now = MonotonicClock.now()
        foundEvent = ready > 0
        if ready > 0 {
            try readReady()
            if poller.isWritable(ClientEngine.socketItem) {
                state.becameWritable(at: now, into: &actions)
                try perform()
            }
        }
        state.timePassed(to: now, into: &actions)
        try perform()
        return ready > 0 && poller.count > ClientEngine.wakeItem
            && poller.isReadable(ClientEngine.wakeItem)
    }

    /// Handles everything that has arrived or is due, without waiting. Returns when there is
    /// something to do next without a signal.
    func drain(_ wakeUp: WakeUp) throws(ZeroMQError) -> MonotonicTime? {
        repeat {
            if try step(milliseconds: 0) { wakeUp.clear() }
        } while foundEvent
        return state.nextDeadline
    }

    /// The descriptors of which one is readable if there may be something to drain.
    func descriptors() throws(ZeroMQError) -> [Int32] {
        [try socket.descriptor, try monitor.socket.descriptor]
    }

    func close() throws(ZeroMQError) {
        state.closed(into: &actions)
        try perform()
    }

    /// Reads what the last wait has found.
    private func readReady() throws(ZeroMQError) {
        if poller.isReadable(ClientEngine.socketItem) { try readSocket() }
        if poller.isReadable(ClientEngine.monitorItem) { try readMonitor() }
    }

    private func readMonitor() throws(ZeroMQError) {
        while let event = try monitor.next() {
            switch event.kind {
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
            switch try socket.receive(into: message) {
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
        if try socket.send(message) == .sent { state.sent(requestID) }
        message.removeAll()
    }
}
