/// The limits of a `ServerSocket`. Bytes count frames with their heads; times are milliseconds.
public struct ServerLimits: Sendable {
    /// The longest message accepted; a longer one closes its connection. Allows 16 frames of 272
    /// KiB for a body of the largest size, plus 256 KiB for the frames before it.
    public var messageBytesMax = 4_718_592
    /// The most bytes of arriving messages of all connections. Beyond this the connection whose
    /// message began first is closed.
    public var incomingBytesTotalMax = 16_777_216
    /// The most bytes queued for one peer; one more byte closes its connection.
    public var outgoingBytesMax = 16_777_216
    /// The most bytes queued for all peers. Beyond this the connection is closed whose peer has
    /// accepted nothing for the longest time.
    public var outgoingBytesTotalMax = 33_554_432
    /// While more than this is queued for a peer, the connections that send to it are not read.
    public var outgoingBytesHold = 4_194_304
    /// The longest time that senders are held for one peer until its queue is empty.
    public var holdMillisecondsMax: Int64 = 1_000
    /// The interval of the checks whether a peer with held senders accepts enough.
    public var holdCheckMilliseconds: Int64 = 100
    /// The bytes that such a peer must accept between two checks; otherwise its senders are
    /// released.
    public var holdCheckBytesMin: UInt64 = 262_144
    /// The most simultaneous connections; a further one is closed at once.
    public var connectionsMax = 2_048
    /// The time that a peer has for its greeting and READY.
    public var handshakeMilliseconds: Int64 = 5_000
    /// The silence after which a peer is sent PING.
    public var heartbeatMilliseconds: Int64 = 500
    /// The silence after PING that closes the connection.
    public var heartbeatTimeoutMilliseconds: Int64 = 1_500

    public init() {}
}
