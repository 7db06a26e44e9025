/// A 128-bit identifier of one kind of record: a UUID (RFC 9562) whose phantom `Tag` keeps a
/// school's id from standing where a coach's is meant.
///
/// On the wire it is the lower-case hyphenated text of 36 characters; in SQL the 16 octets.
public struct Identifier<Tag>: Hashable, Sendable {
    /// The upper 64 bits: in a version 7 UUID the milliseconds since 1970 and 16 further bits.
    public let high: UInt64
    /// The lower 64 bits.
    public let low: UInt64

    /// The identifier with these two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A new version 7 UUID (RFC 9562, section 5.7): `now` in the upper 48 bits, the rest random.
    public static func make(at now: Instant) -> Identifier {
        let milliseconds = UInt64(clamping: now.milliseconds) & 0xFFFF_FFFF_FFFF
        let upperRandom = UInt64.random(in: 0...0xFFF)
        let lowerRandom = UInt64.random(in: 0...0x3FFF_FFFF_FFFF_FFFF)
        return Identifier(
            high: milliseconds << 16 | 0x7000 | upperRandom,
            low: 0x8000_0000_0000_0000 | lowerRandom)
    }

    /// The identifier written as a UUID's text, in either case; `nil` if it is anything else.
    public init?(text: some StringProtocol) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        var digits = 0
        var position = 0
        for octet in text.utf8 {
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard octet == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = hexDigitValue(octet) else { return nil }
                if digits < 16 {
                    high = high << 4 | UInt64(digit)
                } else {
                    low = low << 4 | UInt64(digit)
                }
                digits += 1
                guard digits <= 32 else { return nil }
            }
            position += 1
        }
        guard position == 36 else { return nil }
        self.init(high: high, low: low)
    }

    /// The identifier in these 16 octets, most significant first; `nil` for another count.
    public init?(octets: some Collection<UInt8>) {
        guard octets.count == 16 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for (position, octet) in octets.enumerated() {
            if position < 8 {
                high = high << 8 | UInt64(octet)
            } else {
                low = low << 8 | UInt64(octet)
            }
        }
        self.init(high: high, low: low)
    }

    /// The 16 octets, most significant first.
    public var octets: [UInt8] {
        (0..<16).map { position in
            let half = position < 8 ? high : low
            return UInt8(truncatingIfNeeded: half >> UInt64(8 * (7 - position % 8)))
        }
    }

    /// The text form: 36 characters, lower case.
    public var text: String {
        unsafe String(unsafeUninitializedCapacity: 36) { buffer in
            unsafe writeText(into: buffer)
            return 36
        }
    }

    /// Writes the 36 characters of the text form to the start of `buffer`.
    func writeText(into buffer: UnsafeMutableBufferPointer<UInt8>) {
        var at = 0
        for position in 0..<16 {
            if position == 4 || position == 6 || position == 8 || position == 10 {
                unsafe buffer[at] = UInt8(ascii: "-")
                at += 1
            }
            let half = position < 8 ? high : low
            let octet = UInt8(truncatingIfNeeded: half >> UInt64(8 * (7 - position % 8)))
            unsafe buffer[at] = hexDigit(octet >> 4)
            unsafe buffer[at + 1] = hexDigit(octet & 0xF)
            at += 2
        }
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

private func hexDigitValue(_ octet: UInt8) -> UInt8? {
    switch octet {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): octet - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): octet - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): octet - UInt8(ascii: "A") + 10
    default: nil
    }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
