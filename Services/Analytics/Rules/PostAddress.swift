import Contracts

/// How an address is found: by the number that its last part is, and a hash of all of it. Networks
/// number their posts in the order of time, so that posts which come together lie together.
struct PostAddress: Hashable, Sendable {
    /// The digits after the last slash as a number; 0 where there are none or others.
    let number: Int64
    /// 64 bits over all bytes.
    let hash: Int64

    /// Digits that fit a number.
    private static let digitsMax = 18

    init(_ url: String) {
        // The sum of Fowler, Noll and Vo, as `Fingerprint` makes it.
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

    /// No address.
    private init() { (number, hash) = (0, 0) }

    /// What posts without an address store.
    static let none = PostAddress()
}
