import CSystem
import CZeroMQ
import Glibc

/// The current state of a `ServerSocket` and its counts since binding.
public struct ServerFigures: Sendable, Equatable {
    /// The connections that are open or in the handshake.
    public var connections = 0
    /// The bytes of arriving messages.
    public var incomingBytes = 0
    /// The bytes queued for peers.
    public var outgoingBytes = 0
    /// Peers refused because they belong to another user.
    public var peersRefused: UInt64 = 0
    /// Connections closed because of a limit or a violation of ZMTP.
    public var connectionsCut: UInt64 = 0

    public init() {}
}

/// The broker's side of all connections: the part of libzmq's ROUTER that a broker on a UNIX socket
/// needs, with every queue bounded in bytes. libzmq counts whole messages only. Frames of an
/// unfinished message accumulate in it uncounted, and it queues a thousand replies of any size for
/// a peer that does not read.
///
/// Belongs to one thread, has no thread of its own and gets the time from its owner.
@safe
public final class ServerSocket {
    /// The most events fetched by one wait.
    static let eventsMax = 64
    /// The most bytes read from one connection before the next one.
    static let readBytesMax = 131_072
    /// The number of queued bytes that triggers a write; the end of a round triggers one as well.
    static let gatheredBytesMax = 65_536
    /// The number of messages kept for reuse.
    static let poolMax = 64
    /// The number of connections that may wait to be accepted.
    static let backlog: Int32 = 512
    /// The interval of the checks for silent peers, in milliseconds.
    static let sweepMilliseconds: Int64 = 250
    /// The interval at which freed memory is returned to the system, in milliseconds, and the
    /// number of freed bytes that the process keeps.
    static let giveBackMilliseconds: Int64 = 1_000
    static let freedBytesMax: UInt64 = 4_194_304

    /// The owner's monotonic clock, in milliseconds; set by the owner.
    public var now: Int64
    public internal(set) var figures = ServerFigures()
    /// Whether the signal descriptor became readable.
    public private(set) var isSignalled = false

    let limits: ServerLimits
    let epoll: Int32
    private let listener: Int32
    let path: String
    private let userID: UInt32
    private let signalDescriptor: Int32
    private var isListening = true

    var byDescriptor: [ServerConnection?] = []
    var descriptors: [UInt32: Int32] = [:]
    private var nextNumber: UInt32 = 1
    /// Closed connections not yet reported to the owner; their descriptors stay in use.
    var closed: [Int32] = []

    private let events: UnsafeMutablePointer<compass_event>
    private var eventCount = 0
    private var nextEvent = 0
    /// The receive buffer, and the connection whose bytes it holds.
    let buffer: UnsafeMutableRawBufferPointer
    var position = 0
    var filled = 0
    var current: ServerConnection?
    private var pool: [Message] = []

    /// The descriptors of connections with newly queued bytes, and the number of these bytes.
    var dirty: [Int32] = []
    var dirtyBytes = 0
    /// The numbers of the peers with held senders.
    var holding: [UInt32] = []
    var heldSince: Int64
    private var nextSweep: Int64
    private var nextGiveBack: Int64

    /// Binds to an `ipc://` endpoint after creating and checking the socket's directory. Admits
    /// peers of `userID`. A readable `signalDescriptor` also ends a wait.
    public init(
        _ endpoint: Endpoint, userID: UInt32, signalDescriptor: Int32, now: Int64,
        limits: ServerLimits = ServerLimits()
    ) throws(ZeroMQError) {
        guard let path = endpoint.path else {
            throw ZeroMQError(
                code: .endpointRefused, call: "bind",
                message: "\(endpoint): a broker's endpoint is ipc:// and an absolute path")
        }
        try endpoint.prepareDirectory()
        self.path = path
        self.userID = userID
        self.signalDescriptor = signalDescriptor
        self.limits = limits
        self.now = now
        heldSince = now
        nextSweep = now
        nextGiveBack = now
        listener = try ServerSocket.listen(at: endpoint, path)
        epoll = compass_epoll_open()
        unsafe events = .allocate(capacity: ServerSocket.eventsMax)
        unsafe events.initialize(
            repeating: compass_event(), count: ServerSocket.eventsMax)
        unsafe buffer = .allocate(
            byteCount: ServerSocket.readBytesMax + ZMTP.greetingByteCount, alignment: 16)
        guard epoll >= 0, compass_epoll_watch(epoll, listener, 1, 1, 0) == 0,
            compass_epoll_watch(epoll, signalDescriptor, 1, 1, 0) == 0
        else { throw failure("epoll", number: errno) }
    }

    deinit {
        for case let connection? in byDescriptor { Glibc.close(connection.descriptor) }
        for descriptor in closed { Glibc.close(descriptor) }
        Glibc.close(listener)
        if epoll >= 0 { Glibc.close(epoll) }
        unsafe events.deallocate()
        unsafe buffer.deallocate()
    }

    /// Returns a listening socket at this path; removes a socket that an earlier process left
    /// there.
    private static func listen(
        at endpoint: Endpoint, _ path: String
    ) throws(ZeroMQError) -> Int32 {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
        guard descriptor >= 0 else { throw failure("socket", number: errno) }
        _ = unsafe unlink(path)
        guard endpoint.bind(descriptor), Glibc.listen(descriptor, backlog) == 0 else {
            let number = errno
            Glibc.close(descriptor)
            throw failure("bind", number: number)
        }
        return descriptor
    }

    // MARK: Rounds

    /// Waits at most `milliseconds` for events; returns at once if input is left to process.
    public func wait(milliseconds: Int) throws(ZeroMQError) {
        guard nextEvent == eventCount, current == nil else { return }
        nextEvent = 0
        eventCount = 0
        let found = unsafe compass_epoll_wait(
            epoll, events, Int32(ServerSocket.eventsMax), Int32(clamping: milliseconds))
        if found >= 0 {
            eventCount = Int(found)
        } else if errno != EINTR {
            throw failure("epoll_wait", number: errno)
        }
    }

    /// Returns the next message, whose first frame is the sender's routing id; nil at the end of
    /// the round, after writing the queued bytes.
    public func receive() -> Message? {
        while true {
            if let connection = current {
                if let message = decode(connection) { return message }
                current = nil
            }
            if dirtyBytes >= ServerSocket.gatheredBytesMax { flush() }
            guard nextEvent < eventCount else {
                flush()
                return nil
            }
            let event = unsafe events[nextEvent]
            nextEvent += 1
            handle(event)
        }
    }

    private func handle(_ event: compass_event) {
        if event.descriptor == listener { return acceptPeers() }
        if event.descriptor == signalDescriptor {
            isSignalled = true
            _ = compass_epoll_forget(epoll, signalDescriptor)
            return
        }
        guard let connection = connection(at: event.descriptor) else { return }
        if event.is_writable != 0 { flush(connection) }
        if event.is_readable != 0, connection.phase != .closed { fill(connection) }
    }

    /// Keeps a message for reuse.
    public func recycle(_ message: Message) {
        guard pool.count < ServerSocket.poolMax else { return }
        message.removeAll()
        pool.append(message)
    }

    func freshMessage() -> Message { pool.popLast() ?? Message(capacity: 12) }

    /// The time at which `timePassed` has work next.
    public var nextDeadline: Int64 {
        holding.isEmpty ? nextSweep : min(nextSweep, heldSince + limits.holdCheckMilliseconds)
    }

    /// Sends PING to silent peers or closes them, and returns freed memory to the system. Call it
    /// after all earlier input was read.
    public func timePassed() {
        if !holding.isEmpty { checkHolds() }
        guard now >= nextSweep else { return }
        nextSweep = now + ServerSocket.sweepMilliseconds
        for case let connection? in byDescriptor { lookAfter(connection) }
        flush()
        setListening(true)
        guard now >= nextGiveBack else { return }
        nextGiveBack = now + ServerSocket.giveBackMilliseconds
        if compass_freed_bytes() > ServerSocket.freedBytesMax { compass_give_back_memory() }
    }

    // MARK: Connections

    func connection(at descriptor: Int32) -> ServerConnection? {
        let place = Int(descriptor)
        return place >= 0 && place < byDescriptor.count ? byDescriptor[place] : nil
    }

    func connection(numbered number: UInt32) -> ServerConnection? {
        descriptors[number].flatMap { connection(at: $0) }
    }

    private func acceptPeers() {
        for _ in 0..<ServerSocket.eventsMax {
            let descriptor = compass_accept(listener)
            guard descriptor >= 0 else {
                if errno == EINTR || errno == ECONNABORTED { continue }
                // No descriptors are left: the listener would be reported again and again.
                if errno != EAGAIN { setListening(false) }
                return
            }
            guard figures.connections < limits.connectionsMax else {
                Glibc.close(descriptor)
                figures.connectionsCut &+= 1
                continue
            }
            open(descriptor)
        }
    }

    private func open(_ descriptor: Int32) {
        let isAdmitted = compass_peer_user(descriptor) == Int64(userID)
        let connection = ServerConnection(
            descriptor: descriptor, number: nextNumber, isAdmitted: isAdmitted, at: now)
        guard compass_epoll_watch(epoll, descriptor, 1, 1, 0) == 0 else {
            Glibc.close(descriptor)
            return
        }
        nextNumber &+= 1
        if !isAdmitted { figures.peersRefused &+= 1 }
        let place = Int(descriptor)
        while byDescriptor.count <= place { byDescriptor.append(nil) }
        byDescriptor[place] = connection
        descriptors[connection.number] = descriptor
        figures.connections += 1
        append(ZMTP.greeting, to: connection)
    }

    private func setListening(_ isListening: Bool) {
        guard self.isListening != isListening else { return }
        self.isListening = isListening
        _ = compass_epoll_watch(epoll, listener, 0, isListening ? 1 : 0, 0)
    }

    /// Returns the descriptors of the connections that closed since the last call. All their
    /// messages have been received, and no other connection used their descriptors meanwhile.
    public func takeClosed() -> [Int32] {
        guard !closed.isEmpty else { return [] }
        let taken = closed
        closed.removeAll(keepingCapacity: true)
        for descriptor in taken { Glibc.close(descriptor) }
        return taken
    }

    private func lookAfter(_ connection: ServerConnection) {
        guard connection.phase == .open else {
            if now - connection.opened >= limits.handshakeMilliseconds { cut(connection) }
            return
        }
        if connection.holders > 0 {
            // A connection that is not read seems silent.
            connection.lastHeard = now
            connection.pinged = nil
        } else if let pinged = connection.pinged {
            if now - pinged >= limits.heartbeatTimeoutMilliseconds { close(connection) }
        } else if now - connection.lastHeard >= limits.heartbeatMilliseconds {
            connection.pinged = now
            append(
                ZMTP.ping(liveMilliseconds: limits.heartbeatTimeoutMilliseconds), to: connection)
        }
    }

    /// Closes a connection that violated the protocol or a limit.
    func cut(_ connection: ServerConnection) {
        guard connection.phase != .closed else { return }
        figures.connectionsCut &+= 1
        close(connection)
    }

    /// Closes a connection and releases its resources.
    func close(_ connection: ServerConnection) {
        guard connection.phase != .closed else { return }
        connection.phase = .closed
        _ = compass_epoll_forget(epoll, connection.descriptor)
        shutdown(connection.descriptor, Int32(SHUT_RDWR))
        figures.connections -= 1
        figures.incomingBytes -= connection.messageBytes
        figures.outgoingBytes -= connection.outgoing.byteCount
        connection.message = nil
        connection.messageBytes = 0
        connection.outgoing.removeAll()
        release(connection)
        descriptors[connection.number] = nil
        byDescriptor[Int(connection.descriptor)] = nil
        closed.append(connection.descriptor)
    }
}
