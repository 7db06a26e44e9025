internal import Base
import CMicroHTTPD
import CSystem
import Glibc

/// The state of a server. Its actor runs on the loop's thread, and so does libmicrohttpd, which
/// calls back there: nothing else touches either.
@safe actor ServerCore {
    /// Memory of one connection in bytes: the longest head, a copy of its cookies, what
    /// libmicrohttpd notes of each field and a buffer for the body.
    static let connectionMemoryBytes = 48 * 1_024
    /// How many connections the kernel accepts ahead.
    static let backlog: UInt32 = 1_024
    /// How often, at most, deadlines are looked at.
    static let sweepInterval = Duration.milliseconds(100)
    /// How many connections are a crowd, after which memory is given back.
    static let crowdMin = 256
    /// The size of a body, in bytes, after whose request memory is given back: whoever takes a file
    /// apart needs a multiple of it.
    static let largeBodyMin = 256 * 1_024
    /// How many bytes of a refused body are read, so that its sender reads the answer.
    static let discardBytesMax = 1_024 * 1_024
    /// How long the rest of a head or a body is read after its client has closed its side. What was
    /// sent has arrived before that, but libmicrohttpd waits on after some broken heads.
    static let hangUpPatience = Duration.seconds(1)
    /// What GnuTLS offers.
    private static let priorities = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"
    private static let daemonNumber = EventLoop.wakeNumber - 1

    private enum Life {
        case new
        case running
        case stopping(deadline: ContinuousClock.Instant)
        case stopped
    }

    nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    let configuration: HTTPServerConfiguration
    let router: Router
    /// By the address of libmicrohttpd's connection.
    var connections: [UInt: Connection] = [:]
    var connectionsByNumber: [UInt64: Connection] = [:]
    /// The connections with a request under way, by the exchange's number.
    var exchanges: [UInt64: Connection] = [:]
    /// By the number of the connection.
    var lingering: [UInt64: LingeringSocket] = [:]
    /// When to throw away what has arrived at them; nil if there are none.
    var nextLook: ContinuousClock.Instant?
    var lastNumber: UInt64 = 0
    /// The most connections since memory was given back.
    private var connectionsPeak = 0
    private var daemon: OpaquePointer?
    private var life = Life.new
    private var stopWaiters: [CheckedContinuation<Void, Never>] = []
    private var nextSweep: ContinuousClock.Instant?
    private var lastSweep = ContinuousClock.now

    init(_ configuration: HTTPServerConfiguration, router: Router) throws(HTTPServerError) {
        loop = try EventLoop(companion: configuration.companion)
        self.configuration = configuration
        self.router = router
    }

    deinit {
        loop.end()
    }

    /// Whether the server takes no more requests.
    var isStopping: Bool {
        if case .running = life { false } else { true }
    }

    var connectionCount: Int { connections.count }

    // MARK: Start and stop

    func start() throws(HTTPServerError) -> UInt16 {
        guard case .new = life else {
            throw HTTPServerError(description: "A server is started once; make another one.")
        }
        var address = sockaddr_storage()
        guard unsafe compass_http_address(configuration.address, configuration.port, &address) != 0
        else {
            throw HTTPServerError(
                description: "\(configuration.address) is not an IPv4 or IPv6 address.")
        }
        errno = 0
        guard let daemon = unsafe startDaemon(&address) else {
            let cause = errno == 0 ? "" : unsafe ": \(String(cString: strerror(errno)))"
            let hint = configuration.certificate == nil ? "" : ", or the certificate is not usable"
            let place = "\(configuration.address):\(configuration.port)"
            throw HTTPServerError(description: "Cannot listen on \(place)\(cause)\(hint).")
        }
        unsafe self.daemon = daemon
        life = .running
        loop.watchInput(unsafe compass_http_epoll(daemon), number: Self.daemonNumber)
        loop.serve(CoreTurns(self))
        return unsafe compass_http_port(daemon)
    }

    private func startDaemon(_ address: inout sockaddr_storage) -> OpaquePointer? {
        var settings = unsafe compass_http_settings()
        unsafe settings.connections = UInt32(clamping: configuration.connectionsMax)
        unsafe settings.connections_per_address =
            UInt32(clamping: configuration.connectionsPerAddressMax)
        unsafe settings.idle_seconds =
            UInt32(clamping: max(1, configuration.idleTimeMax.components.seconds))
        unsafe settings.backlog = Self.backlog
        unsafe settings.connection_memory = Self.connectionMemoryBytes
        unsafe ServerCallbacks.fill(&settings, for: self)
        let certificate = configuration.certificate
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe settings.address = unsafe pointer
                guard let certificate else { return unsafe compass_http_start(&settings) }
                return unsafe certificate.chain.withCString { chain in
                    unsafe certificate.privateKey.withCString { key in
                        unsafe Self.priorities.withCString { priorities in
                            unsafe settings.certificate = unsafe chain
                            unsafe settings.key = unsafe key
                            unsafe settings.priorities = unsafe priorities
                            return unsafe compass_http_start(&settings)
                        }
                    }
                }
            }
        }
    }

    func stop(within patience: Duration) async {
        switch life {
        case .new: life = .stopped
        case .stopped: break
        case .stopping: await withCheckedContinuation { stopWaiters.append($0) }
        case .running:
            life = .stopping(deadline: .now + patience)
            if let daemon = unsafe daemon {
                let listener = unsafe MHD_quiesce_daemon(daemon)
                if listener >= 0 { close(listener) }
            }
            for connection in connections.values {
                guard let exchange = connection.exchange, exchange.hasBegun else {
                    drop(connection)
                    continue
                }
                guard exchange.stream?.keepAlive != nil else { continue }
                exchange.task?.cancel()
                exchange.stream?.fail()
                resume(connection)
            }
            wakeUp(at: .now + patience)
            await withCheckedContinuation { continuation in
                stopWaiters.append(continuation)
                loop.wake()
            }
        }
    }

    /// Ends everything that is left.
    private func finishStop(_ daemon: OpaquePointer) {
        loop.forget(unsafe compass_http_epoll(daemon))
        for connection in connections.values {
            connection.exchange?.isDropped = true
            // libmicrohttpd cannot stop with a suspended connection.
            resume(connection)
        }
        unsafe self.daemon = nil
        life = .stopped
        unsafe MHD_stop_daemon(daemon)
        for number in lingering.keys { endLingering(number) }
        loop.serve(nil)
        for waiter in stopWaiters { waiter.resume() }
        stopWaiters = []
    }

    // MARK: Turns of the thread

    /// Lets libmicrohttpd work and looks at deadlines.
    ///
    /// - Returns: For how many milliseconds the thread may wait.
    func turn(_ ready: [UInt64]) -> CInt {
        guard let daemon = unsafe daemon else { return -1 }
        for number in ready {
            if let connection = connectionsByNumber[number] { hangUp(connection) }
        }
        unsafe _ = MHD_run(daemon)
        let now = ContinuousClock.now
        if let due = sweepTime, due <= now { sweep(now) }
        discardArrived(now)
        if case .stopping(let deadline) = life, exchanges.isEmpty || deadline <= now {
            unsafe finishStop(daemon)
            return -1
        }
        var patience: CInt = -1
        var milliseconds: UInt64 = 0
        if unsafe MHD_get_timeout(daemon, &milliseconds) == .YES {
            patience = CInt(clamping: milliseconds)
        }
        guard let due = earlier(sweepTime, nextLook) else { return patience }
        let wait = (due - now).components
        let sweepWait = CInt(
            clamping: max(0, wait.seconds * 1_000 + wait.attoseconds / 1_000_000_000_000_000 + 1))
        return patience < 0 ? sweepWait : min(patience, sweepWait)
    }

    /// Remembers that something is due.
    func wakeUp(at time: ContinuousClock.Instant) {
        nextSweep = min(nextSweep ?? time, time)
    }

    private var sweepTime: ContinuousClock.Instant? {
        nextSweep.map { max($0, lastSweep + Self.sweepInterval) }
    }

    private func sweep(_ now: ContinuousClock.Instant) {
        lastSweep = now
        nextSweep = nil
        if case .stopping(let deadline) = life { wakeUp(at: deadline) }
        for connection in connections.values {
            if let deadline = connection.deadline {
                if deadline <= now {
                    connection.deadline = nil
                    expire(connection)
                } else {
                    wakeUp(at: deadline)
                }
            }
            keepAlive(connection, now)
        }
        sweepLingering(now)
    }

    // MARK: Connections

    func connected(_ handle: OpaquePointer) {
        lastNumber += 1
        let connection = unsafe Connection(
            handle: handle, number: lastNumber, descriptor: compass_http_descriptor(handle),
            address: ServerCallbacks.address(of: handle))
        connections[UInt(bitPattern: handle)] = connection
        connectionsPeak = max(connectionsPeak, connections.count)
        connectionsByNumber[connection.number] = connection
        loop.watchHangUp(connection.descriptor, number: connection.number)
        setDeadline(connection, configuration.headTimeMax)
    }

    func disconnected(_ handle: OpaquePointer) {
        guard let connection = connections.removeValue(forKey: UInt(bitPattern: handle)) else {
            return
        }
        connectionsByNumber[connection.number] = nil
        if let exchange = connection.exchange { end(exchange, of: connection, isComplete: false) }
        linger(connection)
        giveBackMemory()
    }

    /// Gives freed memory back to the system when most of a crowd have left.
    private func giveBackMemory() {
        guard connectionsPeak >= Self.crowdMin, connections.count < connectionsPeak / 8 else {
            return
        }
        connectionsPeak = connections.count
        compass_give_back_memory()
    }

    func setDeadline(_ connection: Connection, _ patience: Duration) {
        let isOver = connection.isPeerGone && connection.awaitsMore
        let deadline =
            ContinuousClock.now + (isOver ? min(patience, Self.hangUpPatience) : patience)
        connection.deadline = deadline
        wakeUp(at: deadline)
    }

    func suspend(_ connection: Connection) {
        guard !connection.isSuspended else { return }
        connection.isSuspended = true
        unsafe MHD_suspend_connection(connection.handle)
    }

    /// Lets libmicrohttpd go on with a connection in the next turn.
    func resume(_ connection: Connection) {
        guard connection.isSuspended else { return }
        connection.isSuspended = false
        if connection.isPeerGone, connection.awaitsMore {
            setDeadline(connection, Self.hangUpPatience)
        }
        unsafe MHD_resume_connection(connection.handle)
    }

    /// Closes a connection without an answer.
    func drop(_ connection: Connection) {
        connection.exchange?.isDropped = true
        shutdown(connection.descriptor, CInt(SHUT_RDWR))
        resume(connection)
    }
}

/// Calls the actor on the loop's thread, and keeps it alive while libmicrohttpd runs.
private final class CoreTurns: EventLoop.Client {
    private let core: ServerCore

    init(_ core: ServerCore) {
        self.core = core
    }

    func turn(_ ready: [UInt64]) -> CInt {
        core.assumeIsolated { $0.turn(ready) }
    }
}
