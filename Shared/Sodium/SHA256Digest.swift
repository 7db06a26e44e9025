import CSodium

/// SHA-256 (FIPS 180-4): 32 bytes that stand for a token or a request.
public struct SHA256Digest: Hashable, Sendable {
    /// Length of every digest in bytes.
    public static let byteCount = 32

    /// The digest, `byteCount` bytes.
    public let bytes: [UInt8]

    /// The digest of one message.
    public init(of message: [UInt8]) {
        var output = [UInt8](repeating: 0, count: Self.byteCount)
        // crypto_hash_sha256 has no failure: it always answers 0, and it needs no sodium_init.
        unsafe _ = crypto_hash_sha256(&output, message, UInt64(message.count))
        bytes = output
    }

    /// The digest of several parts as if they were one message. Parts that could be cut elsewhere
    /// need their lengths in between.
    public init(ofParts parts: [[UInt8]]) {
        var state = crypto_hash_sha256_state()
        var output = [UInt8](repeating: 0, count: Self.byteCount)
        unsafe _ = crypto_hash_sha256_init(&state)
        for part in parts {
            unsafe _ = crypto_hash_sha256_update(&state, part, UInt64(part.count))
        }
        unsafe _ = crypto_hash_sha256_final(&state, &output)
        bytes = output
    }
}
