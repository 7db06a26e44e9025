import ZeroMQ

/// A request that a worker holds until it replies.
@safe
public final class WorkerRequest: @unchecked Sendable {
    // The message is immutable after receipt, so that any thread may read its frames.

    /// The header as sent by the client, with the budget lowered by the broker.
    public let header: RequestHeader
    /// The signed passport; empty for an anonymous caller.
    public let passport: [UInt8]
    /// The time of receipt, on the monotonic clock.
    public let received: MonotonicTime
    /// Whether no other message waited behind it when it was handed over.
    public let isAlone: Bool
    let client: [UInt8]
    let generation: UInt64
    private let message: Message
    private let payloadFirst: Int

    init(
        header: RequestHeader, passport: [UInt8], received: MonotonicTime, isAlone: Bool,
        client: [UInt8], generation: UInt64, message: Message, payloadFirst: Int
    ) {
        self.header = header
        self.passport = passport
        self.received = received
        self.isAlone = isAlone
        self.client = client
        self.generation = generation
        self.message = message
        self.payloadFirst = payloadFirst
    }

    /// The end of the caller's budget.
    public var deadline: MonotonicTime {
        received.advanced(byMilliseconds: Int64(header.budgetMilliseconds))
    }

    /// Returns the remaining budget in milliseconds; 0 if it is over.
    public func remainingMilliseconds(at now: MonotonicTime = MonotonicTime.now()) -> UInt32 {
        UInt32(clamping: deadline.milliseconds(since: now))
    }

    /// The length of the payload in bytes.
    public var payloadByteCount: Int {
        message.byteCount(from: payloadFirst)
    }

    /// Calls `body` with the payload, which is valid during the call only. A payload of one frame
    /// is not copied.
    public func withPayload<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if message.count == payloadFirst + 1 {
            return try message.withBytes(at: payloadFirst, body)
        }
        let joined = message.joinedBytes(from: payloadFirst)
        return try body(joined.span)
    }

    /// A copy of the payload.
    public var payload: [UInt8] {
        message.joinedBytes(from: payloadFirst)
    }
}

extension MonotonicTime {
    /// Returns the current time of CLOCK_MONOTONIC, the clock of all runners.
    public static func now() -> MonotonicTime {
        MonotonicClock.now()
    }
}
