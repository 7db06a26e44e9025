/// A 64-bit FNV-1a hash (Fowler, Noll and Vo), for detecting that two texts differ. It is not
/// cryptographic: anyone can construct two texts with the same hash.
public struct Fingerprint: Hashable, Sendable, CustomStringConvertible {
    public private(set) var value: UInt64

    public init(of bytes: some Sequence<UInt8>) {
        self.init()
        append(bytes)
    }

    /// The fingerprint of empty input.
    public init() { value = 0xCBF2_9CE4_8422_2325 }

    /// Adds further bytes to the hash.
    public mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
    }

    /// Sixteen lower-case hexadecimal digits.
    public var description: String { Hexadecimal.text(value) }
}
