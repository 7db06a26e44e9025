import CZeroMQ

/// The options of a socket, set before it binds or connects. Each default is a decision.
public struct SocketSettings: Sendable {
    /// Messages queued per connection before sending would block. Counts messages, not bytes.
    public var highWaterMark: Int32 = 1_000
    /// The longest frame in bytes; a longer one closes its connection.
    public var frameBytesMax: Int64 = 278_528
    /// How long a closed socket tries to deliver what it still holds, in milliseconds.
    public var lingerMilliseconds: Int32 = 0
    /// The first pause before connecting again, in milliseconds.
    public var reconnectMilliseconds: Int32 = 50
    /// The longest pause before connecting again, in milliseconds.
    public var reconnectMillisecondsMax: Int32 = 2_000
    /// How often ZMTP asks a silent peer for a sign of life, in milliseconds.
    public var heartbeatMilliseconds: Int32 = 500
    /// How long ZMTP waits for that sign before it closes the connection, in milliseconds.
    public var heartbeatTimeoutMilliseconds: Int32 = 1_500

    /// The settings that every socket has unless it says otherwise.
    public init() {}

    func apply(to socket: Socket, kind: Socket.Kind) throws(ZeroMQError) {
        try socket.set(ZMQ_LINGER, to: lingerMilliseconds)
        try socket.set(ZMQ_SNDHWM, to: highWaterMark)
        try socket.set(ZMQ_RCVHWM, to: highWaterMark)
        try socket.set(ZMQ_MAXMSGSIZE, to: frameBytesMax)
        // Queues belong to connections that exist; what waits for none would be sent stale.
        try socket.set(ZMQ_IMMEDIATE, to: Int32(1))
        try socket.set(ZMQ_RECONNECT_IVL, to: reconnectMilliseconds)
        try socket.set(ZMQ_RECONNECT_IVL_MAX, to: reconnectMillisecondsMax)
        try socket.set(ZMQ_HEARTBEAT_IVL, to: heartbeatMilliseconds)
        try socket.set(ZMQ_HEARTBEAT_TIMEOUT, to: heartbeatTimeoutMilliseconds)
        try socket.set(ZMQ_HEARTBEAT_TTL, to: heartbeatTimeoutMilliseconds)
        if kind == .router {
            try socket.set(ZMQ_ROUTER_MANDATORY, to: Int32(1))
        }
    }
}
