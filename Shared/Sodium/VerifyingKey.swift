import CSodium

/// The public half of an Ed25519 key (RFC 8032).
public struct VerifyingKey: Hashable, Sendable {
    /// The length of a key in bytes.
    public static let byteCount = 32

    /// The key as stored and sent, `byteCount` bytes.
    public let bytes: [UInt8]

    /// Creates a key from its bytes; throws `wrongLength` unless there are `byteCount`. Does not
    /// check that they are a point of the curve; verification does.
    public init(_ bytes: [UInt8]) throws(SodiumError) {
        guard bytes.count == Self.byteCount else {
            throw SodiumError(
                .wrongLength, "an Ed25519 public key has 32 bytes, this one has \(bytes.count)")
        }
        self.bytes = bytes
    }

    /// Returns whether this key's owner signed exactly this message. Returns false for a signature
    /// of another length or in non-canonical form, and for a key of small order.
    public func isValid(signature: [UInt8], for message: [UInt8]) -> Bool {
        guard signature.count == SigningKey.signatureByteCount,
            (try? SodiumLibrary.ready()) != nil
        else { return false }
        return unsafe crypto_sign_verify_detached(
            signature, message, UInt64(message.count), bytes) == 0
    }
}
