import ZeroMQ

/// The body of a message: its frames from `first` on.
struct BrokerBody {
    let message: Message
    let first: Int
}

/// Moves messages between the ROUTER and a `BrokerState`. Belongs to one thread.
///
/// A value, so that the compiler and not the runtime proves that its parts are accessed
/// exclusively.
struct BrokerLoop: ~Copyable {
    /// Messages taken before monitor, admission and timers get their turn.
    static let batchMax = 256
    /// Batches that a closed connection's last messages may wait behind others.
    static let batchesBeforeClose = 4
    /// Messages kept for reuse.
    static let poolMax = 64
    /// The longest sleep; bounds how late an unforeseen need is seen, in milliseconds.
    static let sleepMillisecondsMax = 1_000

    private let context: Context
    private let admission: ZAPHandler
    private let router: Socket
    private let monitor: Monitor
    private let poller = Poller()
    private let stopDescriptor: Int32
    private var state: BrokerState<BrokerBody>
    private var actions: [BrokerAction<BrokerBody>] = []
    private let outgoing = Message(capacity: 8)
    private var refusalFrames = RefusalFrames()
    private var pool: [Message] = []
    /// Connections that closed and are not yet taken off the state.
    private var closed: [Int32] = []
    private var batchesSinceClose = 0
    private var now = MonotonicClock.now()

    init(endpoint: Endpoint, userID: UInt32, stopDescriptor: Int32) throws(ZeroMQError) {
        let context = try Context()
        let admission = try ZAPHandler(in: context, policy: ZAPPolicy(userID: userID))
        var options = SocketSettings()
        options.zapDomain = "compass"
        // What is still queued at the end is the refusals and DISCONNECTs of the drain.
        options.lingerMilliseconds = 200
        let router = try Socket(.router, in: context, settings: options)
        let monitor = try router.makeMonitor()
        try router.bind(endpoint)
        self.context = context
        self.admission = admission
        self.router = router
        self.monitor = monitor
        self.stopDescriptor = stopDescriptor
        state = BrokerState(epoch: .random(), started: now)
        poller.add(router, for: .readable)
        poller.add(monitor.socket, for: .readable)
        poller.add(admission.socket, for: .readable)
        poller.add(descriptor: stopDescriptor, for: .readable)
    }

    /// Serves until the drain that the stop descriptor starts is over.
    mutating func run() throws(ZeroMQError) {
        var isRouterDrained = true
        while true {
            now = MonotonicClock.now()
            let sleep = MonotonicClock.sleep(
                until: state.nextDeadline(), from: now, most: BrokerLoop.sleepMillisecondsMax)
            _ = try poller.wait(milliseconds: isRouterDrained ? sleep : 0)
            now = MonotonicClock.now()
            if poller.isReadable(2) { try admission.answerPending() }
            if poller.isReadable(1) { try readMonitor() }
            isRouterDrained = try readRouter()
            try closeConnections(isRouterDrained: isRouterDrained)
            if poller.isReadable(3), !state.isDraining {
                state.drainStarted(at: now, into: &actions)
                poller.setInterest([], at: 3)
            }
            state.timePassed(to: now, into: &actions)
            try perform()
            if isRouterDrained, state.isDrained(at: now) { break }
        }
        state.drainEnded(into: &actions)
        try perform()
    }

    private mutating func readMonitor() throws(ZeroMQError) {
        while let event = try monitor.next() {
            guard event.kind == .disconnected else { continue }
            closed.append(event.value)
        }
    }

    /// A peer's last messages may still wait in the ROUTER when its connection is reported closed;
    /// they count first, but not for ever.
    private mutating func closeConnections(isRouterDrained: Bool) throws(ZeroMQError) {
        guard !closed.isEmpty else { return }
        batchesSinceClose += 1
        guard isRouterDrained || batchesSinceClose == BrokerLoop.batchesBeforeClose else { return }
        batchesSinceClose = 0
        for descriptor in closed {
            state.connectionClosed(descriptor: descriptor, into: &actions)
        }
        closed.removeAll(keepingCapacity: true)
        try perform()
    }

    /// Takes a batch of messages; true when none is left.
    private mutating func readRouter() throws(ZeroMQError) -> Bool {
        for _ in 0..<BrokerLoop.batchMax {
            let message = pool.popLast() ?? Message(capacity: 12)
            switch try router.receive(into: message) {
            case .wouldBlock:
                recycle(message)
                return true
            case .received:
                try messageReceived(message)
            case .oversized:
                let peer = message.withBytes(at: 0) { PeerAddress($0) }
                malformed(peer, message)
            }
            try perform()
        }
        return false
    }

    private mutating func recycle(_ message: Message) {
        guard pool.count < BrokerLoop.poolMax else { return }
        message.removeAll()
        pool.append(message)
    }
}

// MARK: Messages

extension BrokerLoop {
    private mutating func messageReceived(_ message: Message) throws(ZeroMQError) {
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
            try workerCommandReceived(WorkerCommand(rawValue: command), message, from: peer)
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
    ) throws(ZeroMQError) {
        switch command {
        case .ready where (4...5).contains(message.count):
            try readyReceived(message, from: peer)
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

    private mutating func readyReceived(
        _ message: Message, from peer: PeerAddress
    ) throws(ZeroMQError) {
        let credit = message.count == 5 ? credit(message, at: 4) : nil
        guard let service = message.withBytes(at: 3, { ServiceName.read($0) }),
            message.count == 4 || credit != nil
        else { return malformed(peer, message) }
        // The end of the connection that had this descriptor before was reported earlier.
        try readMonitor()
        if let descriptor = message.sourceDescriptor, closed.contains(descriptor) {
            closed.removeAll { $0 == descriptor }
            state.connectionClosed(descriptor: descriptor, into: &actions)
        }
        state.readyReceived(
            from: peer, descriptor: message.sourceDescriptor, service: service, credit: credit,
            at: now, into: &actions)
        recycle(message)
    }

    /// Frames: address, MDPW02, 03 or 04, client address, empty, body…
    private mutating func replyReceived(_ message: Message, from peer: PeerAddress, isFinal: Bool) {
        let first = 5
        guard message.count > first, message.count - first <= Limits.bodyFramesMax,
            (1...255).contains(message.byteCount(at: 3)), message.byteCount(at: 4) == 0
        else { return malformed(peer, message) }
        let client = message.withBytes(at: 3) { PeerAddress($0) }
        let requestID: Identifier? = message.withBytes(at: first) { bytes in
            guard let scan = try? EnvelopeScan(bytes), scan.kind == .reply else { return nil }
            return scan.requestID
        }
        state.replyReceived(
            from: peer, client: client, requestID: requestID, isFinal: isFinal,
            body: BrokerBody(message: message, first: first), at: now, into: &actions)
    }

    private func credit(_ message: Message, at index: Int) -> UInt32? {
        message.withBytes(at: index) { bytes in
            guard bytes.count == 4, let credit = bytes.bigEndian(at: 0, width: 4),
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
            try outgoing.appendFrames(movedFrom: body.message, from: body.first)
            recycle(body.message)
            try sendToClient()
        case .refuse(let client, let service, let requestID, let refusal):
            try begin(client, service, .final)
            refusalFrames.set(refusal, of: requestID)
            try outgoing.append(refusalFrames.envelope)
            try outgoing.append(refusalFrames.payload)
            try sendToClient()
        case .answer(let client, let service, let requestID, let payload):
            try begin(client, service, .final)
            if let requestID {
                try outgoing.append(ReplyHeader(requestID: requestID).envelope())
            }
            try outgoing.append(payload)
            try sendToClient()
        case .heartbeat(let worker, let credit):
            try begin(worker, .heartbeat)
            if let credit {
                var bytes: [UInt8] = []
                bytes.appendBigEndian(credit)
                try outgoing.append(bytes)
            }
            try sendToWorker(worker)
        case .disconnect(let worker):
            try begin(worker, .disconnect)
            _ = try router.send(outgoing)
            outgoing.removeAll()
        }
    }

    private mutating func dispatch(
        _ body: BrokerBody, to worker: PeerAddress, from client: PeerAddress,
        requestID: Identifier, waited: Int64
    ) throws(ZeroMQError) {
        if waited > 0, requestID != .zero { lowerBudget(body, by: waited) }
        try begin(worker, .request)
        try client.append(to: outgoing)
        try outgoing.append("")
        try outgoing.appendFrames(movedFrom: body.message, from: body.first)
        recycle(body.message)
        let result = try router.send(outgoing)
        outgoing.removeAll()
        switch result {
        case .sent: return
        case .lost: state.workerUnreachable(worker, into: &actions)
        case .wouldBlock, .unroutable:
            state.dispatchFailed(
                worker: worker, client: client, requestID: requestID, into: &actions)
        }
    }

    /// Writes what is left of the budget into the envelope, where every valid request has it.
    private func lowerBudget(_ body: BrokerBody, by waited: Int64) {
        body.message.withMutableBytes(at: body.first) { bytes in
            let offset = Envelope.budgetOffset
            guard bytes.count >= offset + 4,
                let budget = bytes.span.bigEndian(at: offset, width: 4)
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

    private mutating func sendToClient() throws(ZeroMQError) {
        switch try router.send(outgoing) {
        case .sent: return
        case .unroutable, .lost: state.counters.unroutable &+= 1
        case .wouldBlock: state.counters.overflowed &+= 1
        }
        outgoing.removeAll()
    }

    private mutating func sendToWorker(_ worker: PeerAddress) throws(ZeroMQError) {
        switch try router.send(outgoing) {
        case .sent: return
        case .unroutable, .lost: state.workerUnreachable(worker, into: &actions)
        case .wouldBlock: state.counters.overflowed &+= 1
        }
        outgoing.removeAll()
    }
}
