import CSodium

/// The public half of an Ed25519 key (RFC 8032).
public struct VerifyingKey: Hashable, Sendable {
    /// Length in bytes.
    public static let byteCount = 32

    /// The key, `byteCount` bytes, as it is stored and sent.
    public let bytes: [UInt8]

    /// A key read from a file or a message; `wrongLength` unless it has `byteCount` bytes. Whether
    /// the bytes are a point of the curve shows when a signature is verified.
    public init(_ bytes: [UInt8]) throws(SodiumError) {
        guard bytes.count == Self.byteCount else {
            throw SodiumError(
                .wrongLength, "an Ed25519 public key has 32 bytes, this one has \(bytes.count)")
        }
        self.bytes = bytes
    }

    /// Whether this key's owner signed exactly this message. A signature of any other length, one
    /// that is not in canonical form and a key of small order are all "no".
    public func isValid(signature: [UInt8], for message: [UInt8]) -> Bool {
        guard signature.count == SigningKey.signatureByteCount,
            (try? SodiumLibrary.ready()) != nil
        else { return false }
        return unsafe crypto_sign_verify_detached(
            signature, message, UInt64(message.count), bytes) == 0
    }
}
