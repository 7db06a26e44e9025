/// The text of identifiers, for every `Tag` alike: generic code of another module would look up the
/// type's metadata for each identifier.
@usableFromInline
enum IdentifierText {
    @usableFromInline
    static func text(high: UInt64, low: UInt64) -> String {
        let length = Identifier<Void>.textLength
        return unsafe String(unsafeUninitializedCapacity: length) { buffer in
            unsafe write(high: high, low: low, into: buffer)
            return length
        }
    }

    /// Writes 36 characters to the start of `buffer`.
    @usableFromInline
    static func write(high: UInt64, low: UInt64, into buffer: UnsafeMutableBufferPointer<UInt8>) {
        let raw = UnsafeMutableRawBufferPointer(buffer)
        let second = hexDigits(UInt32(truncatingIfNeeded: high))
        let third = hexDigits(UInt32(truncatingIfNeeded: low >> 32))
        unsafe store(hexDigits(UInt32(truncatingIfNeeded: high >> 32)), to: raw, at: 0)
        unsafe store(UInt32(truncatingIfNeeded: second >> 32), to: raw, at: 9)
        unsafe store(UInt32(truncatingIfNeeded: second), to: raw, at: 14)
        unsafe store(UInt32(truncatingIfNeeded: third >> 32), to: raw, at: 19)
        unsafe store(UInt32(truncatingIfNeeded: third), to: raw, at: 24)
        unsafe store(hexDigits(UInt32(truncatingIfNeeded: low)), to: raw, at: 28)
        unsafe buffer[8] = UInt8(ascii: "-")
        unsafe buffer[13] = UInt8(ascii: "-")
        unsafe buffer[18] = UInt8(ascii: "-")
        unsafe buffer[23] = UInt8(ascii: "-")
    }

    /// Parses a UUID's text in either case; returns nil for anything else.
    @usableFromInline
    static func halves(_ text: Span<UInt8>) -> (high: UInt64, low: UInt64)? {
        var digits = IdentifierDigits()
        for place in text.indices {
            guard digits.take(text[place]) else { return nil }
        }
        return digits.isComplete ? (digits.high, digits.low) : nil
    }
}

/// Parses an identifier's text one character at a time.
private struct IdentifierDigits {
    private(set) var high: UInt64 = 0
    private(set) var low: UInt64 = 0
    private var position = 0

    /// Whether all 36 characters have been read.
    var isComplete: Bool { position == 36 }

    /// Reads the next character; returns false if it is not valid at this position.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        defer { position &+= 1 }
        switch position {
        case 8, 13, 18, 23: return byte == UInt8(ascii: "-")
        case 0..<36:
            guard let digit = Hexadecimal.value(of: byte) else { return false }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
            return true
        default: return false
        }
    }
}

/// Returns the eight hexadecimal digits of a number as ASCII, the first in the highest byte.
/// Spreads the digits to one byte each and maps all of them to `0`…`9` or `a`…`f` at once.
private func hexDigits(_ value: UInt32) -> UInt64 {
    var digits = UInt64(value)
    digits = (digits << 16 | digits) & 0x0000_FFFF_0000_FFFF
    digits = (digits << 8 | digits) & 0x00FF_00FF_00FF_00FF
    digits = (digits << 4 | digits) & 0x0F0F_0F0F_0F0F_0F0F
    let areLetters = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return digits &+ 0x3030_3030_3030_3030 &+ areLetters &* 0x27
}

private func store(
    _ digits: some FixedWidthInteger, to buffer: UnsafeMutableRawBufferPointer, at offset: Int
) {
    unsafe buffer.storeBytes(of: digits.bigEndian, toByteOffset: offset, as: type(of: digits))
}
