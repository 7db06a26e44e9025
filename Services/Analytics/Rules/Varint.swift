import Storage

/// Whole numbers from 0 in as few octets as they need, seven bits each, the lowest first.
enum Varint {
    static func append(_ value: Int64, to octets: inout [UInt8]) {
        var rest = UInt64(bitPattern: value)
        while rest > 0x7F {
            octets.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        octets.append(UInt8(truncatingIfNeeded: rest))
    }

    /// The number at `position`, which moves behind it. Throws if the octets end early.
    static func read(_ octets: Span<UInt8>, at position: inout Int) throws -> Int64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < octets.count, shift < 64 {
            let octet = octets[position]
            position &+= 1
            value |= UInt64(octet & 0x7F) << shift
            if octet & 0x80 == 0 { return Int64(bitPattern: value) }
            shift &+= 7
        }
        throw StorageError(code: .mismatch, message: "a rollup ends early")
    }
}
