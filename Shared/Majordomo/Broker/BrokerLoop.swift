import ZeroMQ

/// The body of a message: its frames from `first` to the last.
struct BrokerBody {
    let message: Message
    let first: Int
}

/// Moves messages between the socket and a `BrokerState`. Belongs to one thread.
///
/// A value, so that the compiler and not the runtime proves that its parts are accessed
/// exclusively.
struct BrokerLoop: ~Copyable {
    /// The most messages received before timers run.
    static let batchMax = 256
    /// The time for the refusals and DISCONNECTs of a drain to leave, in milliseconds.
    static let lingerMilliseconds = 200
    /// The longest sleep, in milliseconds; bounds the delay of work that no wake-up announces.
    static let sleepMillisecondsMax = 1_000

    private let socket: ServerSocket
    private let settings: Broker.Settings
    private var notices: BrokerNotices
    private var state: BrokerState<BrokerBody>
    private var actions: [BrokerAction<BrokerBody>] = []
    private let outgoing = Message(capacity: 8)
    private var refusalFrames = RefusalFrames()
    private var now = MonotonicClock.now()

    init(
        endpoint: Endpoint, settings: Broker.Settings, stopDescriptor: Int32
    ) throws(ZeroMQError) {
        self.settings = settings
        socket = try ServerSocket(
            endpoint, userID: settings.userID, signalDescriptor: stopDescriptor,
            now: now.milliseconds)
        notices = BrokerNotices(now: now)
        state = BrokerState(epoch: .random(), started: now)
    }

    /// Serves until the drain requested through the stop descriptor ends.
    mutating func run() throws(ZeroMQError) {
        var isDrained = true
        while true {
            moveClock()
            let sleep = MonotonicClock.sleep(
                until: nextDeadline(), from: now, most: BrokerLoop.sleepMillisecondsMax)
            try socket.wait(milliseconds: isDrained ? sleep : 0)
            moveClock()
            isDrained = try readSocket()
            try closeConnections()
            if socket.isSignalled, !state.isDraining {
                state.drainStarted(at: now, into: &actions)
            }
            for descriptor in socket.heldDescriptors {
                state.connectionHeld(descriptor: descriptor, at: now)
            }
            state.timePassed(to: now, into: &actions)
            try perform()
            socket.flush()
            if isDrained {
                socket.timePassed()
                if state.isDrained(at: now) { break }
            }
            tell()
        }
        state.drainEnded(into: &actions)
        try perform()
        // The queue now holds only the refusals and DISCONNECTs of the drain.
        socket.finish(lingerMilliseconds: BrokerLoop.lingerMilliseconds)
    }

    private mutating func moveClock() {
        now = MonotonicClock.now()
        socket.now = now.milliseconds
    }

    private func nextDeadline() -> MonotonicTime {
        let ofSocket = MonotonicTime(milliseconds: socket.nextDeadline)
        return min(state.nextDeadline() ?? ofSocket, ofSocket)
    }

    private mutating func tell() {
        state.figures = socket.figures
        let notice = notices.notice(
            of: socket.figures, refusedRegistrations: state.counters.registrationsRefused,
            lastRefused: state.lastRefusedRegistration, at: now)
        if let notice { settings.notice(notice) }
    }

    /// Reports closed connections. Their messages have been received already.
    private mutating func closeConnections() throws(ZeroMQError) {
        for descriptor in socket.takeClosed() {
            state.connectionClosed(descriptor: descriptor, into: &actions)
        }
        try perform()
    }

    /// Receives a batch of messages; returns true if none is left.
    private mutating func readSocket() throws(ZeroMQError) -> Bool {
        for _ in 0..<BrokerLoop.batchMax {
            guard let message = socket.receive() else { return true }
            messageReceived(message)
            try perform()
        }
        return false
    }

    private mutating func recycle(_ message: Message) {
        socket.recycle(message)
    }
}

// MARK: Messages

extension BrokerLoop {
    private mutating func messageReceived(_ message: Message) {
        let peer = message.withBytes(at: 0) { PeerAddress($0) }
        if state.refuses(peer, at: now) { return recycle(message) }
        guard message.count >= 3, message.byteCount(at: 2) == 1 else {
            return malformed(peer, message)
        }
        let command = message.withBytes(at: 2) { $0[0] }
        if message.withBytes(at: 1, { $0.equals(ClientCommand.protocolHeader) }) {
            guard command == ClientCommand.request.rawValue else {
                return malformed(peer, message)
            }
            clientRequestReceived(message, from: peer)
        } else if message.withBytes(at: 1, { $0.equals(WorkerCommand.protocolHeader) }) {
            workerCommandReceived(WorkerCommand(rawValue: command), message, from: peer)
        } else {
            malformed(peer, message)
        }
    }

    private mutating func malformed(_ peer: PeerAddress, _ message: Message) {
        state.malformedReceived(
            from: peer, descriptor: message.sourceDescriptor, at: now, into: &actions)
        recycle(message)
    }

    /// Frames: address, MDPC02, 01, service, body…
    private mutating func clientRequestReceived(_ message: Message, from peer: PeerAddress) {
        let first = 4
        guard message.count > first, message.count - first <= Limits.bodyFramesMax,
            let service = message.withBytes(at: 3, { ServiceName.read($0) })
        else { return malformed(peer, message) }
        let header: BrokerRequestHeader?
        do throws(EnvelopeProblem) {
            header = try requestHeader(message, at: first)
        } catch {
            guard case .version = error else { return malformed(peer, message) }
            state.otherVersionReceived(from: peer, service: service, into: &actions)
            return recycle(message)
        }
        if ServiceName.isReserved(service) {
            let question = first + (header == nil ? 0 : 1)
            let text = question < message.count ? message.bytes(at: question) : []
            state.questionReceived(
                from: peer, service: service, requestID: header?.requestID, question: text,
                at: now, into: &actions)
            return recycle(message)
        }
        let payloadFirst = first + (header == nil ? 0 : 1)
        guard isWithinLimits(message, from: payloadFirst) else {
            state.oversizedRequestReceived(
                from: peer, descriptor: message.sourceDescriptor, service: service,
                requestID: header?.requestID, at: now, into: &actions)
            return recycle(message)
        }
        state.requestReceived(
            BrokerRequest(
                client: peer, descriptor: message.sourceDescriptor, service: service,
                header: header, body: BrokerBody(message: message, first: first),
                byteCount: message.byteCount(from: first)),
            at: now, into: &actions)
    }

    private func requestHeader(
        _ message: Message, at index: Int
    ) throws(EnvelopeProblem) -> BrokerRequestHeader? {
        try message.withBytes(at: index) { bytes throws(EnvelopeProblem) in
            if case .absent = Envelope.presence(in: bytes) { return nil }
            let scan = try EnvelopeScan(bytes)
            guard scan.kind == .request else { throw .malformed }
            return BrokerRequestHeader(
                requestID: scan.requestID, budgetMilliseconds: scan.budgetMilliseconds)
        }
    }

    private func isWithinLimits(_ message: Message, from first: Int) -> Bool {
        var index = first
        while index < message.count {
            if message.byteCount(at: index) > Limits.payloadFrameBytesMax { return false }
            index += 1
        }
        return message.byteCount(from: first) <= Limits.requestBytesMax
    }

    private mutating func workerCommandReceived(
        _ command: WorkerCommand?, _ message: Message, from peer: PeerAddress
    ) {
        switch command {
        case .ready where (4...6).contains(message.count): readyReceived(message, from: peer)
        case .heartbeat where (3...4).contains(message.count):
            guard message.count == 3 || credit(message, at: 3) != nil else {
                return malformed(peer, message)
            }
            state.heartbeatReceived(
                from: peer, credit: message.count == 4 ? credit(message, at: 3) : nil, at: now,
                into: &actions)
            recycle(message)
        case .partial, .final: replyReceived(message, from: peer, isFinal: command == .final)
        case .disconnect where message.count == 3:
            state.disconnectReceived(from: peer, into: &actions)
            recycle(message)
        default: malformed(peer, message)
        }
    }

    /// Frames: address, MDPW02, 01, service [, credit [, proof]].
    private mutating func readyReceived(_ message: Message, from peer: PeerAddress) {
        let credit = message.count > 4 ? credit(message, at: 4) : nil
        guard let service = message.withBytes(at: 3, { ServiceName.read($0) }),
            message.count == 4 || credit != nil
        else { return malformed(peer, message) }
        let registration = WorkerRegistration(
            service: service, challenge: state.challenge(for: peer),
            proof: message.count == 6 ? message.bytes(at: 5) : nil)
        if !ServiceName.isReserved(service), !settings.admits(registration) {
            state.registrationRefused(from: peer, service: service, into: &actions)
        } else {
            state.readyReceived(
                from: peer, descriptor: message.sourceDescriptor, service: service,
                credit: credit, at: now, into: &actions)
        }
        recycle(message)
    }

    /// Frames: address, MDPW02, 03 or 04, client address, empty, body…
    private mutating func replyReceived(_ message: Message, from peer: PeerAddress, isFinal: Bool) {
        let first = 5
        guard message.count > first, message.count - first <= Limits.bodyFramesMax,
            (1...255).contains(message.byteCount(at: 3)), message.byteCount(at: 4) == 0
        else { return malformed(peer, message) }
        let client = message.withBytes(at: 3) { PeerAddress($0) }
        let requestID: WireID? = message.withBytes(at: first) { bytes in
            guard let scan = try? EnvelopeScan(bytes), scan.kind == .reply else { return nil }
            return scan.requestID
        }
        state.replyReceived(
            from: peer, client: client, requestID: requestID, isFinal: isFinal,
            body: BrokerBody(message: message, first: first), at: now, into: &actions)
    }

    private func credit(_ message: Message, at index: Int) -> UInt32? {
        message.withBytes(at: index) { bytes in
            guard bytes.count == 4, let credit: UInt32 = bytes.bigEndian(at: 0),
                credit <= Limits.creditMax
            else { return nil }
            return credit
        }
    }
}

// MARK: Actions

extension BrokerLoop {
    private mutating func perform() throws(ZeroMQError) {
        var index = 0
        while index < actions.count {
            try perform(actions[index])
            index += 1
        }
        actions.removeAll(keepingCapacity: true)
    }

    private mutating func perform(_ action: BrokerAction<BrokerBody>) throws(ZeroMQError) {
        switch action {
        case .dispatch(let worker, let client, let requestID, let body, let waited):
            try dispatch(body, to: worker, from: client, requestID: requestID, waited: waited)
        case .forward(let client, let service, let isFinal, let body):
            try begin(client, service, isFinal ? .final : .partial)
            let source = body.message.sourceDescriptor
            try outgoing.appendFrames(movedFrom: body.message, from: body.first)
            recycle(body.message)
            sendToClient(from: source)
        case .refuse(let client, let service, let requestID, let refusal):
            try begin(client, service, .final)
            refusalFrames.set(refusal, of: requestID)
            try outgoing.append(refusalFrames.envelope)
            try outgoing.append(refusalFrames.payload)
            sendToClient()
        case .answer(let client, let service, let requestID, let payload):
            try begin(client, service, .final)
            if let requestID {
                try outgoing.append(ReplyHeader(requestID: requestID).envelope())
            }
            try outgoing.append(payload)
            sendToClient()
        case .heartbeat(let worker, let credit):
            try begin(worker, .heartbeat)
            if let credit {
                var bytes: [UInt8] = []
                bytes.appendBigEndian(credit)
                try outgoing.append(bytes)
            }
            sendToWorker(worker)
        case .disconnect(let worker):
            try begin(worker, .disconnect)
            _ = socket.send(outgoing)
            outgoing.removeAll()
        }
    }

    private mutating func dispatch(
        _ body: BrokerBody, to worker: PeerAddress, from client: PeerAddress,
        requestID: WireID, waited: Int64
    ) throws(ZeroMQError) {
        if waited > 0, requestID != .zero { lowerBudget(body, by: waited) }
        try begin(worker, .request)
        try client.append(to: outgoing)
        try outgoing.append("")
        let source = body.message.sourceDescriptor
        try outgoing.appendFrames(movedFrom: body.message, from: body.first)
        recycle(body.message)
        guard !socket.send(outgoing, from: source) else { return }
        outgoing.removeAll()
        state.dispatchFailed(worker: worker, client: client, requestID: requestID, into: &actions)
    }

    /// Writes the remaining budget into the envelope, at the offset that every valid request uses.
    private func lowerBudget(_ body: BrokerBody, by waited: Int64) {
        body.message.withMutableBytes(at: body.first) { bytes in
            let offset = Envelope.budgetOffset
            guard bytes.count >= offset + 4,
                let budget: UInt32 = bytes.span.bigEndian(at: offset)
            else { return }
            let left = UInt32(clamping: max(0, Int64(budget) - waited))
            for index in 0..<4 {
                bytes[offset + index] = UInt8(truncatingIfNeeded: left >> UInt32(24 - 8 * index))
            }
        }
    }

    private mutating func begin(
        _ client: PeerAddress, _ service: String, _ command: ClientCommand
    ) throws(ZeroMQError) {
        outgoing.removeAll()
        try client.append(to: outgoing)
        try outgoing.append(ClientCommand.protocolHeader)
        try outgoing.append(command.rawValue)
        try outgoing.append(service.utf8Span.span)
    }

    private mutating func begin(
        _ worker: PeerAddress, _ command: WorkerCommand
    ) throws(ZeroMQError) {
        outgoing.removeAll()
        try worker.append(to: outgoing)
        try outgoing.append(WorkerCommand.protocolHeader)
        try outgoing.append(command.rawValue)
    }

    private mutating func sendToClient(from source: Int32? = nil) {
        guard !socket.send(outgoing, from: source) else { return }
        outgoing.removeAll()
        state.counters.unroutable &+= 1
    }

    private mutating func sendToWorker(_ worker: PeerAddress) {
        guard !socket.send(outgoing) else { return }
        outgoing.removeAll()
        state.workerUnreachable(worker, into: &actions)
    }
}
