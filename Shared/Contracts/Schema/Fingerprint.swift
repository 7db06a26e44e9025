/// The 64-bit FNV-1a sum of octets (Fowler, Noll and Vo): shows at a glance that two texts
/// differ. It is no protection against anybody who wants two texts to look alike.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    public private(set) var value: UInt64

    /// The fingerprint of these octets.
    public init(of octets: some Sequence<UInt8>) {
        self.init()
        append(octets)
    }

    /// The fingerprint of nothing.
    public init() { value = 0xCBF2_9CE4_8422_2325 }

    /// Goes on with further octets.
    public mutating func append(_ octets: some Sequence<UInt8>) {
        for octet in octets {
            value = (value ^ UInt64(octet)) &* 0x0000_0100_0000_01B3
        }
    }

    /// Sixteen hexadecimal digits, lower case.
    public var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
