import Storage

/// Whole numbers from 0 in as few bytes as they need, seven bits each, the lowest first.
enum Varint {
    static func append(_ value: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: value)
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// The number at `position`, which moves behind it. Throws if the bytes end early.
    static func read(_ bytes: Span<UInt8>, at position: inout Int) throws -> Int64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.count, shift < 64 {
            let byte = bytes[position]
            position &+= 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return Int64(bitPattern: value) }
            shift &+= 7
        }
        throw StorageError(code: .mismatch, message: "a rollup ends early")
    }
}
