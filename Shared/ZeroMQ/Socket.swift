import CZeroMQ
import Glibc
import Synchronization

/// A ZeroMQ socket. It belongs to the thread that created it and closes on deinitialization.
@safe
public final class Socket {
    /// The supported socket types.
    public enum Kind: Sendable {
        /// Asynchronous requests and replies to one peer.
        case dealer
        /// Asynchronous requests and replies addressed by routing id.
        case router
        /// Strict reply, for ZAP.
        case rep
        /// Exclusive pair, for monitors.
        case pair
        /// Strict request, for tests.
        case req

        var number: Int32 {
            switch self {
            case .dealer: ZMQ_DEALER
            case .router: ZMQ_ROUTER
            case .rep: ZMQ_REP
            case .pair: ZMQ_PAIR
            case .req: ZMQ_REQ
            }
        }
    }

    /// What became of a message that was sent.
    public enum SendResult: Sendable, Equatable {
        /// libzmq accepted the message. This does not mean delivery.
        case sent
        /// There is no peer or no room. Nothing was sent; the message is unchanged.
        case wouldBlock
        /// A ROUTER does not know the address. Nothing was sent.
        case unroutable
        /// The connection closed between two frames; the message is lost.
        case lost
    }

    /// What a call to receive a message found.
    public enum ReceiveResult: Sendable, Equatable {
        /// A whole message was received.
        case received
        /// No message is pending.
        case wouldBlock
        /// A message of more than `Message.framesMax` frames was read; only its first frame
        /// remains.
        case oversized
    }

    private static let monitorsMade = Atomic<UInt64>(0)

    let handle: UnsafeMutableRawPointer
    private let context: Context
    /// Whether no message waits, and the descriptor will be readable before one can be received.
    /// Each use of the socket may take a signal from the descriptor.
    private(set) var awaitsSignal = false

    /// Opens a socket and applies the settings.
    public init(
        _ kind: Kind, in context: Context, settings: SocketSettings = SocketSettings()
    ) throws(ZeroMQError) {
        guard let handle = unsafe zmq_socket(context.handle, kind.number) else {
            throw failure("zmq_socket", number: zmq_errno())
        }
        unsafe self.handle = unsafe handle
        self.context = context
        try settings.apply(to: self, kind: kind)
    }

    deinit {
        _ = unsafe zmq_close(handle)
    }

    /// Binds the socket; first creates and checks the directory of an `ipc://` endpoint.
    public func bind(_ endpoint: Endpoint) throws(ZeroMQError) {
        try endpoint.prepareDirectory()
        awaitsSignal = false
        try require("zmq_bind") { unsafe zmq_bind(handle, endpoint.description) }
    }

    /// Stops listening at `endpoint`.
    public func unbind(_ endpoint: Endpoint) throws(ZeroMQError) {
        awaitsSignal = false
        try require("zmq_unbind") { unsafe zmq_unbind(handle, endpoint.description) }
    }

    /// Connects in the background; sends would block until the peer is connected.
    public func connect(_ endpoint: Endpoint) throws(ZeroMQError) {
        awaitsSignal = false
        try require("zmq_connect") { unsafe zmq_connect(handle, endpoint.description) }
    }

    /// Sends all frames of `message` without waiting. The message is empty after `sent` and `lost`.
    public func send(_ message: Message) throws(ZeroMQError) -> SendResult {
        precondition(message.count > 0, "a message to send has at least one frame")
        awaitsSignal = false
        switch try unsafe message.sendFrame(at: 0, to: handle) {
        case .wouldBlock: return .wouldBlock
        case .unroutable: return .unroutable
        case .value: break
        }
        var outcome = SendResult.sent
        var index = 1
        while index < message.count {
            // After a broken pipe libzmq drops the rest of the message, but still requires its
            // frames.
            if case .value = try unsafe message.sendFrame(at: index, to: handle) {
            } else {
                outcome = .lost
            }
            index += 1
        }
        message.removeAll()
        return outcome
    }

    /// Receives one message into `message`, replacing its frames; never waits.
    public func receive(into message: Message) throws(ZeroMQError) -> ReceiveResult {
        message.removeAll()
        awaitsSignal = false
        var isOversized = false
        while true {
            if message.count == Message.framesMax {
                isOversized = true
                message.truncate(to: 1)
            }
            let (result, more) = try unsafe message.receiveFrame(from: handle)
            guard case .value = result else {
                message.removeAll()
                awaitsSignal = true
                return .wouldBlock
            }
            if more { continue }
            if isOversized {
                message.truncate(to: 1)
                return .oversized
            }
            return .received
        }
    }

    /// The descriptor that becomes readable when events of the socket change (zmq_getsockopt(3),
    /// ZMQ_FD). It is edge-triggered, and a send may use up its signal: after each use of the
    /// socket, receive until it would block before you wait for the descriptor.
    public var descriptor: Int32 {
        get throws(ZeroMQError) {
            var descriptor: Int32 = -1
            var size = MemoryLayout<Int32>.size
            try require("zmq_getsockopt") {
                unsafe zmq_getsockopt(handle, ZMQ_FD, &descriptor, &size)
            }
            return descriptor
        }
    }

    /// Returns what the socket can do now (zmq_getsockopt(3), ZMQ_EVENTS).
    func events() throws(ZeroMQError) -> Poller.Interest {
        var events: Int32 = 0
        var size = MemoryLayout<Int32>.size
        try require("zmq_getsockopt") { unsafe zmq_getsockopt(handle, ZMQ_EVENTS, &events, &size) }
        awaitsSignal = events & ZMQ_POLLIN == 0
        var interest: Poller.Interest = []
        if events & ZMQ_POLLIN != 0 { interest.insert(.readable) }
        if events & ZMQ_POLLOUT != 0 { interest.insert(.writable) }
        return interest
    }

    /// Sets an integer option; `value` must be of the option's C type.
    func set<Value: BitwiseCopyable>(_ option: Int32, to value: Value) throws(ZeroMQError) {
        var value = value
        let size = MemoryLayout<Value>.size
        try require("zmq_setsockopt") {
            unsafe zmq_setsockopt(handle, option, &value, size)
        }
    }

    /// Sets a text option.
    func set(_ option: Int32, to text: String) throws(ZeroMQError) {
        try require("zmq_setsockopt") {
            unsafe zmq_setsockopt(handle, option, text, text.utf8.count)
        }
    }

    /// Reports the events of this socket's connections over a socket of the same thread.
    public func makeMonitor() throws(ZeroMQError) -> Monitor {
        // The monitor of a closed socket lingers briefly, so names must be unique.
        let number = Socket.monitorsMade.add(1, ordering: .relaxed).newValue
        let name = "inproc://monitor-\(number)"
        try require("zmq_socket_monitor") {
            unsafe zmq_socket_monitor(handle, name, Int32(Monitor.eventMask))
        }
        // With a limited queue, libzmq's I/O thread, and with it every socket, would block on
        // events.
        var settings = SocketSettings()
        settings.highWaterMark = 0
        let reader = try Socket(.pair, in: context, settings: settings)
        try require("zmq_connect") { unsafe zmq_connect(reader.handle, name) }
        return Monitor(of: self, reader: reader)
    }

    /// Stops the events of `makeMonitor`. Must run before their reader closes.
    func stopMonitor() {
        _ = unsafe zmq_socket_monitor(handle, nil, 0)
    }
}
