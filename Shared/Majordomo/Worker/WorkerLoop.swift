import ZeroMQ

/// Moves messages between a DEALER and a `WorkerState`. Belongs to one thread.
final class WorkerLoop {
    /// The most messages received before replies and timers run.
    static let batchMax = 256
    /// The longest sleep, in milliseconds.
    static let sleepMillisecondsMax = 1_000
    /// The time for a closed socket to send its last replies and DISCONNECT, in milliseconds.
    static let lingerMilliseconds: Int32 = 500
    private static let socketItem = 0
    private static let monitorItem = 1
    private static let mailboxItem = 2

    private struct Connection {
        let socket: Socket
        let monitor: Monitor
        let poller: Poller
    }

    private let settings: Worker.Settings
    private let endpoint: Endpoint
    private let context: Context
    private let mailbox: Mailbox<Worker.Input>
    private let handler: Worker.Handler
    private let notice: @Sendable (WorkerNotice) -> Void
    private let idlePoller = Poller()
    private var connection: Connection?
    private var state: WorkerState
    private var actions: [WorkerState.Action] = []
    /// Messages that the socket has not accepted yet, in order.
    private var backlog: [Message] = []
    /// The broker's challenge for this connection.
    private var challenge: String?
    private var now = MonotonicClock.now()

    init(
        settings: Worker.Settings, endpoint: Endpoint, context: Context,
        mailbox: Mailbox<Worker.Input>, handler: @escaping Worker.Handler,
        notice: @escaping @Sendable (WorkerNotice) -> Void
    ) {
        self.settings = settings
        self.endpoint = endpoint
        self.context = context
        self.mailbox = mailbox
        self.handler = handler
        self.notice = notice
        state = WorkerState(credit: settings.credit, now: now)
        idlePoller.add(descriptor: mailbox.descriptor, for: .readable)
    }

    /// Serves until a drain ends.
    func run() throws(ZeroMQError) {
        var isDrained = true
        while state.phase != .stopped {
            now = MonotonicClock.now()
            state.timePassed(to: now, into: &actions)
            try perform()
            try takeInputs()
            if state.phase == .stopped { break }
            try wait(mayFallAsleep: isDrained)
            now = MonotonicClock.now()
            isDrained = try readSocket()
            try readMonitor()
            try sendBacklog()
        }
    }

    private func wait(mayFallAsleep: Bool) throws(ZeroMQError) {
        let poller = connection?.poller ?? idlePoller
        let isWaitingToWrite = state.waitsForSocket || !backlog.isEmpty
        if connection != nil {
            poller.setInterest(
                isWaitingToWrite ? [.readable, .writable] : .readable, at: WorkerLoop.socketItem)
        }
        let sleeps = mayFallAsleep && mailbox.mayFallAsleep()
        let sleep = MonotonicClock.sleep(
            until: state.nextDeadline, from: MonotonicClock.now(),
            most: sleeps ? WorkerLoop.sleepMillisecondsMax : 0)
        _ = try poller.wait(milliseconds: sleep)
        mailbox.wokeUp(
            isSignalled: poller.isReadable(connection == nil ? 0 : WorkerLoop.mailboxItem))
        if connection != nil, poller.isWritable(WorkerLoop.socketItem), state.waitsForSocket {
            now = MonotonicClock.now()
            state.becameWritable(at: now, into: &actions)
            try perform()
        }
    }

    private func takeInputs() throws(ZeroMQError) {
        for input in mailbox.takeAll() {
            switch input {
            case .reply(let request, let header, let payload):
                try reply(to: request, header: header, payload: payload)
            case .credit(let credit): state.creditChanged(to: credit, at: now, into: &actions)
            case .drain: state.drainStarted(at: now, into: &actions)
            }
            try perform()
        }
    }

    /// Receives a batch of messages if the last wait has found one; returns true if none is left.
    private func readSocket() throws(ZeroMQError) -> Bool {
        guard let connection, connection.poller.isReadable(WorkerLoop.socketItem) else {
            return true
        }
        var next = try receive()
        for _ in 0..<WorkerLoop.batchMax {
            guard let message = next else { return true }
            // A handler is told whether more messages wait.
            next = try receive()
            try messageReceived(message, isAlone: next == nil)
            try perform()
        }
        guard let next else { return true }
        try messageReceived(next, isAlone: false)
        try perform()
        return false
    }

    /// Receives a message that is not too long; nil if there is none.
    private func receive() throws(ZeroMQError) -> Message? {
        while let connection {
            let message = Message(capacity: 8)
            switch try connection.socket.receive(into: message) {
            case .wouldBlock: return nil
            case .received: return message
            case .oversized: continue
            }
        }
        return nil
    }

    private func readMonitor() throws(ZeroMQError) {
        guard let connection, connection.poller.isReadable(WorkerLoop.monitorItem) else { return }
        while let event = try connection.monitor.next() {
            guard event.kind == .disconnected else { continue }
            state.connectionLost(at: now, into: &actions)
        }
        try perform()
    }
}

// MARK: Messages

extension WorkerLoop {
    private func messageReceived(_ message: Message, isAlone: Bool) throws(ZeroMQError) {
        guard message.count >= 2, message.byteCount(at: 1) == 1 else { return }
        let number = message.withBytes(at: 1) { $0[0] }
        if message.withBytes(at: 0, { $0.equals(ClientCommand.protocolHeader) }) {
            answerReceived(message, command: ClientCommand(rawValue: number))
            return
        }
        guard message.withBytes(at: 0, { $0.equals(WorkerCommand.protocolHeader) }) else { return }
        switch WorkerCommand(rawValue: number) {
        case .heartbeat:
            let credit =
                message.count == 3
                ? message.withBytes(at: 2) { $0.bigEndian(at: 0, as: UInt32.self) } : nil
            state.heartbeatReceived(credit: credit, at: now, into: &actions)
        case .disconnect: state.disconnectReceived(at: now, into: &actions)
        case .request: try requestReceived(message, isAlone: isAlone)
        default: return
        }
    }

    /// Frames: MDPC02, 03, mmi.broker, answer.
    private func answerReceived(_ message: Message, command: ClientCommand?) {
        guard command == .final, message.count == 4 else { return }
        let text = String(decoding: message.bytes(at: 3), as: UTF8.self)
        let offersCredit = BrokerIntroduction.lists(Extension.credit, in: text)
        if BrokerIntroduction.lists(Extension.proof, in: text) {
            challenge = BrokerIntroduction.challenge(in: text)
        }
        state.brokerAnswered(offersCredit: offersCredit, at: now, into: &actions)
    }

    /// Frames: MDPW02, 02, client address, empty, body…
    private func requestReceived(_ message: Message, isAlone: Bool) throws(ZeroMQError) {
        guard message.count >= 5, state.requestReceived(at: now) else { return }
        let client = message.bytes(at: 2)
        let decoded = message.withBytes(at: 4) { bytes in
            try? RequestHeader.decode(bytes)
        }
        guard let decoded, message.count >= 6 else {
            return try refuse(client, requestID: decoded?.header.requestID ?? .zero)
        }
        handler(
            WorkerRequest(
                header: decoded.header, passport: decoded.passport, received: now,
                isAlone: isAlone, client: client, generation: state.generation, message: message,
                payloadFirst: 5))
    }

    /// Replies to a body without a valid header.
    private func refuse(_ client: [UInt8], requestID: WireID) throws(ZeroMQError) {
        guard state.replied(generation: state.generation, isFinal: true, at: now) else { return }
        let header = ReplyHeader(requestID: requestID, status: .invalid, executed: .no)
        let text = "a request here begins with a header and has a payload"
        try send(
            .final, to: client, header: header,
            payload: JSONText.error(.invalid, text, requestID).span)
        state.replySent(into: &actions)
    }

    private func reply(
        to request: WorkerRequest, header: ReplyHeader, payload: [UInt8]
    ) throws(ZeroMQError) {
        guard state.replied(generation: request.generation, isFinal: true, at: now) else { return }
        var header = header
        header.requestID = request.header.requestID
        header.slice = 0
        var payload = payload
        if payload.count > Limits.replyBytesMax {
            header.status = .tooLarge
            header.retryAfterMilliseconds = -1
            payload = JSONText.error(
                .tooLarge, "the answer is over \(Limits.replyBytesMax) bytes; ask for less",
                header.requestID)
        }
        let whole = payload.span
        var offset = 0
        while whole.count - offset > Limits.payloadFrameBytesMax {
            let end = offset + Limits.payloadFrameBytesMax
            try send(
                .partial, to: request.client, header: header,
                payload: whole.extracting(offset..<end))
            offset = end
            header.slice += 1
        }
        try send(
            .final, to: request.client, header: header,
            payload: whole.extracting(offset..<whole.count))
        state.replySent(into: &actions)
    }

    private func send(
        _ command: WorkerCommand, to client: [UInt8], header: ReplyHeader, payload: Span<UInt8>
    ) throws(ZeroMQError) {
        let message = try begin(command)
        try message.append(client)
        try message.append("")
        try message.append(header.envelope())
        try message.append(payload)
        try send(message)
    }
}

// MARK: Actions

extension WorkerLoop {
    private func perform() throws(ZeroMQError) {
        var index = 0
        while index < actions.count {
            try perform(actions[index])
            index += 1
        }
        actions.removeAll(keepingCapacity: true)
    }

    private func perform(_ action: WorkerState.Action) throws(ZeroMQError) {
        switch action {
        case .openSocket: try openSocket()
        case .closeSocket:
            // The backlog belongs to requests that are lost with the socket.
            backlog.removeAll()
            connection = nil
        case .askBroker:
            let message = Message(capacity: 4)
            try message.append(ClientCommand.protocolHeader)
            try message.append(ClientCommand.request.rawValue)
            try message.append("mmi.broker")
            try message.append("")
            try send(message)
        case .sendReady(let credit):
            let message = try begin(.ready)
            try message.append(settings.service.utf8Span.span)
            try appendCredit(credit, to: message)
            if credit != nil, let proof = proof() { try message.append(proof) }
            try send(message)
        case .sendHeartbeat(let credit):
            let message = try begin(.heartbeat)
            try appendCredit(credit, to: message)
            try send(message)
        case .sendDisconnect: try send(begin(.disconnect))
        case .noteRegistered(let hasCredit): notice(.registered(hasCredit: hasCredit))
        case .noteLost: notice(.lost)
        case .noteStopped: return
        }
    }

    private func openSocket() throws(ZeroMQError) {
        var options = SocketSettings()
        options.lingerMilliseconds = WorkerLoop.lingerMilliseconds
        let socket = try Socket(.dealer, in: context, settings: options)
        let monitor = try socket.makeMonitor()
        try socket.connect(endpoint)
        let poller = Poller()
        try poller.add(socket, for: .readable)
        try poller.add(monitor.socket, for: .readable)
        poller.add(descriptor: mailbox.descriptor, for: .readable)
        backlog.removeAll()
        challenge = nil
        connection = Connection(socket: socket, monitor: monitor, poller: poller)
    }

    /// Returns the proof of the service's key if the broker asks for one. It follows the credit
    /// frame.
    private func proof() -> [UInt8]? {
        guard let challenge, let prove = settings.proof else { return nil }
        return prove(
            WorkerRegistration.statement(service: settings.service, challenge: challenge))
    }

    private func begin(_ command: WorkerCommand) throws(ZeroMQError) -> Message {
        let message = Message(capacity: 8)
        try message.append(WorkerCommand.protocolHeader)
        try message.append(command.rawValue)
        return message
    }

    private func appendCredit(
        _ credit: UInt32?, to message: Message
    ) throws(ZeroMQError) {
        guard let credit else { return }
        var bytes: [UInt8] = []
        bytes.appendBigEndian(credit)
        try message.append(bytes)
    }

    /// Sends a message, or queues it in order until the socket accepts it.
    private func send(_ message: Message) throws(ZeroMQError) {
        guard let connection else { return }
        guard backlog.isEmpty else { return backlog.append(message) }
        if try connection.socket.send(message) == .wouldBlock { backlog.append(message) }
    }

    private func sendBacklog() throws(ZeroMQError) {
        guard let connection, !backlog.isEmpty else { return }
        var taken = 0
        while taken < backlog.count {
            if try connection.socket.send(backlog[taken]) == .wouldBlock { break }
            taken += 1
        }
        backlog.removeFirst(taken)
    }
}

/// Reads the parts of the reply to `mmi.broker` that a worker needs.
enum BrokerIntroduction {
    /// The length of a challenge above which the worker does not sign it, in bytes.
    static let challengeBytesMax = 256

    /// Returns the text to sign, hexadecimal digits; nil if there is none.
    static func challenge(in text: String) -> String? {
        guard text.hasPrefix("{"), let key = text.firstRange(of: "\"challenge\":\"") else {
            return nil
        }
        let digits = text[key.upperBound...].prefix { $0 != "\"" }
        guard (1...challengeBytesMax).contains(digits.utf8.count),
            digits.allSatisfy(\.isHexDigit)
        else { return nil }
        return String(digits)
    }

    /// Returns whether the JSON object lists the extension, an ASCII word that needs no escapes.
    static func lists(_ name: String, in text: String) -> Bool {
        guard text.hasPrefix("{"), let key = text.firstRange(of: "\"extensions\"") else {
            return false
        }
        let rest = text[key.upperBound...]
        guard let open = rest.firstIndex(of: "["), let close = rest.firstIndex(of: "]"),
            open < close
        else { return false }
        return rest[open..<close].contains("\"\(name)\"")
    }
}
