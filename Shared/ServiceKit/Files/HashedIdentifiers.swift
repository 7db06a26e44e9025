public import Contracts

extension IdempotencyKey {
    /// Creates a key from the first 16 bytes of the content's SHA-256, with the last bit set: equal
    /// contents have equal keys.
    public init(hashing content: [UInt8]) {
        let hash = ContentHash(of: content).bytes
        let high: UInt64 = hash.span.bigEndian(at: 0) ?? 0
        let low: UInt64 = hash.span.bigEndian(at: 8) ?? 0
        self.init(high: high, low: low | 1)
    }
}
