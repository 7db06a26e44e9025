/// Hexadecimal digits (RFC 4648, section 8): lower-case when written, in either case when read.
public enum Hexadecimal {
    /// Returns the ASCII digit of a value below 16.
    @inlinable
    public static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
    }

    /// Returns the value of an ASCII digit; nil for any other byte.
    @inlinable
    public static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit &- UInt8(ascii: "a") &+ 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit &- UInt8(ascii: "A") &+ 10
        default: nil
        }
    }

    /// Returns two digits for each byte.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns all digits of an integer, the zeros at its start included.
    public static func text(_ value: some FixedWidthInteger) -> String {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(value)
        return text(bytes)
    }

    /// Parses pairs of digits; returns nil for anything else.
    public static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(of: digits[index]), let low = value(of: digits[index + 1])
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
