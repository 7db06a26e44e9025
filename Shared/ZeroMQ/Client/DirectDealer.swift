import CZeroMQ
import Glibc

/// A DEALER with one peer on a UNIX socket, which speaks ZMTP (RFC 23/ZMTP) on its owner's thread.
///
/// With libzmq, each message passes through a thread of the library: two more wake-ups for each
/// request. A program whose own loop waits for the descriptor needs no such thread. Connects anew
/// after a connection has ended. Times are milliseconds of a monotonic clock.
public final class DirectDealer {
    private enum Phase {
        case closed
        case greeting
        case handshake
        case open
    }

    /// How many bytes may wait for the peer; a send beyond that would block.
    public static let outgoingBytesMax = 8_388_608
    /// The most bytes read at once.
    static let readBytesMax = 65_536
    /// The longest message accepted, in bytes, as by a `ServerSocket`.
    static let messageBytesMax = ServerLimits().messageBytesMax
    /// How long the peer may take for the handshake.
    static let handshakeMilliseconds: Int64 = 2_000

    /// The descriptor that is readable when there is something to receive, for the dealer's whole
    /// life.
    public let descriptor: Int32
    private let endpoint: Endpoint
    private let settings: SocketSettings
    private var phase = Phase.closed
    private var socket: Int32 = -1
    private var events: [MonitorEvent.Kind] = []
    /// When to connect; afterwards, when the handshake must be complete.
    private var due: Int64 = 0
    private var pause: Int64
    private var now: Int64 = 0
    /// Since when nothing has arrived although an answer is expected; nil if none is.
    private var silentSince: Int64?
    private var pinged: Int64?

    private var outgoing = OutgoingQueue()
    private var watchesWriting = false

    private var buffer: [UInt8] = []
    /// The next byte of the buffer.
    private var position = 0
    private var frame: ZMTP.FrameInProgress?
    private var command: [UInt8] = []
    private let arriving = Message(capacity: 8)
    private var arrivingBytes = 0

    /// Creates a dealer, which connects at the first `timePassed`.
    ///
    /// - Throws: `endpoint_refused` unless the endpoint is a path, `exhausted` without descriptors.
    public init(
        _ endpoint: Endpoint, settings: SocketSettings = SocketSettings()
    ) throws(ZeroMQError) {
        guard endpoint.path != nil else {
            throw ZeroMQError(
                code: .endpointRefused, call: "connect",
                message: "\(endpoint) has no path; use ipc://")
        }
        self.endpoint = endpoint
        self.settings = settings
        pause = Int64(settings.reconnectMilliseconds)
        descriptor = compass_epoll_open()
        guard descriptor >= 0 else { throw failure("epoll_create1", number: errno) }
    }

    deinit {
        if socket >= 0 { Glibc.close(socket) }
        Glibc.close(descriptor)
    }

    /// Whether a message can be sent.
    public var hasRoom: Bool {
        phase == .open && outgoing.byteCount < DirectDealer.outgoingBytesMax
    }

    /// Whether `nextEvent` returns one.
    public var hasEvent: Bool { !events.isEmpty }

    /// Returns the next event of the connection; nil if there is none. `connected` means that the
    /// handshake is complete, and `disconnected` that messages on their way are lost.
    public func nextEvent() -> MonitorEvent.Kind? { events.isEmpty ? nil : events.removeFirst() }

    // MARK: Time

    /// Connects if it is time to, and ends a connection whose peer is silent too long.
    ///
    /// - Parameter isExpecting: Whether an answer is expected. Only then a PING is sent to a silent
    ///   peer: a peer that has ended is noticed without.
    public func timePassed(to now: Int64, isExpecting: Bool) {
        self.now = now
        switch phase {
        case .closed: if now >= due { connect() }
        case .greeting, .handshake: if now >= due { close() }
        case .open:
            guard isExpecting else { return (silentSince, pinged) = (nil, nil) }
            let began = silentSince ?? now
            silentSince = began
            if let pinged {
                if now - pinged >= Int64(settings.heartbeatTimeoutMilliseconds) { close() }
            } else if now - began >= Int64(settings.heartbeatMilliseconds) {
                ping()
            }
        }
    }

    /// When `timePassed` has something to do next; nil if only input can change anything.
    public var nextDeadline: Int64? {
        guard phase == .open else { return due }
        return pinged.map { $0 + Int64(settings.heartbeatTimeoutMilliseconds) }
            ?? silentSince.map { $0 + Int64(settings.heartbeatMilliseconds) }
    }

    private func ping() {
        pinged = now
        append(ZMTP.ping(liveMilliseconds: Int64(settings.heartbeatTimeoutMilliseconds)))
    }

    // MARK: Connections

    private func connect() {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
        guard endpoint.connect(socket), compass_epoll_watch(descriptor, socket, 1, 1, 0) == 0
        else { return close() }
        phase = .greeting
        due = now + DirectDealer.handshakeMilliseconds
        append(ZMTP.greeting + ZMTP.ready(socketType: "DEALER"))
    }

    /// Ends the connection, or the attempt to make one; the next attempt follows after a pause.
    private func close() {
        if phase == .open {
            events.append(.disconnected)
            pause = Int64(settings.reconnectMilliseconds)
        }
        phase = .closed
        // Closing ends the watch.
        if socket >= 0 { Glibc.close(socket) }
        socket = -1
        due = now + pause
        pause = min(pause * 2, Int64(settings.reconnectMillisecondsMax))
        outgoing.removeAll()
        watchesWriting = false
        buffer.removeAll(keepingCapacity: true)
        position = 0
        frame = nil
        arriving.removeAll()
        arrivingBytes = 0
        (silentSince, pinged) = (nil, nil)
    }

    // MARK: Sending

    /// Sends a message, or queues what the kernel does not accept yet. The message is empty after
    /// `sent`; without a connection or room, it is unchanged.
    public func send(_ message: Message) -> Socket.SendResult {
        precondition(message.count > 0, "a message to send has at least one frame")
        guard hasRoom else { return .wouldBlock }
        outgoing.append(message, from: 0)
        write()
        // An end of the connection is told as an event, after which nobody knows what has arrived.
        message.removeAll()
        return .sent
    }

    private func append(_ bytes: [UInt8]) {
        outgoing.append(bytes)
        write()
    }

    private func write() {
        switch outgoing.write(to: socket) {
        case .emptied: watch(writing: false)
        case .blocked: watch(writing: true)
        // What the peer has sent before its end is still to be received.
        case .broken: outgoing.removeAll()
        }
    }

    private func watch(writing: Bool) {
        guard watchesWriting != writing else { return }
        watchesWriting = writing
        _ = compass_epoll_watch(descriptor, socket, 0, 1, writing ? 1 : 0)
    }

    // MARK: Receiving

    /// Receives one message into `message`, replacing its frames, and writes what has waited;
    /// never waits.
    public func receive(into message: Message) throws(ZeroMQError) -> Socket.ReceiveResult {
        message.removeAll()
        if watchesWriting { write() }
        while phase != .closed {
            let isComplete: Bool
            do throws(ZMTP.Problem) {
                isComplete = try isMessageComplete()
            } catch {
                close()
                break
            }
            if isComplete {
                try message.appendFrames(movedFrom: arriving, from: 0)
                arrivingBytes = 0
                return .received
            }
            guard fill() else { break }
        }
        return .wouldBlock
    }

    /// Reads once. Returns whether bytes arrived.
    private func fill() -> Bool {
        buffer.removeFirst(position)
        position = 0
        let kept = buffer.count
        var came = 0
        buffer.reserveCapacity(kept + DirectDealer.readBytesMax)
        unsafe withUnsafeTemporaryAllocation(
            byteCount: DirectDealer.readBytesMax, alignment: 1
        ) { room in
            came = unsafe recv(socket, room.baseAddress, room.count, 0)
            if came > 0 { unsafe buffer.append(contentsOf: room[..<came]) }
        }
        if came > 0 {
            if silentSince != nil { silentSince = now }
            pinged = nil
            return true
        }
        if came == 0 || (errno != EAGAIN && errno != EINTR) { close() }
        return false
    }

    /// Takes frames from the buffer. Returns whether `arriving` is a whole message.
    private func isMessageComplete() throws(ZMTP.Problem) -> Bool {
        let bytes = buffer
        if phase == .greeting {
            guard ZMTP.isGreeting(bytes.span) else { throw .malformed }
            guard bytes.count >= ZMTP.greetingByteCount else { return false }
            position = ZMTP.greetingByteCount
            phase = .handshake
        }
        while true {
            if frame == nil {
                guard let head = try ZMTP.head(in: bytes.span, at: position) else { return false }
                position += head.byteCount
                try begin(head)
            }
            guard takeBody() else { return false }
            guard let head = frame?.head else { return false }
            frame = nil
            if head.isCommand {
                try commandReceived()
            } else if !head.hasMore {
                return true
            }
        }
    }

    private func begin(_ head: ZMTP.Head) throws(ZMTP.Problem) {
        frame = ZMTP.FrameInProgress(head: head)
        if head.isCommand {
            guard !head.hasMore, head.bodyCount <= ZMTP.commandBytesMax else {
                throw .malformed
            }
            command.removeAll(keepingCapacity: true)
            return
        }
        guard phase == .open else { throw .malformed }
        arrivingBytes += head.byteCount + head.bodyCount
        guard arrivingBytes <= DirectDealer.messageBytesMax, arriving.count < Message.framesMax,
            (try? arriving.appendFrame(byteCount: head.bodyCount)) != nil
        else { throw .tooLong }
    }

    /// Moves the received part of the body; returns whether the body is complete.
    private func takeBody() -> Bool {
        guard let begun = frame else { return false }
        let taken = min(begun.head.bodyCount - begun.filled, buffer.count - position)
        let range = position..<position + taken
        if begun.head.isCommand {
            command += buffer[range]
        } else {
            unsafe buffer.withUnsafeBytes { bytes in
                unsafe arriving.write(
                    UnsafeRawBufferPointer(rebasing: bytes[range]), at: begun.filled)
            }
        }
        position += taken
        frame?.filled += taken
        return begun.filled + taken == begun.head.bodyCount
    }

    private func commandReceived() throws(ZMTP.Problem) {
        if phase == .handshake {
            // Whatever is not READY refuses this side.
            guard ZMTP.socketType(inReady: command) != nil else { throw .malformed }
            phase = .open
            pause = Int64(settings.reconnectMilliseconds)
            events.append(.connected)
        } else if let context = ZMTP.context(ofPing: command) {
            append(ZMTP.pong(context))
        }
        // The receipt of PONG is sufficient; unknown commands belong to later versions.
    }
}
