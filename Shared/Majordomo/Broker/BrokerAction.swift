/// An action that `BrokerState` asks its runner to perform.
enum BrokerAction<Body> {
    /// Send REQUEST to a worker, with the budget in the body lowered by the waiting time.
    case dispatch(
        worker: PeerAddress, client: PeerAddress, requestID: WireID, body: Body,
        waitedMilliseconds: Int64)
    /// Send a worker's PARTIAL or FINAL to its client, untouched.
    case forward(client: PeerAddress, service: String, isFinal: Bool, body: Body)
    /// Send the broker's own FINAL to a client that uses our header.
    case refuse(client: PeerAddress, service: String, requestID: WireID, Refusal)
    /// Answer a question about the broker, with our header only if the question had one.
    case answer(client: PeerAddress, service: String, requestID: WireID?, payload: [UInt8])
    /// Send HEARTBEAT, with a credit to echo if there is one.
    case heartbeat(worker: PeerAddress, credit: UInt32?)
    /// Send DISCONNECT.
    case disconnect(worker: PeerAddress)
}

/// A reply that the broker sends in place of a worker.
struct Refusal: Equatable {
    let status: Status
    let executed: Executed
    var retryAfterMilliseconds: Int32?
    let message: String

    static let workerLost = Refusal(
        status: .unavailable, executed: .unknown,
        message: "the service's worker was lost before it answered")
    static let notSent = Refusal(
        status: .unavailable, executed: .no,
        message: "the service's worker was lost before it was asked")
    static let noWorker = Refusal(
        status: .unavailable, executed: .no, message: "no worker offers this service")
    static let expired = Refusal(
        status: .deadline, executed: .no, message: "the time allowed ended while the request waited"
    )
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

/// A request as the broker sees it, with a body that the broker does not read.
struct BrokerRequest<Body> {
    let client: PeerAddress
    /// The connection of the request; nil if the transport does not report it.
    let descriptor: Int32?
    let service: String
    /// The request id and budget from our header; nil for a request without the header.
    let header: BrokerRequestHeader?
    let body: Body
    /// The length of the body in bytes.
    let byteCount: Int
}

/// The part of our header that the broker reads.
struct BrokerRequestHeader: Equatable {
    let requestID: WireID
    let budgetMilliseconds: UInt32
}

/// Counts of events since the broker's start.
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
    /// Messages for peers that are gone or whose send queue is full. Counted by the runner.
    var unroutable: UInt64 = 0
}
