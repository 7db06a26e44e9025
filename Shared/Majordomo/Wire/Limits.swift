/// The numbers of docs/protocol.md, section 7, and of the timers.
public enum Limits {
    /// The header without the passport, in bytes.
    public static let headerBytesMax = 1_104
    /// The passport, in bytes.
    public static let passportBytesMax = 512
    /// An operation's name, in bytes.
    public static let operationBytesMax = 64
    /// One frame of a payload, in bytes.
    public static let payloadFrameBytesMax = 262_144
    /// The payload of a request, in bytes.
    public static let requestBytesMax = 1_048_576
    /// The payload of a reply, in bytes.
    public static let replyBytesMax = payloadFrameBytesMax * replySlicesMax
    /// Slices of one reply.
    public static let replySlicesMax = 256
    /// Frames of a body.
    public static let bodyFramesMax = 16
    /// The budget of a call, in milliseconds.
    public static let budgetMillisecondsMax: UInt32 = 600_000
    /// A service's name, in bytes.
    public static let serviceNameBytesMax = 255
    /// Requests queued for one service.
    public static let queuedRequestsMax = 256
    /// Bytes of bodies queued for one service.
    public static let queuedBytesMax = 16_777_216
    /// Requests queued for all services together.
    public static let queuedRequestsTotalMax = 8_192
    /// Bytes of bodies queued for all services together.
    public static let queuedBytesTotalMax = 41_943_040
    /// Services that a broker knows, by a worker or a queue.
    public static let servicesMax = 256
    /// The widest window of a worker.
    public static let creditMax: UInt32 = 1_024
    /// How long a queued request without our header waits, in milliseconds.
    public static let plainRequestMilliseconds: Int64 = 10_000
    /// How often a silent peer sends HEARTBEAT, in milliseconds.
    public static let heartbeatMilliseconds: Int64 = 1_000
    /// Silent intervals after which a peer is lost.
    public static let liveness: Int64 = 3
    /// Malformed messages that refuse a connection.
    public static let strikesMax = 5
    /// The time within which those must come, in milliseconds.
    public static let strikeWindowMilliseconds: Int64 = 10_000
    /// How long the connection is refused, in milliseconds.
    public static let refusalMilliseconds: Int64 = 60_000
    /// Connections whose strikes are remembered.
    public static let struckPeersMax = 1_024
    /// Connections remembered as having been told DISCONNECT, or having said it.
    public static let dismissedPeersMax = 1_024
    /// The retry-after of a full queue, in milliseconds.
    public static let busyRetryMilliseconds: Int32 = 50
    /// The retry-after of a draining broker, in milliseconds.
    public static let drainRetryMilliseconds: Int32 = 200
    /// How long a draining broker waits for answers, in milliseconds.
    public static let brokerDrainMilliseconds: Int64 = 1_000
    /// How long a draining worker waits for its handlers, in milliseconds.
    public static let workerDrainMilliseconds: Int64 = 10_000
    /// How long a worker waits for the answer to `mmi.broker`, in milliseconds.
    public static let brokerAnswerMilliseconds: Int64 = 1_000
    /// The first pause before a retry or a new registration, in milliseconds.
    public static let backoffMilliseconds: Int64 = 50
    /// The longest pause before a retry, in milliseconds.
    public static let retryBackoffMillisecondsMax: Int64 = 1_000
    /// The longest pause before a new registration, in milliseconds.
    public static let registrationBackoffMillisecondsMax: Int64 = 2_000
    /// How long a client waits for the word of the broker or the service that a call's budget is
    /// over, in milliseconds.
    public static let lastWordMilliseconds: Int64 = 50
    /// Calls that one client holds unanswered.
    public static let pendingCallsMax = 4_096
}
