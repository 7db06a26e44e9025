/// A 128-bit identifier of one kind of record: a UUID (RFC 9562). The phantom `Tag` keeps a
/// school's id from being used where a coach's is expected.
///
/// On the wire it is 36 characters of lower-case hyphenated text; in SQL it is 16 bytes.
@Memberwise
public struct Identifier<Tag>: Hashable, Sendable {
    /// The upper 64 bits. In a version 7 UUID: 48 bits of milliseconds since 1970, then 16 others.
    public let high: UInt64
    public let low: UInt64

    /// The nil UUID (RFC 9562, section 5.9).
    public static var zero: Identifier { Identifier(high: 0, low: 0) }

    /// Creates a version 7 UUID (RFC 9562, section 5.7): `now` in the upper 48 bits, the rest
    /// random.
    public static func make(at now: Instant) -> Identifier {
        let milliseconds = UInt64(clamping: now.milliseconds) & 0xFFFF_FFFF_FFFF
        let upperRandom = UInt64.random(in: 0...0xFFF)
        let lowerRandom = UInt64.random(in: 0...0x3FFF_FFFF_FFFF_FFFF)
        return Identifier(
            high: milliseconds << 16 | 0x7000 | upperRandom,
            low: 0x8000_0000_0000_0000 | lowerRandom)
    }

    /// The largest `place` that `make(at:place:)` keeps in order.
    public static var placeMax: Int { 0xFF_FFFF }

    /// Creates an identifier for one of many records of the same instant, such as the lines of a
    /// file. Identifiers sort by `place`, which is clamped to 0 through `placeMax` (RFC 9562,
    /// section 6.2, method 1). 50 bits remain random.
    public static func make(at now: Instant, place: Int) -> Identifier {
        let place = UInt64(min(max(place, 0), placeMax))
        let random = make(at: now)
        return Identifier(
            high: random.high & ~0xFFF | place >> 12,
            low: random.low & ~(0xFFF << 50) | (place & 0xFFF) << 50)
    }

    /// Parses the text of a UUID in either case; returns nil for anything else.
    public init?(text: some StringProtocol) {
        var digits = IdentifierDigits()
        for byte in text.utf8 {
            guard digits.take(byte) else { return nil }
        }
        guard digits.isComplete else { return nil }
        self.init(high: digits.high, low: digits.low)
    }

    /// Parses the bytes of a UUID's text.
    init?(text: Span<UInt8>) {
        var digits = IdentifierDigits()
        for place in 0..<text.count {
            guard digits.take(text[place]) else { return nil }
        }
        guard digits.isComplete else { return nil }
        self.init(high: digits.high, low: digits.low)
    }

    /// Creates an identifier from 16 bytes, most significant first; returns nil for any other
    /// count.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (position, byte) in bytes.enumerated() {
            if position < 8 {
                high = high << 8 | UInt64(byte)
            } else {
                low = low << 8 | UInt64(byte)
            }
        }
        self.init(high: high, low: low)
    }

    /// The 16 bytes, most significant first.
    public var bytes: [UInt8] {
        (0..<16).map { position in
            let half = position < 8 ? high : low
            return UInt8(truncatingIfNeeded: half >> UInt64(8 * (7 - position % 8)))
        }
    }

    /// The identifier as 36 lower-case characters.
    public var text: String {
        unsafe String(unsafeUninitializedCapacity: 36) { buffer in
            unsafe writeText(into: buffer)
            return 36
        }
    }

    /// Writes the 36 characters of the text form to the start of `buffer`.
    func writeText(into buffer: UnsafeMutableBufferPointer<UInt8>) {
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
}

extension Identifier: CustomStringConvertible {
    public var description: String { text }
}

extension Identifier: Comparable {
    public static func < (left: Identifier, right: Identifier) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension Identifier: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let identifier = Identifier(text: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a UUID")
        }
        self = identifier
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
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
            guard let digit = hexDigitValue(byte) else { return false }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
            return true
        default: return false
        }
    }
}

private func hexDigitValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
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
