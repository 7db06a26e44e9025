internal import Base
import CSodium

/// SHA-256 of a message that comes in pieces. It has one owner: it is not `Sendable`.
public final class SHA256Stream {
    private var state = crypto_hash_sha256_state()

    /// The digest of nothing so far.
    public init() {
        unsafe _ = crypto_hash_sha256_init(&state)
    }

    /// Adds a piece.
    public func update(_ piece: [UInt8]) {
        unsafe _ = crypto_hash_sha256_update(&state, piece, UInt64(piece.count))
    }

    /// The digest of all pieces, as lower-case hexadecimal digits. To be asked for once.
    public func hex() -> String {
        var output = [UInt8](repeating: 0, count: SHA256Digest.byteCount)
        unsafe _ = crypto_hash_sha256_final(&state, &output)
        return Hexadecimal.text(output)
    }
}
