internal import Base
import CSodium

/// A SHA-256 digest (FIPS 180-4), which identifies a token or a request.
public struct SHA256Digest: Hashable, Sendable {
    /// The length of every digest in bytes.
    public static let byteCount = 32

    public let bytes: [UInt8]

    /// Computes the digest of a message.
    public init(of message: [UInt8]) {
        var output = [UInt8](repeating: 0, count: Self.byteCount)
        // crypto_hash_sha256 always returns 0 and needs no sodium_init.
        unsafe _ = crypto_hash_sha256(&output, message, UInt64(message.count))
        bytes = output
    }

    /// Computes the digest of the concatenated parts. If the boundaries of the parts matter, add
    /// their lengths.
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

    /// The digest in lower-case hexadecimal digits.
    public var hex: String { Hexadecimal.text(bytes) }
}
