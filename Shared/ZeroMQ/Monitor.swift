import CZeroMQ

/// An event of a connection of a monitored socket.
public struct MonitorEvent: Sendable, Equatable {
    /// The kinds of events.
    public enum Kind: Sendable, Equatable {
        /// A connection was established; the handshake follows.
        case connected
        /// A peer was accepted; the handshake follows.
        case accepted
        /// A peer could not be accepted, usually for lack of descriptors.
        case acceptFailed
        /// A connection ended.
        case disconnected
        /// The handshake is complete; messages can flow.
        case handshakeSucceeded
        /// The handshake failed: the peer does not speak ZMTP, or the ZAP handler refused it.
        case handshakeFailed
        /// An event to which this module does not subscribe.
        case other
    }

    public let kind: Kind
    /// The connection's descriptor; for failures, the error number.
    public let value: Int32
}

/// Reads the connection events of one socket, in order.
public final class Monitor {
    /// The socket to poll.
    public let socket: Socket
    private let monitored: Socket
    private let message = Message(capacity: 2)

    static let eventMask =
        ZMQ_EVENT_CONNECTED | ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_ACCEPT_FAILED
        | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_HANDSHAKE_SUCCEEDED
        | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
        | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH

    init(of monitored: Socket, reader: Socket) {
        self.monitored = monitored
        socket = reader
    }

    deinit {
        // An event whose reader is gone would block libzmq's I/O thread forever.
        monitored.stopMonitor()
    }

    /// Returns the next event; nil if none is pending.
    public func next() throws(ZeroMQError) -> MonitorEvent? {
        guard try socket.receive(into: message) == .received else { return nil }
        return message.withBytes(at: 0) { bytes in
            guard bytes.count >= 6 else { return MonitorEvent(kind: .other, value: 0) }
            // Both numbers are in the machine's byte order (zmq_socket_monitor(3)).
            let number = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt16.self)
            let value = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: 2, as: Int32.self)
            return MonitorEvent(kind: Monitor.kind(of: Int32(number)), value: value)
        }
    }

    private static func kind(of number: Int32) -> MonitorEvent.Kind {
        switch number {
        case ZMQ_EVENT_CONNECTED: .connected
        case ZMQ_EVENT_ACCEPTED: .accepted
        case ZMQ_EVENT_ACCEPT_FAILED: .acceptFailed
        case ZMQ_EVENT_DISCONNECTED: .disconnected
        case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: .handshakeSucceeded
        case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL, ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL,
            ZMQ_EVENT_HANDSHAKE_FAILED_AUTH:
            .handshakeFailed
        default: .other
        }
    }
}
