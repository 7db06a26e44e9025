import ZeroMQ

/// The connection of a `ClientEngine` to the broker. Belongs to one thread, and connects anew after
/// its connection has ended.
protocol BrokerLink: AnyObject {
    /// The descriptors of which one is readable if there may be something to read.
    var descriptors: [Int32] { get throws(ZeroMQError) }
    /// When there is something to do without a signal; nil for never.
    var nextDeadline: MonotonicTime? { get }

    /// Waits at most `milliseconds` for what is asked for; messages and ends of connections always
    /// are.
    ///
    /// - Parameters:
    ///   - forRoom: Whether a message waits to be sent.
    ///   - isExpecting: Whether the broker owes an answer, so that its silence means something.
    func wait(
        milliseconds: Int, forRoom: Bool, isExpecting: Bool
    ) throws(ZeroMQError) -> LinkReadiness
    func receive(into message: Message) throws(ZeroMQError) -> Socket.ReceiveResult
    func send(_ message: Message) throws(ZeroMQError) -> Socket.SendResult
    /// Returns the next event of the connection; nil if there is none.
    func nextEvent() throws(ZeroMQError) -> MonitorEvent.Kind?
}

/// What a wait has found.
struct LinkReadiness: OptionSet {
    let rawValue: UInt8
    /// A message can be received.
    static let message = LinkReadiness(rawValue: 1)
    /// A connection began or ended.
    static let event = LinkReadiness(rawValue: 2)
    /// A message can be sent.
    static let room = LinkReadiness(rawValue: 4)
    /// The wake descriptor is readable.
    static let wake = LinkReadiness(rawValue: 8)
}

/// A link over a socket of libzmq, whose own thread connects, reads and writes.
final class SocketLink: BrokerLink {
    private static let socketItem = 0
    private static let monitorItem = 1
    private static let wakeItem = 2

    private let socket: Socket
    private let monitor: Monitor
    private let poller = Poller()

    init(
        context: Context, endpoint: Endpoint, settings: SocketSettings, wakeDescriptor: Int32?
    ) throws(ZeroMQError) {
        socket = try Socket(.dealer, in: context, settings: settings)
        monitor = try socket.makeMonitor()
        try socket.connect(endpoint)
        try poller.add(socket, for: .readable)
        try poller.add(monitor.socket, for: .readable)
        if let wakeDescriptor { poller.add(descriptor: wakeDescriptor, for: .readable) }
    }

    var descriptors: [Int32] {
        get throws(ZeroMQError) { [try socket.descriptor, try monitor.socket.descriptor] }
    }

    var nextDeadline: MonotonicTime? { nil }

    func wait(
        milliseconds: Int, forRoom: Bool, isExpecting: Bool
    ) throws(ZeroMQError) -> LinkReadiness {
        poller.setInterest(forRoom ? [.readable, .writable] : .readable, at: Self.socketItem)
        guard try poller.wait(milliseconds: milliseconds) > 0 else { return [] }
        var readiness: LinkReadiness = []
        if poller.isReadable(Self.socketItem) { readiness.insert(.message) }
        if poller.isReadable(Self.monitorItem) { readiness.insert(.event) }
        if poller.isWritable(Self.socketItem) { readiness.insert(.room) }
        if poller.count > Self.wakeItem, poller.isReadable(Self.wakeItem) {
            readiness.insert(.wake)
        }
        return readiness
    }

    func receive(into message: Message) throws(ZeroMQError) -> Socket.ReceiveResult {
        try socket.receive(into: message)
    }

    func send(_ message: Message) throws(ZeroMQError) -> Socket.SendResult {
        try socket.send(message)
    }

    func nextEvent() throws(ZeroMQError) -> MonitorEvent.Kind? { try monitor.next()?.kind }
}

/// A link that its owner's thread reads and writes itself.
final class DirectLink: BrokerLink {
    private static let dealerItem = 0
    private static let wakeItem = 1

    private let dealer: DirectDealer
    private let poller = Poller()

    init(
        endpoint: Endpoint, settings: SocketSettings, wakeDescriptor: Int32?
    ) throws(ZeroMQError) {
        dealer = try DirectDealer(endpoint, settings: settings)
        poller.add(descriptor: dealer.descriptor, for: .readable)
        if let wakeDescriptor { poller.add(descriptor: wakeDescriptor, for: .readable) }
    }

    var descriptors: [Int32] { [dealer.descriptor] }

    var nextDeadline: MonotonicTime? {
        dealer.nextDeadline.map { MonotonicTime(milliseconds: $0) }
    }

    func wait(
        milliseconds: Int, forRoom: Bool, isExpecting: Bool
    ) throws(ZeroMQError) -> LinkReadiness {
        dealer.timePassed(to: MonotonicClock.now().milliseconds, isExpecting: isExpecting)
        var readiness: LinkReadiness = []
        if forRoom, dealer.hasRoom { readiness.insert(.room) }
        if dealer.hasEvent { readiness.insert(.event) }
        _ = try poller.wait(milliseconds: readiness.isEmpty ? milliseconds : 0)
        // The end of a connection is found by reading.
        if poller.isReadable(Self.dealerItem) { readiness.formUnion([.message, .event]) }
        if poller.count > Self.wakeItem, poller.isReadable(Self.wakeItem) {
            readiness.insert(.wake)
        }
        return readiness
    }

    func receive(into message: Message) throws(ZeroMQError) -> Socket.ReceiveResult {
        try dealer.receive(into: message)
    }

    func send(_ message: Message) -> Socket.SendResult { dealer.send(message) }

    func nextEvent() -> MonitorEvent.Kind? { dealer.nextEvent() }
}
