extension [UInt8] {
    /// Appends the bytes of an integer, the most significant first.
    @inlinable
    public mutating func appendBigEndian<Integer: FixedWidthInteger>(_ value: Integer) {
        var shift = Integer.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> Integer(shift)))
        }
    }
}

extension Span<UInt8> {
    /// Returns the big-endian integer at `offset`; nil if it exceeds the span.
    @inlinable
    public func bigEndian<Integer: FixedWidthInteger & UnsignedInteger>(
        at offset: Int, as type: Integer.Type = Integer.self
    ) -> Integer? {
        let width = Integer.bitWidth / 8
        guard offset >= 0, count >= width, offset <= count - width else { return nil }
        var value: Integer = 0
        for index in offset..<(offset + width) {
            value = value << 8 | Integer(truncatingIfNeeded: self[index])
        }
        return value
    }
}
