import CZeroMQ

/// Socket options, set before the socket binds or connects. Each default is deliberate.
public struct SocketSettings: Sendable {
    /// The messages queued per connection before a send would block. Counts messages, not bytes.
    public var highWaterMark: Int32 = 1_000
    /// The longest frame in bytes; a longer one closes its connection.
    public var frameBytesMax: Int64 = 278_528
    /// How long a closed socket tries to deliver its queued messages, in milliseconds.
    public var lingerMilliseconds: Int32 = 0
    /// The first pause before a reconnect, in milliseconds.
    public var reconnectMilliseconds: Int32 = 50
    /// The longest pause before a reconnect, in milliseconds.
    public var reconnectMillisecondsMax: Int32 = 2_000
    /// The interval of ZMTP heartbeats to a silent peer, in milliseconds.
    public var heartbeatMilliseconds: Int32 = 500
    /// How long ZMTP waits for a heartbeat reply before it closes the connection, in milliseconds.
    public var heartbeatTimeoutMilliseconds: Int32 = 1_500

    public init() {}

    func apply(to socket: Socket, kind: Socket.Kind) throws(ZeroMQError) {
        try socket.set(ZMQ_LINGER, to: lingerMilliseconds)
        try socket.set(ZMQ_SNDHWM, to: highWaterMark)
        try socket.set(ZMQ_RCVHWM, to: highWaterMark)
        try socket.set(ZMQ_MAXMSGSIZE, to: frameBytesMax)
        // Queue only for established connections; messages queued without one would be sent stale.
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
