/// The frames of a refusal, encoded once: only the request's id is written anew. A broker that has
/// too much to do sends little else.
struct RefusalFrames {
    /// Sixteen bytes and 36 digits that nothing else in the frames looks like.
    private static let anyID = Identifier(high: .max, low: .max)

    /// What is encoded; nil before the first one.
    private var refusal: Refusal?
    /// The reply's header.
    private(set) var envelope: [UInt8] = []
    /// The reply's payload.
    private(set) var payload: [UInt8] = []
    private var idInEnvelope = 0
    private var idInPayload = 0

    /// Makes the frames those of this refusal of this request.
    mutating func set(_ refusal: Refusal, of requestID: Identifier) {
        if self.refusal != refusal { encode(refusal) }
        requestID.writeBytes(into: &envelope, at: idInEnvelope)
        requestID.writeText(into: &payload, at: idInPayload)
    }

    private mutating func encode(_ refusal: Refusal) {
        let id = RefusalFrames.anyID
        let header = ReplyHeader(
            requestID: id, status: refusal.status, executed: refusal.executed,
            retryAfterMilliseconds: refusal.retryAfterMilliseconds)
        envelope = header.envelope()
        payload = JSONText.error(refusal.status, refusal.message, id)
        guard let bytes = envelope.firstRange(of: id.bytes),
            let text = payload.firstRange(of: Array(id.description.utf8))
        else { preconditionFailure("a reply carries the id of its request") }
        idInEnvelope = bytes.lowerBound
        idInPayload = text.lowerBound
        self.refusal = refusal
    }
}
