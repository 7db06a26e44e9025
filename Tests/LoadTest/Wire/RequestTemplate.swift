import Majordomo
import ZeroMQ

/// A request as the bytes that go over the wire, made once and sent many times: only ids and what
/// its source patches differ. Belongs to one thread.
final class RequestTemplate {
    /// The operation's name.
    let operation: String
    /// How long an answer is waited for.
    let budget: Nanoseconds
    /// The bytes of the payload.
    let payloadByteCount: Int
    /// All frames with their heads.
    private(set) var bytes: [UInt8]
    private let idPlace: Int
    private let keyPlace: Int?
    private let payloadPlace: Int

    /// Where the request's id lies in every envelope (docs/protocol.md, 3.2).
    private static let idOffset = 15
    /// Where the value of an idempotency key lies behind the operation's name.
    private static let keyOffset = 41 + 3

    /// Encodes a request; throws if it breaks a limit of the wire or has a payload of several
    /// frames.
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

    /// Gives the next sending its id.
    func setID(_ id: Majordomo.Identifier) { write(id, at: idPlace) }

    /// Gives the next sending a key of its own, if the request has one.
    func setKey(_ key: Majordomo.Identifier) {
        if let keyPlace { write(key, at: keyPlace) }
    }

    /// Writes over bytes of the payload, from this place of it on.
    func setPayload(_ text: some Collection<UInt8>, at place: Int) {
        precondition(
            place >= 0 && place + text.count <= payloadByteCount, "behind the payload's end")
        for (offset, byte) in text.enumerated() { bytes[payloadPlace + place + offset] = byte }
    }

    private func write(_ id: Majordomo.Identifier, at place: Int) {
        for offset in 0..<8 {
            bytes[place + offset] = UInt8(truncatingIfNeeded: id.high >> UInt64(56 - 8 * offset))
            bytes[place + 8 + offset] = UInt8(
                truncatingIfNeeded: id.low >> UInt64(56 - 8 * offset))
        }
    }
}
