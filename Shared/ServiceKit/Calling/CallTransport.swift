public import Contracts

/// A transport that sends calls to services and delivers their outcomes. `BrokerTransport` uses
/// Majordomo; `LocalTransport` reaches hosts in the same process, for tests.
public protocol CallTransport: Sendable {
    /// Sends a call. Its outcome is delivered exactly once, at the end of the budget or shortly
    /// after it at the latest.
    func send(_ call: OutgoingCall, deliver: @escaping @Sendable (Outcome) -> Void)
}

/// An outgoing call without its types.
@Memberwise
public struct OutgoingCall: Sendable {
    /// The service's name on the wire.
    public var service: String
    /// The operation's name on the wire.
    public var operation: String
    /// The request's id, kept by retries.
    public var requestID: RequestID
    /// Correlates the log lines of one action across services.
    public var traceID: TraceID?
    /// The family that the call concerns.
    public var family: FamilyID?
    /// The idempotency key of a command.
    public var idempotencyKey: IdempotencyKey?
    /// The signed passport; empty for an anonymous caller.
    public var passport: [UInt8] = []
    /// The request's JSON.
    public var payload: [UInt8]
    /// The longest wait, retries included.
    public var budget: Duration
    /// Whether the call is read-only and may be retried without an idempotency key.
    public var isReadOnly: Bool
    /// Whether the call is a dry run.
    public var isDryRun: Bool = false
}
