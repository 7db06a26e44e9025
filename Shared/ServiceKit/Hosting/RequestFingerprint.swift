public import Contracts
import Sodium

/// What tells two requests under one idempotency key apart: SHA-256 over operation, family and
/// payload. It is not made for operations that carry secrets.
public struct RequestFingerprint: Hashable, Sendable {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// The fingerprint of a call.
    public init<Op: Operation>(of call: IncomingCall<Op>) {
        var text = Array(Op.name.utf8)
        // Neither an operation's name nor an id's text contains a line break.
        text.append(UInt8(ascii: "\n"))
        text += Array((call.context.family?.familyID.text ?? "").utf8)
        text.append(UInt8(ascii: "\n"))
        bytes = SHA256Digest(ofParts: [text, call.payload]).bytes
    }
}
