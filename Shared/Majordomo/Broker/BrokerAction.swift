/// What a `BrokerState` wants done.
enum BrokerAction<Body> {
    /// Send REQUEST to a worker; the budget in the body is to be lowered by the waiting time.
    case dispatch(
        worker: PeerAddress, client: PeerAddress, requestID: Identifier, body: Body,
        waitedMilliseconds: Int64)
    /// Send a worker's PARTIAL or FINAL to its client, untouched.
    case forward(client: PeerAddress, service: String, isFinal: Bool, body: Body)
    /// Send a FINAL of the broker's own to a client that speaks our header.
    case refuse(client: PeerAddress, service: String, requestID: Identifier, Refusal)
    /// Answer a question about the broker; with our header only if the question had it.
    case answer(client: PeerAddress, service: String, requestID: Identifier?, payload: [UInt8])
    /// Send HEARTBEAT, with the credit that is echoed if there is one.
    case heartbeat(worker: PeerAddress, credit: UInt32?)
    /// Send DISCONNECT.
    case disconnect(worker: PeerAddress)
}

/// An answer that the broker gives in place of a worker.
struct Refusal: Equatable {
    let status: Status
    let executed: Executed
    let retryAfterMilliseconds: Int32?
    let message: String

    static let workerLost = Refusal(
        status: .unavailable, executed: .unknown, retryAfterMilliseconds: nil,
        message: "the service's worker was lost before it answered")
    static let notSent = Refusal(
        status: .unavailable, executed: .no, retryAfterMilliseconds: nil,
        message: "the service's worker was lost before it was asked")
    static let noWorker = Refusal(
        status: .unavailable, executed: .no, retryAfterMilliseconds: nil,
        message: "no worker offers this service")
    static let expired = Refusal(
        status: .deadline, executed: .no, retryAfterMilliseconds: nil,
        message: "the time allowed ended while the request waited")
    static let queueFull = Refusal(
        status: .busy, executed: .no, retryAfterMilliseconds: Limits.busyRetryMilliseconds,
        message: "too many requests wait for this service")
    static let draining = Refusal(
        status: .unavailable, executed: .no,
        retryAfterMilliseconds: Limits.drainRetryMilliseconds, message: "the broker is stopping")
    static let tooLarge = Refusal(
        status: .tooLarge, executed: .no, retryAfterMilliseconds: -1,
        message: "a request has at most 1 MiB, in frames of at most 256 KiB")
    static let otherVersion = Refusal(
        status: .unimplemented, executed: .no, retryAfterMilliseconds: -1,
        message: "this version of the request header is not known here; use version 1")
    static let unknownQuestion = Refusal(
        status: .unimplemented, executed: .no, retryAfterMilliseconds: -1,
        message: "the broker does not answer this name")
}

/// A request as the broker sees it: who, for whom, and a body that it does not read.
struct BrokerRequest<Body> {
    let client: PeerAddress
    /// The connection it came over; nil where the transport does not tell.
    let descriptor: Int32?
    let service: String
    /// The request id and budget of our header; nil for a request without it.
    let header: BrokerRequestHeader?
    let body: Body
    /// The body's length in bytes.
    let byteCount: Int
}

/// What the broker reads of our header.
struct BrokerRequestHeader: Equatable {
    let requestID: Identifier
    let budgetMilliseconds: UInt32
}

/// What the broker counted since its start.
struct BrokerCounters: Equatable {
    var requests: UInt64 = 0
    var replies: UInt64 = 0
    var questions: UInt64 = 0
    var shed: UInt64 = 0
    var expired: UInt64 = 0
    var abandoned: UInt64 = 0
    var workersLost: UInt64 = 0
    var malformed: UInt64 = 0
    var refused: UInt64 = 0
    var unexpected: UInt64 = 0
    var registrationsRefused: UInt64 = 0
    /// Counted by the runner: messages for peers that are gone, or for whom too much waits.
    var unroutable: UInt64 = 0
}
