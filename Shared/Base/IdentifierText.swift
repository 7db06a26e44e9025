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
        let hyphen = UInt8(ascii: "-")
        guard text.count == Identifier<Void>.textLength, text[8] == hyphen, text[13] == hyphen,
            text[18] == hyphen, text[23] == hyphen,
            let first = hexValue(digits(of: text, at: 0, 4)),
            let second = hexValue(digits(of: text, at: 9, 14)),
            let third = hexValue(digits(of: text, at: 19, 24)),
            let fourth = hexValue(digits(of: text, at: 28, 32))
        else { return nil }
        return (UInt64(first) << 32 | UInt64(second), UInt64(third) << 32 | UInt64(fourth))
    }

    /// Returns two groups of four digits, the first digit in the highest byte.
    private static func digits(of text: Span<UInt8>, at first: Int, _ second: Int) -> UInt64 {
        let raw = unsafe text.bytes
        let high = unsafe raw.unsafeLoadUnaligned(fromByteOffset: first, as: UInt32.self)
        let low = unsafe raw.unsafeLoadUnaligned(fromByteOffset: second, as: UInt32.self)
        return UInt64(high.bigEndian) << 32 | UInt64(low.bigEndian)
    }
}

/// Returns the number that eight hexadecimal digits in either case mean, the first in the highest
/// byte; nil if a byte is not a digit.
private func hexValue(_ digits: UInt64) -> UInt32? {
    let areLetters = digits >> 6 & 0x0101_0101_0101_0101
    var value = (digits & 0x0F0F_0F0F_0F0F_0F0F) &+ areLetters &* 9
    value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
    value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
    let number = UInt32(truncatingIfNeeded: value | value >> 16)
    // Whatever is not a digit comes back as something else.
    return hexDigits(number) == digits | areLetters << 5 ? number : nil
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
