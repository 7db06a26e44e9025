import ZeroMQ

/// A request that a worker holds until it answers.
@safe
public final class WorkerRequest: @unchecked Sendable {
    // The message is never changed after receipt; reading its frames is reading memory.

    /// The header, as the client sent it and the broker lowered its budget.
    public let header: RequestHeader
    /// The signed passport; no byte for an anonymous caller.
    public let passport: [UInt8]
    /// When the request came, on the monotonic clock.
    public let received: MonotonicTime
    let client: [UInt8]
    let generation: UInt64
    private let message: Message
    private let payloadFirst: Int

    init(
        header: RequestHeader, passport: [UInt8], received: MonotonicTime, client: [UInt8],
        generation: UInt64, message: Message, payloadFirst: Int
    ) {
        self.header = header
        self.passport = passport
        self.received = received
        self.client = client
        self.generation = generation
        self.message = message
        self.payloadFirst = payloadFirst
    }

    /// When the caller stops waiting.
    public var deadline: MonotonicTime {
        received.advanced(byMilliseconds: Int64(header.budgetMilliseconds))
    }

    /// Milliseconds that are left of the budget; 0 when it ended.
    public func remainingMilliseconds(at now: MonotonicTime = MonotonicTime.now()) -> UInt32 {
        UInt32(clamping: deadline.milliseconds(since: now))
    }

    /// The payload's length in bytes.
    public var payloadByteCount: Int {
        message.byteCount(from: payloadFirst)
    }

    /// Calls `body` with the payload; its bytes live as long as the call. A payload of one frame
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
    /// The current time of the clock that all runners use (CLOCK_MONOTONIC).
    public static func now() -> MonotonicTime {
        MonotonicClock.now()
    }
}
