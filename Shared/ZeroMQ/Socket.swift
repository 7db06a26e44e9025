import CZeroMQ
import Glibc
import Synchronization

/// A ZeroMQ socket. It belongs to the thread that made it and is closed when it is released.
@safe
public final class Socket {
    /// The socket types used here.
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
        /// libzmq took it. That is not delivery.
        case sent
        /// No peer, or no room: nothing was taken, the message is unchanged.
        case wouldBlock
        /// A ROUTER does not know the address: nothing was taken.
        case unroutable
        /// The connection went away between two frames; the message is lost.
        case lost
    }

    /// What a receive came to.
    public enum ReceiveResult: Sendable, Equatable {
        /// A whole message is there.
        case received
        /// Nothing waits.
        case wouldBlock
        /// A message of more than `Message.framesMax` frames was read; only its first frame is
        /// left.
        case oversized
    }

    private static let monitorsMade = Atomic<UInt64>(0)

    let handle: UnsafeMutableRawPointer
    private let context: Context

    /// Opens a socket with the settings every socket here has.
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

    /// Binds; the directory of an `ipc://` endpoint is made and checked first.
    public func bind(_ endpoint: Endpoint) throws(ZeroMQError) {
        try endpoint.prepareDirectory()
        try require("zmq_bind") { unsafe zmq_bind(handle, endpoint.description) }
    }

    /// Stops listening at `endpoint`.
    public func unbind(_ endpoint: Endpoint) throws(ZeroMQError) {
        try require("zmq_unbind") { unsafe zmq_unbind(handle, endpoint.description) }
    }

    /// Connects in the background; sends would block until the peer is there.
    public func connect(_ endpoint: Endpoint) throws(ZeroMQError) {
        try require("zmq_connect") { unsafe zmq_connect(handle, endpoint.description) }
    }

    /// Sends all frames of `message` without waiting. After `sent` and `lost` it is empty.
    public func send(_ message: Message) throws(ZeroMQError) -> SendResult {
        precondition(message.count > 0, "a message to send has at least one frame")
        switch try unsafe message.sendFrame(at: 0, to: handle) {
        case .wouldBlock: return .wouldBlock
        case .unroutable: return .unroutable
        case .value: break
        }
        var outcome = SendResult.sent
        var index = 1
        while index < message.count {
            // After a broken pipe libzmq drops the rest of the message, but must be given it.
            if case .value = try unsafe message.sendFrame(at: index, to: handle) {
            } else {
                outcome = .lost
            }
            index += 1
        }
        message.removeAll()
        return outcome
    }

    /// Receives one message into `message`, whose former frames are closed; never waits.
    public func receive(into message: Message) throws(ZeroMQError) -> ReceiveResult {
        message.removeAll()
        var isOversized = false
        while true {
            if message.count == Message.framesMax {
                isOversized = true
                message.truncate(to: 1)
            }
            let (result, more) = try unsafe message.receiveFrame(from: handle)
            guard case .value = result else {
                message.removeAll()
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

    /// Reports `events` of this socket's connections over a socket of the same thread.
    public func makeMonitor() throws(ZeroMQError) -> Monitor {
        // A closed socket's monitor lingers for a moment, so a name is never used twice.
        let number = Socket.monitorsMade.add(1, ordering: .relaxed).newValue
        let name = "inproc://monitor-\(number)"
        try require("zmq_socket_monitor") {
            unsafe zmq_socket_monitor(handle, name, Int32(Monitor.eventMask))
        }
        // libzmq's I/O thread waits, and all its sockets with it, when events find no room.
        var settings = SocketSettings()
        settings.highWaterMark = 0
        let reader = try Socket(.pair, in: context, settings: settings)
        try require("zmq_connect") { unsafe zmq_connect(reader.handle, name) }
        return Monitor(of: self, reader: reader)
    }

    /// Ends the events of `makeMonitor`; to be done before their reader closes.
    func stopMonitor() {
        _ = unsafe zmq_socket_monitor(handle, nil, 0)
    }
}
