import Contracts

/// How an address is found: by the number that its last part is, and a hash of all of it. Networks
/// number their posts in the order of time, so that posts which come together lie together.
struct PostAddress: Hashable, Sendable {
    /// The digits after the last slash as a number; 0 where there are none or others.
    let number: Int64
    /// 64 bits over all octets.
    let hash: Int64

    /// Digits that fit a number.
    private static let digitsMax = 18

    init(_ url: String) {
        // The sum of Fowler, Noll and Vo, as `Fingerprint` makes it.
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for octet in url.utf8 { sum = (sum ^ UInt64(octet)) &* 0x0000_0100_0000_01B3 }
        hash = Int64(bitPattern: sum)
        let end = url.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard (1...Self.digitsMax).contains(end.count), end.allSatisfy(digits.contains) else {
            number = 0
            return
        }
        number = end.reversed().reduce(0) { $0 &* 10 &+ Int64($1 &- UInt8(ascii: "0")) }
    }

    /// No address.
    private init() { (number, hash) = (0, 0) }

    /// What posts without an address store.
    static let none = PostAddress()
}
