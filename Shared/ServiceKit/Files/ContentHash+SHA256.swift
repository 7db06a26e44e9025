public import Contracts
import Sodium

extension ContentHash {
    /// Computes the SHA-256 of a content (FIPS 180-4).
    public init(of content: [UInt8]) {
        self.init(digest: SHA256Digest(of: content).bytes)
    }
}
