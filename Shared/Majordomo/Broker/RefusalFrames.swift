/// The frames of a refusal, encoded once; only the request id changes per reply. An overloaded
/// broker sends little else.
struct RefusalFrames {
    /// A placeholder id whose bytes and digits occur nowhere else in the frames.
    private static let anyID = WireID(high: .max, low: .max)

    /// The encoded refusal; nil before the first one.
    private var refusal: Refusal?
    private(set) var envelope: [UInt8] = []
    private(set) var payload: [UInt8] = []
    private var idInEnvelope = 0
    private var idInPayload = 0

    /// Sets the frames to this refusal of this request.
    mutating func set(_ refusal: Refusal, of requestID: WireID) {
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
