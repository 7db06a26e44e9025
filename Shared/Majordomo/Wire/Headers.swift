/// The header of a request (docs/protocol.md, section 3.2).
@Memberwise
public struct RequestHeader: Sendable, Equatable {
    /// Identifies the call; the same for all its attempts. Never zero.
    public var requestID: WireID = .random()
    /// `resource.verb`, 1 to 64 bytes of letters, digits and `._$-`.
    public var operation: String
    /// The remaining time for the whole call, at most `Limits.budgetMillisecondsMax`.
    public var budgetMilliseconds: UInt32
    /// The number of the attempt, from 1.
    public var attempt: UInt8 = 1
    /// The idempotency key, which makes retries safe.
    public var idempotencyKey: WireID?
    /// The family that the request concerns.
    public var familyID: WireID?
    /// Correlates the log lines of one action across processes.
    public var traceID: WireID?
    /// Whether the request is a dry run: all checks, no effect.
    public var isDryRun: Bool = false
}

/// The header of a reply (docs/protocol.md, section 3.2).
@Memberwise
public struct ReplyHeader: Sendable, Equatable {
    public var requestID: WireID
    public var status: Status = .ok
    public var executed: Executed = .yes
    /// The suggested delay before a retry, in milliseconds; negative means never.
    public var retryAfterMilliseconds: Int32?
    /// Whether the reply was stored under the same idempotency key by an earlier attempt.
    public var isReplayed: Bool = false
    /// The number of this slice of the payload, from 0.
    public var slice: UInt8 = 0
}

/// Why a frame is not a readable envelope.
public enum EnvelopeProblem: Error, Sendable, Equatable {
    /// The frame does not begin with the magic bytes: the body has no header of ours.
    case absent
    /// The envelope has an unknown version.
    case version(UInt8)
    /// The envelope breaks a rule of the layout.
    case malformed
}
