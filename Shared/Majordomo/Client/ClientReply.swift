/// How a call ended: a service's answer, the broker's, or this client's own.
public struct ClientReply: Sendable, Equatable {
    /// Status, executed, retry-after and replayed; the request id is the call's.
    public var header: ReplyHeader
    /// UTF-8 JSON: the operation's response, or an error where the status is not OK.
    public var payload: [UInt8]

    /// Makes a reply from what came over the wire.
    public init(header: ReplyHeader, payload: [UInt8]) {
        self.header = header
        self.payload = payload
    }

    /// Makes a failure with the payload that every failure has.
    public init(requestID: Identifier, status: Status, executed: Executed, message: String) {
        header = ReplyHeader(requestID: requestID, status: status, executed: executed)
        payload = JSONText.error(status, message, requestID)
    }
}

/// What to ask of which service.
public struct ClientRequest: Sendable {
    /// The service's name on MDP.
    public var service: String
    /// The header; its budget is the whole call's, its attempt is counted here.
    public var header: RequestHeader
    /// The signed passport, or no byte.
    public var passport: [UInt8]
    /// UTF-8 JSON of the operation's request, at most `Limits.requestBytesMax` bytes.
    public var payload: [UInt8]
    /// Whether the operation changes nothing, so that it may be repeated without a key.
    public var isReadOnly: Bool
    /// Whether the client repeats an attempt that failed (docs/protocol.md, section 6). Whoever
    /// measures wants to see each refusal.
    public var repeats: Bool

    /// Makes a request.
    public init(
        service: String, header: RequestHeader, passport: [UInt8] = [], payload: [UInt8],
        isReadOnly: Bool, repeats: Bool = true
    ) {
        self.service = service
        self.header = header
        self.passport = passport
        self.payload = payload
        self.isReadOnly = isReadOnly
        self.repeats = repeats
    }

    /// Whether an attempt whose outcome is unknown may be repeated.
    var mayRepeat: Bool { isReadOnly || header.idempotencyKey != nil }

    /// The failure of a request that breaks a limit, found before anything is sent.
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
