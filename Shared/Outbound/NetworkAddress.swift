/// An address of the Internet Protocol, version 4 or 6.
public struct NetworkAddress: Hashable, Sendable {
    /// The bytes in network order.
    public let bytes: [UInt8]

    /// Creates an address of 4 or 16 bytes; nil for any other number.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Whether the address belongs to a host of the public Internet. Networks of homes and offices,
    /// this machine, its neighbors, multicast and the blocks that the registries of special-purpose
    /// addresses (RFC 6890) reserve do not. Neither do the addresses of version 6 that carry one of
    /// version 4, since those may lead anywhere.
    public var isPublic: Bool {
        bytes.count == 4
            ? !Self.special4.contains { $0.contains(bytes) }
            : Self.global6.contains(bytes) && !Self.special6.contains { $0.contains(bytes) }
    }

    /// The addresses whose first bits are those of `bytes`.
    private struct Block {
        let bytes: [UInt8]
        let bits: Int

        init(_ bytes: [UInt8], _ bits: Int) {
            self.bytes = bytes
            self.bits = bits
        }

        func contains(_ address: [UInt8]) -> Bool {
            for (place, byte) in bytes.enumerated() {
                let left = bits - place * 8
                guard left > 0 else { break }
                let mask: UInt8 = left >= 8 ? 0xFF : ~(0xFF >> UInt8(left))
                guard byte & mask == address[place] & mask else { return false }
            }
            return true
        }
    }

    private static let special4 = [
        Block([0], 8), Block([10], 8), Block([100, 64], 10), Block([127], 8),
        Block([169, 254], 16), Block([172, 16], 12), Block([192, 0, 0], 24),
        Block([192, 0, 2], 24), Block([192, 31, 196], 24), Block([192, 52, 193], 24),
        Block([192, 88, 99], 24), Block([192, 168], 16), Block([192, 175, 48], 24),
        Block([198, 18], 15), Block([198, 51, 100], 24), Block([203, 0, 113], 24),
        Block([224], 3),
    ]
    /// The only block from which addresses of hosts are assigned so far.
    private static let global6 = Block([0x20], 3)
    private static let special6 = [
        Block([0x20, 0x01, 0x00], 23), Block([0x20, 0x01, 0x0D, 0xB8], 32),
        Block([0x20, 0x02], 16), Block([0x26, 0x20, 0x00, 0x4F, 0x80, 0x00], 48),
        Block([0x3F, 0xFF, 0x00], 20),
    ]
}
