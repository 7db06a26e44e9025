/// Sixteen bytes that name a request, a key, a family or a trace.
public struct Identifier: Hashable, Sendable, CustomStringConvertible {
    /// The length of an identifier in bytes.
    public static let byteCount = 16
    /// The identifier of nothing: a reply to a request without our header carries it.
    public static let zero = Identifier(high: 0, low: 0)

    /// The first eight bytes, big-endian.
    public let high: UInt64
    /// The last eight bytes, big-endian.
    public let low: UInt64

    /// Makes an identifier from its halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads an identifier from exactly sixteen bytes; nil for another number of them.
    public init?(_ bytes: [UInt8]) {
        self.init(bytes.span)
    }

    /// Reads an identifier from exactly sixteen bytes; nil for another number of them.
    public init?(_ bytes: Span<UInt8>) {
        guard bytes.count == Identifier.byteCount else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for index in 0..<8 {
            high = high << 8 | UInt64(bytes[index])
            low = low << 8 | UInt64(bytes[index + 8])
        }
        self.init(high: high, low: low)
    }

    /// A random identifier with the version and variant bits of a UUID of version 4.
    public static func random(
        using generator: inout some RandomNumberGenerator
    ) -> Identifier {
        let first: UInt64 = generator.next()
        let second: UInt64 = generator.next()
        return Identifier(
            high: first & 0xffff_ffff_ffff_0fff | 0x4000,
            low: second & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000)
    }

    /// A random identifier from the system's generator.
    public static func random() -> Identifier {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// The sixteen bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Identifier.byteCount)
        bytes.appendBigEndian(high)
        bytes.appendBigEndian(low)
        return bytes
    }

    /// The identifier as a lower-case UUID.
    public var description: String {
        var text: [UInt8] = []
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The characters of a UUID in text.
    static let textByteCount = 36

    /// Appends the 36 characters of the lower-case UUID.
    func append(to text: inout [UInt8]) {
        let place = text.count
        text.append(contentsOf: repeatElement(UInt8(ascii: "-"), count: Identifier.textByteCount))
        writeText(into: &text, at: place)
    }

    /// Writes the digits of the lower-case UUID over those of another one at `place`; the four
    /// hyphens stay.
    func writeText(into text: inout [UInt8], at place: Int) {
        var place = place
        for index in 0..<Identifier.byteCount {
            let byte = byte(at: index)
            text[place] = Identifier.hexDigit(byte >> 4)
            text[place + 1] = Identifier.hexDigit(byte & 15)
            place += index == 3 || index == 5 || index == 7 || index == 9 ? 3 : 2
        }
    }

    /// Writes the sixteen bytes over those at `place`.
    func writeBytes(into bytes: inout [UInt8], at place: Int) {
        for index in 0..<Identifier.byteCount {
            bytes[place + index] = byte(at: index)
        }
    }

    private func byte(at index: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> UInt64(56 - 8 * (index & 7)))
    }

    /// The lower-case hexadecimal digit of a value below 16.
    static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
    }
}

extension [UInt8] {
    /// Appends an integer, its most significant byte first.
    mutating func appendBigEndian<Integer: FixedWidthInteger>(_ value: Integer) {
        var shift = Integer.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> Integer(shift)))
        }
    }
}

extension Span<UInt8> {
    /// The integer of `width` bytes at `offset`, or nil past the end.
    func bigEndian(at offset: Int, width: Int) -> UInt32? {
        guard offset >= 0, width >= 1, width <= 4, count >= width, offset <= count - width else {
            return nil
        }
        var value: UInt32 = 0
        for index in offset..<(offset + width) {
            value = value << 8 | UInt32(self[index])
        }
        return value
    }

    /// Whether the bytes are those of `text`.
    func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let other = unsafe UnsafeBufferPointer(start: text.utf8Start, count: count).span
        for index in 0..<count where self[index] != other[index] {
            return false
        }
        return true
    }
}
