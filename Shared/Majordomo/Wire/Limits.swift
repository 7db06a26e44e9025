/// The limits and timers of docs/protocol.md, section 7.
public enum Limits {
    /// The size of the header without the passport, in bytes.
    public static let headerBytesMax = 1_104
    /// The size of the passport, in bytes.
    public static let passportBytesMax = 512
    /// The length of an operation's name, in bytes.
    public static let operationBytesMax = 64
    /// The size of one payload frame, in bytes.
    public static let payloadFrameBytesMax = 262_144
    /// The size of a request's payload, in bytes.
    public static let requestBytesMax = 1_048_576
    /// The size of a reply's payload, in bytes.
    public static let replyBytesMax = payloadFrameBytesMax * replySlicesMax
    /// The number of slices of one reply.
    public static let replySlicesMax = 256
    /// The number of frames of a body.
    public static let bodyFramesMax = 16
    /// The budget of a call, in milliseconds.
    public static let budgetMillisecondsMax: UInt32 = 600_000
    /// The length of a service's name, in bytes.
    public static let serviceNameBytesMax = 255
    /// The number of requests queued for one service.
    public static let queuedRequestsMax = 256
    /// The size of the bodies queued for one service, in bytes.
    public static let queuedBytesMax = 16_777_216
    /// The number of requests queued for all services together.
    public static let queuedRequestsTotalMax = 8_192
    /// The size of the bodies queued for all services together, in bytes.
    public static let queuedBytesTotalMax = 41_943_040
    /// The number of services with a worker or a queue.
    public static let servicesMax = 256
    /// The largest window of a worker.
    public static let creditMax: UInt32 = 1_024
    /// The queue time of a request without our header, in milliseconds.
    public static let plainRequestMilliseconds: Int64 = 10_000
    /// The interval of HEARTBEATs from an idle peer, in milliseconds.
    public static let heartbeatMilliseconds: Int64 = 1_000
    /// The number of silent intervals after which a peer is lost.
    public static let liveness: Int64 = 3
    /// The silence after which a peer is lost, in milliseconds.
    static let silenceMilliseconds: Int64 = heartbeatMilliseconds * liveness
    /// The time between two looks at the clock after which a process counts as paused, in
    /// milliseconds.
    static let pauseMilliseconds: Int64 = heartbeatMilliseconds * 2
    /// The number of malformed messages after which a connection is refused.
    public static let strikesMax = 5
    /// The window in which strikes are counted, in milliseconds.
    public static let strikeWindowMilliseconds: Int64 = 10_000
    /// The duration of a refusal, in milliseconds.
    public static let refusalMilliseconds: Int64 = 60_000
    /// The number of connections whose strikes are remembered.
    public static let struckPeersMax = 1_024
    /// The number of connections remembered as having sent or received DISCONNECT.
    public static let dismissedPeersMax = 1_024
    /// The retry-after of a full queue, in milliseconds.
    public static let busyRetryMilliseconds: Int32 = 50
    /// The retry-after of a draining broker, in milliseconds.
    public static let drainRetryMilliseconds: Int32 = 200
    /// The time that a draining broker waits for replies, in milliseconds.
    public static let brokerDrainMilliseconds: Int64 = 1_000
    /// The time that a draining worker waits for its handlers, in milliseconds.
    public static let workerDrainMilliseconds: Int64 = 10_000
    /// The time that a worker waits for the reply to `mmi.broker`, in milliseconds.
    public static let brokerAnswerMilliseconds: Int64 = 1_000
    /// The first pause before a retry or a new registration, in milliseconds.
    public static let backoffMilliseconds: Int64 = 50
    /// The longest pause before a retry, in milliseconds.
    public static let retryBackoffMillisecondsMax: Int64 = 1_000
    /// The longest pause before a new registration, in milliseconds.
    public static let registrationBackoffMillisecondsMax: Int64 = 2_000
    /// The time after the end of a call's budget in which the client still accepts the reply of the
    /// broker or the service, in milliseconds.
    public static let lastWordMilliseconds: Int64 = 50
    /// The number of unanswered calls of one client.
    public static let pendingCallsMax = 4_096
}
