import Majordomo
import ZeroMQ

/// A request as encoded bytes, created once and sent many times: only ids and patched parts of the
/// payload differ. It must be used on one thread.
final class RequestTemplate {
    let operation: String
    /// How long the answer is awaited.
    let budget: Nanoseconds
    let payloadByteCount: Int
    /// All frames with their headers.
    private(set) var bytes: [UInt8]
    private let idPlace: Int
    private let keyPlace: Int?
    private let payloadPlace: Int

    /// The offset of the request id in every envelope (docs/protocol.md, 3.2).
    private static let idOffset = 15
    /// The offset of an idempotency key's value, without the length of the operation's name.
    private static let keyOffset = 41 + 3

    /// Encodes a request. Throws if it exceeds a limit of the protocol, or needs more than one
    /// payload frame.
    init(_ request: ClientRequest) throws {
        guard let envelope = request.header.envelope(passport: request.passport),
            request.payload.count <= Limits.payloadFrameBytesMax
        else {
            throw LoadTestFailure(.other, "\(request.header.operation): too long for the wire")
        }
        operation = request.header.operation
        budget = Nanoseconds(request.header.budgetMilliseconds) * 1_000_000
        payloadByteCount = request.payload.count
        bytes = []
        for frame in [Array("MDPC02".utf8), [1], Array(request.service.utf8)] {
            bytes += ZMTP.frame(frame, flags: ZMTP.moreFlag)
        }
        bytes += ZMTP.frame(envelope, flags: ZMTP.moreFlag)
        let start = bytes.count - envelope.count
        idPlace = start + RequestTemplate.idOffset
        let hasKey = request.header.idempotencyKey != nil && request.header.attempt == 1
        keyPlace =
            hasKey
            ? start + RequestTemplate.keyOffset + request.header.operation.utf8.count : nil
        bytes += ZMTP.frame(request.payload)
        payloadPlace = bytes.count - request.payload.count
    }

    /// Sets the id for the next send.
    func setID(_ id: WireID) { id.writeBytes(into: &bytes, at: idPlace) }

    /// Sets the idempotency key for the next send, if the request has one.
    func setKey(_ key: WireID) {
        if let keyPlace { key.writeBytes(into: &bytes, at: keyPlace) }
    }

    /// Overwrites a part of the payload at this offset.
    func setPayload(_ text: some Collection<UInt8>, at place: Int) {
        precondition(
            place >= 0 && place + text.count <= payloadByteCount, "behind the payload's end")
        for (offset, byte) in text.enumerated() { bytes[payloadPlace + place + offset] = byte }
    }
}
