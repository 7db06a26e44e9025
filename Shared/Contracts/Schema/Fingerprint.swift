/// The 64-bit FNV-1a sum of octets (Fowler, Noll and Vo): shows at a glance that two texts
/// differ. It is no protection against anybody who wants two texts to look alike.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    /// The sum.
    public let value: UInt64

    /// The fingerprint of these octets.
    public init(of octets: some Sequence<UInt8>) {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for octet in octets {
            sum = (sum ^ UInt64(octet)) &* 0x0000_0100_0000_01B3
        }
        value = sum
    }

    /// Sixteen hexadecimal digits, lower case.
    public var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
