/// The SHA-256 hash of a content: 32 bytes, sent as 64 lower-case hexadecimal digits.
public struct ContentHash: Hashable, Sendable {
    /// The length of a hash, in bytes.
    public static let byteCount = 32
    public let bytes: [UInt8]

    /// Returns nil unless there are 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// Creates a hash from a SHA-256 digest. Traps unless it has 32 bytes.
    public init(digest bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "SHA-256 has 32 bytes")
        self.bytes = bytes
    }

    /// Parses 64 hexadecimal digits in either case; returns nil for anything else.
    public init?(hex text: String) {
        guard let bytes = Hexadecimal.bytes(text) else { return nil }
        self.init(bytes: bytes)
    }

    /// The hash as 64 lower-case hexadecimal digits.
    public var hex: String { Hexadecimal.text(bytes) }
}
