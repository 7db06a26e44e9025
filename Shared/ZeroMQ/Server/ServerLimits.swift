/// What a `ServerSocket` holds for its peers at most. Bytes are those of frames with their heads,
/// times are milliseconds.
public struct ServerLimits: Sendable {
    /// The longest message that is read; a longer one closes its connection. Sixteen frames of
    /// 272 KiB are a body at its limit, and 256 KiB more leave room for what stands before it.
    public var messageBytesMax = 4_718_592
    /// Messages that have begun to arrive, all connections together. Past it the connection whose
    /// message began first is closed.
    public var incomingBytesTotalMax = 16_777_216
    /// What waits for one peer; one byte more closes its connection.
    public var outgoingBytesMax = 16_777_216
    /// What waits for all peers together. Past it the connection is closed whose peer took nothing
    /// for the longest time.
    public var outgoingBytesTotalMax = 33_554_432
    /// While more than this waits for a peer, those who send to it are not read.
    public var outgoingBytesHold = 4_194_304
    /// How long senders are held for one peer, until it has taken everything.
    public var holdMillisecondsMax: Int64 = 1_000
    /// How often it is looked whether a peer for which senders are held takes enough.
    public var holdCheckMilliseconds: Int64 = 100
    /// What such a peer must take between two looks; one that takes less is waited for no more.
    public var holdCheckBytesMin: UInt64 = 262_144
    /// Connections at a time; a further one is closed at once.
    public var connectionsMax = 2_048
    /// How long a peer may take for greeting and READY.
    public var handshakeMilliseconds: Int64 = 5_000
    /// After this long without a byte a peer is sent PING.
    public var heartbeatMilliseconds: Int64 = 500
    /// A peer that sends nothing for this long after PING is closed.
    public var heartbeatTimeoutMilliseconds: Int64 = 1_500

    /// The limits of the product.
    public init() {}
}
