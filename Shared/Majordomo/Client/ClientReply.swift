/// The result of a call, from the service, the broker or this client.
@Memberwise
public struct ClientReply: Sendable, Equatable {
    /// Status, executed, retry-after and replayed. The request id is that of the call.
    public var header: ReplyHeader
    /// UTF-8 JSON: the operation's response, or an error if the status is not OK.
    public var payload: [UInt8]

    /// Creates a failure with the standard error payload.
    public init(requestID: WireID, status: Status, executed: Executed, message: String) {
        header = ReplyHeader(requestID: requestID, status: status, executed: executed)
        payload = JSONText.error(status, message, requestID)
    }
}

/// A request to a service.
@Memberwise
public struct ClientRequest: Sendable {
    public var service: String
    /// The header. Its budget applies to the whole call; the client sets its attempt.
    public var header: RequestHeader
    /// The signed passport; empty for an anonymous caller.
    public var passport: [UInt8] = []
    /// UTF-8 JSON of the operation's request, at most `Limits.requestBytesMax` bytes.
    public var payload: [UInt8]
    /// Whether the operation is read-only and may be retried without an idempotency key.
    public var isReadOnly: Bool
    /// Whether the client retries a failed attempt (docs/protocol.md, section 6). Load tests turn
    /// this off to see each refusal.
    public var repeats: Bool = true

    /// Whether an attempt whose outcome is unknown may be repeated.
    var mayRepeat: Bool { isReadOnly || header.idempotencyKey != nil }

    /// The local failure of a request that exceeds a limit; nil if it may be sent.
    var refusal: ClientReply? {
        if payload.count > Limits.requestBytesMax {
            return ClientReply(
                requestID: header.requestID, status: .tooLarge, executed: .no,
                message: "a request has at most \(Limits.requestBytesMax) bytes")
        }
        guard ServiceName.read(service.utf8Span.span) != nil, header.fits(passport: passport)
        else {
            return ClientReply(
                requestID: header.requestID, status: .invalid, executed: .no,
                message: "the service's name, the header or the passport is over its limit")
        }
        return nil
    }
}
