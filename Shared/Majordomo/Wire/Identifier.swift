/// The 16 bytes that identify a request, a key, a family or a trace.
public struct Identifier: Hashable, Sendable, CustomStringConvertible {
    public static let byteCount = 16
    /// The zero identifier, used in replies to requests without our header.
    public static let zero = Identifier(high: 0, low: 0)

    /// The first eight bytes, big-endian.
    public let high: UInt64
    /// The last eight bytes, big-endian.
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates an identifier from exactly 16 bytes; nil for any other number.
    public init?(_ bytes: [UInt8]) {
        self.init(bytes.span)
    }

    /// Creates an identifier from exactly 16 bytes; nil for any other number.
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

    /// Returns a random UUID of version 4.
    public static func random(
        using generator: inout some RandomNumberGenerator
    ) -> Identifier {
        let first: UInt64 = generator.next()
        let second: UInt64 = generator.next()
        return Identifier(
            high: first & 0xffff_ffff_ffff_0fff | 0x4000,
            low: second & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000)
    }

    /// Returns a random UUID of version 4 from the system's generator.
    public static func random() -> Identifier {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

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

    /// The number of characters of a UUID.
    static let textByteCount = 36

    /// Appends the 36 characters of the lower-case UUID.
    func append(to text: inout [UInt8]) {
        let place = text.count
        text.append(contentsOf: repeatElement(UInt8(ascii: "-"), count: Identifier.textByteCount))
        writeText(into: &text, at: place)
    }

    /// Overwrites the digits of the lower-case UUID at `place`; the four hyphens stay.
    func writeText(into text: inout [UInt8], at place: Int) {
        var place = place
        for index in 0..<Identifier.byteCount {
            let byte = byte(at: index)
            text[place] = Identifier.hexDigit(byte >> 4)
            text[place + 1] = Identifier.hexDigit(byte & 15)
            place += index == 3 || index == 5 || index == 7 || index == 9 ? 3 : 2
        }
    }

    /// Overwrites the 16 bytes at `place`.
    func writeBytes(into bytes: inout [UInt8], at place: Int) {
        for index in 0..<Identifier.byteCount {
            bytes[place + index] = byte(at: index)
        }
    }

    private func byte(at index: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (index < 8 ? high : low) >> UInt64(56 - 8 * (index & 7)))
    }

    /// Returns the lower-case hexadecimal digit of a value below 16.
    static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &+ value &- 10
    }
}

extension [UInt8] {
    /// Appends an integer in big-endian order.
    mutating func appendBigEndian<Integer: FixedWidthInteger>(_ value: Integer) {
        var shift = Integer.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> Integer(shift)))
        }
    }
}

extension Span<UInt8> {
    /// Returns the big-endian integer of `width` bytes at `offset`; nil if it exceeds the span.
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

    /// Returns whether the bytes equal those of `text`.
    func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        let other = unsafe UnsafeBufferPointer(start: text.utf8Start, count: count).span
        for index in 0..<count where self[index] != other[index] {
            return false
        }
        return true
    }
}
