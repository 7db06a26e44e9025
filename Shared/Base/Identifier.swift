/// A 128-bit identifier of one kind of record: a UUID (RFC 9562). The phantom `Tag` keeps a
/// school's id from being used where a coach's is expected.
///
/// On the wire it is 36 characters of lower-case hyphenated text; in SQL it is 16 bytes.
public struct Identifier<Tag>: Hashable, Sendable {
    /// The upper 64 bits. In a version 7 UUID: 48 bits of milliseconds since 1970, then 16 others.
    public let high: UInt64
    public let low: UInt64

    /// The nil UUID (RFC 9562, section 5.9).
    @inlinable public static var zero: Identifier { Identifier(high: 0, low: 0) }
    /// The number of bytes of an identifier.
    @inlinable public static var byteCount: Int { 16 }
    /// The number of characters of its text.
    @inlinable public static var textLength: Int { 36 }

    @inlinable
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates a version 4 UUID (RFC 9562, section 5.4): all bits random.
    public static func random(
        using generator: inout some RandomNumberGenerator
    ) -> Identifier {
        let first: UInt64 = generator.next()
        let second: UInt64 = generator.next()
        return Identifier(
            high: first & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
            low: second & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }

    /// Creates a version 4 UUID from the kernel's random numbers.
    public static func random() -> Identifier {
        var generator = RandomNumbers()
        return random(using: &generator)
    }

    /// Parses the text of a UUID in either case; returns nil for anything else.
    public init?(text: some StringProtocol) {
        var text = String(text)
        guard
            let halves = text.withUTF8({ unsafe IdentifierText.halves(Span(_unsafeElements: $0)) })
        else { return nil }
        self.init(high: halves.high, low: halves.low)
    }

    /// Parses the bytes of a UUID's text.
    @inlinable
    public init?(text: Span<UInt8>) {
        guard let halves = IdentifierText.halves(text) else { return nil }
        self.init(high: halves.high, low: halves.low)
    }

    /// Creates an identifier from 16 bytes, the most significant first; returns nil for any other
    /// count.
    public init?(bytes: some Collection<UInt8>) {
        self.init(bytes: Array(bytes).span)
    }

    /// Creates an identifier from 16 bytes, the most significant first; returns nil for any other
    /// count.
    @inlinable
    public init?(bytes: Span<UInt8>) {
        guard bytes.count == Self.byteCount, let high: UInt64 = bytes.bigEndian(at: 0),
            let low: UInt64 = bytes.bigEndian(at: 8)
        else { return nil }
        self.init(high: high, low: low)
    }

    /// The 16 bytes, the most significant first.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        bytes.appendBigEndian(high)
        bytes.appendBigEndian(low)
        return bytes
    }

    /// The identifier as 36 lower-case characters.
    @inlinable public var text: String { IdentifierText.text(high: high, low: low) }

    /// The characters of the text, for a place that needs no `String`.
    @inlinable public var textBytes: InlineArray<36, UInt8> {
        var bytes = InlineArray<36, UInt8>(repeating: 0)
        var span = bytes.mutableSpan
        unsafe span.withUnsafeMutableBufferPointer { unsafe writeText(into: $0) }
        return bytes
    }

    /// Writes the 36 characters of the text to the start of `buffer`.
    @inlinable
    public func writeText(into buffer: UnsafeMutableBufferPointer<UInt8>) {
        unsafe IdentifierText.write(high: high, low: low, into: buffer)
    }
}

extension Identifier {
    /// Overwrites 36 bytes at `place` with the text. Traps if they exceed `bytes`.
    @inlinable
    public func writeText(into bytes: inout [UInt8], at place: Int) {
        precondition(place >= 0 && place <= bytes.count - Self.textLength)
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe writeText(into: UnsafeMutableBufferPointer(rebasing: buffer[place...]))
        }
    }

    /// Overwrites 16 bytes at `place` with those of the identifier. Traps if they exceed `bytes`.
    @inlinable
    public func writeBytes(into bytes: inout [UInt8], at place: Int) {
        for index in 0..<8 {
            let shift = UInt64(56 - 8 * index)
            bytes[place + index] = UInt8(truncatingIfNeeded: high >> shift)
            bytes[place + 8 + index] = UInt8(truncatingIfNeeded: low >> shift)
        }
    }
}

extension Identifier: CustomStringConvertible {
    @inlinable public var description: String { text }
}

extension Identifier: Comparable {
    @inlinable
    public static func == (left: Identifier, right: Identifier) -> Bool {
        left.high == right.high && left.low == right.low
    }

    @inlinable
    public static func < (left: Identifier, right: Identifier) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension Identifier {
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(high)
        hasher.combine(low)
    }
}

extension Identifier: TextCodable {
    public static var textProblem: String { "not a UUID" }
}
