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

extension Identifier {
    /// Creates a version 7 UUID (RFC 9562, section 5.7) whose lower half follows from a content, so
    /// that `isMade(hashing:)` finds it again. The upper half is the instant and 12 random bits.
    public static func make(at now: Instant, hashing content: [UInt8]) -> Identifier {
        Identifier(high: make(at: now).high, low: lowerHalf(hashing: content))
    }

    /// Whether `make(at:hashing:)` created the identifier from this content.
    public func isMade(hashing content: [UInt8]) -> Bool {
        low == Self.lowerHalf(hashing: content)
    }

    private static func lowerHalf(hashing content: [UInt8]) -> UInt64 {
        let hash: UInt64 = ContentHash(of: content).bytes.span.bigEndian(at: 0) ?? 0
        return hash & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    }
}
