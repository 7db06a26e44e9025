import Contracts

/// The lookup key of an address: the number at its end and a hash of the whole. Networks number
/// their posts in order of time, so posts imported together are stored together.
struct PostAddress: Hashable, Sendable {
    /// The digits after the last slash, or 0 if there are none or too many.
    let number: Int64
    /// A 64-bit hash of all bytes.
    let hash: Int64

    /// The most digits that fit in an `Int64`.
    private static let digitsMax = 18

    init(_ url: String) {
        // FNV-1a, as in `Fingerprint`.
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        var value: Int64 = 0
        // Bytes since the last slash, and whether all of them are digits.
        var (count, areDigits) = (0, true)
        let bytes = url.utf8Span.span
        for place in 0..<bytes.count {
            let byte = bytes[place]
            sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            if byte == UInt8(ascii: "/") {
                (value, count, areDigits) = (0, 0, true)
            } else {
                count &+= 1
                areDigits = areDigits && 0x30...0x39 ~= byte
                value = value &* 10 &+ Int64(byte &- 0x30)
            }
        }
        hash = Int64(bitPattern: sum)
        number = areDigits && 1...Self.digitsMax ~= count ? value : 0
    }

    private init() { (number, hash) = (0, 0) }

    /// The key of posts without an address.
    static let none = PostAddress()
}
