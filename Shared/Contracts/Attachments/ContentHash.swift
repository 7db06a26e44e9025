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
        let digits = Array(text.utf8)
        guard digits.count == 2 * Self.byteCount else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1])
            else { return nil }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    /// The hash as 64 lower-case hexadecimal digits.
    public var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] },
            as: UTF8.self)
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
