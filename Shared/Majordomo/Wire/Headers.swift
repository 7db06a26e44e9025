/// The header of a request (docs/protocol.md, section 3.2).
public struct RequestHeader: Sendable, Equatable {
    /// Names the call; the same for all its attempts. Never zero.
    public var requestID: Identifier
    /// `resource.verb`, 1 to 64 bytes of letters, digits and `._$-`.
    public var operation: String
    /// Milliseconds that are left for the whole call, at most `Limits.budgetMillisecondsMax`.
    public var budgetMilliseconds: UInt32
    /// 1 for the first attempt.
    public var attempt: UInt8
    /// Names the intended effect, so that repeating is safe.
    public var idempotencyKey: Identifier?
    /// The family that the request is about.
    public var familyID: Identifier?
    /// Joins the log lines of one doing across processes.
    public var traceID: Identifier?
    /// Everything is checked and nothing is done.
    public var isDryRun: Bool

    /// Makes a header for a first attempt.
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
    /// The request that is answered.
    public var requestID: Identifier
    /// How it ended.
    public var status: Status
    /// Whether the work was done.
    public var executed: Executed
    /// When to come again, in milliseconds; negative is never.
    public var retryAfterMilliseconds: Int32?
    /// Whether the answer was stored under the same key by an earlier attempt.
    public var isReplayed: Bool
    /// The number of this slice of the payload, from 0.
    public var slice: UInt8

    /// Makes a header for a reply of one slice.
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

/// Why a frame is no envelope that we can read.
public enum EnvelopeProblem: Error, Sendable, Equatable {
    /// The frame does not begin with the magic: the body has no header of ours.
    case absent
    /// The envelope has a version that is not ours.
    case version(UInt8)
    /// The envelope breaks a rule of its layout.
    case malformed
}
