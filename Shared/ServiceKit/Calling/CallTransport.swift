public import Contracts

/// Carries calls to services and their answers back. The one over Majordomo is `BrokerTransport`;
/// tests have one that reaches a host in the same process.
public protocol CallTransport: Sendable {
    /// Sends a call; the outcome is delivered exactly once, within the call's budget and a little.
    func send(_ call: OutgoingCall, deliver: @escaping @Sendable (Outcome) -> Void)
}

/// A call as it leaves: everything but the types.
public struct OutgoingCall: Sendable {
    /// The service's name on the wire.
    public var service: String
    /// The operation's name on the wire.
    public var operation: String
    /// The request's id; repetitions keep it.
    public var requestID: RequestID
    /// What belongs together.
    public var traceID: TraceID?
    /// The family it is about.
    public var family: FamilyID?
    /// Makes a command idempotent.
    public var idempotencyKey: IdempotencyKey?
    /// The passport's bytes; empty for nobody.
    public var passport: [UInt8]
    /// The request's JSON.
    public var payload: [UInt8]
    /// How long the caller waits, repetitions included.
    public var budget: Duration
    /// Whether the call changes nothing, so that it may be repeated without a key.
    public var isReadOnly: Bool
    /// Whether nothing is to happen.
    public var isDryRun: Bool

    /// A call with these parts.
    public init(
        service: String, operation: String, requestID: RequestID, traceID: TraceID? = nil,
        family: FamilyID? = nil, idempotencyKey: IdempotencyKey? = nil, passport: [UInt8] = [],
        payload: [UInt8], budget: Duration, isReadOnly: Bool, isDryRun: Bool = false
    ) {
        self.service = service
        self.operation = operation
        self.requestID = requestID
        self.traceID = traceID
        self.family = family
        self.idempotencyKey = idempotencyKey
        self.passport = passport
        self.payload = payload
        self.budget = budget
        self.isReadOnly = isReadOnly
        self.isDryRun = isDryRun
    }
}
