/// The header of a request (docs/protocol.md, section 3.2).
public struct RequestHeader: Sendable, Equatable {
    /// Identifies the call; the same for all its attempts. Never zero.
    public var requestID: Identifier
    /// `resource.verb`, 1 to 64 bytes of letters, digits and `._$-`.
    public var operation: String
    /// The remaining time for the whole call, at most `Limits.budgetMillisecondsMax`.
    public var budgetMilliseconds: UInt32
    /// The number of the attempt, from 1.
    public var attempt: UInt8
    /// The idempotency key, which makes retries safe.
    public var idempotencyKey: Identifier?
    /// The family that the request concerns.
    public var familyID: Identifier?
    /// Correlates the log lines of one action across processes.
    public var traceID: Identifier?
    /// Whether the request is a dry run: all checks, no effect.
    public var isDryRun: Bool

    /// Creates a header for a first attempt.
    public init(
        requestID: Identifier = .random(), operation: String, budgetMilliseconds: UInt32,
        attempt: UInt8 = 1, idempotencyKey: Identifier? = nil, familyID: Identifier? = nil,
        traceID: Identifier? = nil, isDryRun: Bool = false
    ) {
        self.requestID = requestID
        self.operation = operation
        self.budgetMilliseconds = budgetMilliseconds
        self.attempt = attempt
        self.idempotencyKey = idempotencyKey
        self.familyID = familyID
        self.traceID = traceID
        self.isDryRun = isDryRun
    }
}

/// The header of a reply (docs/protocol.md, section 3.2).
public struct ReplyHeader: Sendable, Equatable {
    public var requestID: Identifier
    public var status: Status
    public var executed: Executed
    /// The suggested delay before a retry, in milliseconds; negative means never.
    public var retryAfterMilliseconds: Int32?
    /// Whether the reply was stored under the same idempotency key by an earlier attempt.
    public var isReplayed: Bool
    /// The number of this slice of the payload, from 0.
    public var slice: UInt8

    /// Creates a header for a reply of one slice.
    public init(
        requestID: Identifier, status: Status = .ok, executed: Executed = .yes,
        retryAfterMilliseconds: Int32? = nil, isReplayed: Bool = false, slice: UInt8 = 0
    ) {
        self.requestID = requestID
        self.status = status
        self.executed = executed
        self.retryAfterMilliseconds = retryAfterMilliseconds
        self.isReplayed = isReplayed
        self.slice = slice
    }
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
