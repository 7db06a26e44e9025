/// Eight bytes of a text, examined together.
///
/// A mark is the highest bit of a byte. The lowest mark is always right; a byte above a marked one
/// may be marked without reason.
public struct ByteWord: Sendable {
    /// The number of bytes in a word.
    @inlinable public static var byteCount: Int { 8 }

    @usableFromInline let word: UInt64

    /// Reads the bytes from a place on. Returns nil if fewer than eight are left.
    @inlinable
    @inline(__always)
    public init?(_ bytes: Span<UInt8>, at place: Int) {
        guard place >= 0, place &+ Self.byteCount <= bytes.count else { return nil }
        let word = unsafe bytes.bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: place, as: UInt64.self)
        self.word = UInt64(littleEndian: word)
    }

    /// Reads the bytes from a place on. Returns nil if fewer than eight are left.
    @inlinable
    @inline(__always)
    public init?(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) {
        unsafe self.init(Span(_unsafeElements: bytes), at: place)
    }

    /// Marks the bytes that are equal to one byte.
    @inlinable
    @inline(__always)
    public func marks(of byte: UInt8) -> UInt64 { Self.zeros(word ^ Self.every(byte)) }

    /// Marks the bytes that are equal to one byte if this bit of them is set.
    @inlinable
    @inline(__always)
    public func marks(of byte: UInt8, settingBit bit: UInt8) -> UInt64 {
        Self.zeros((word | Self.every(bit)) ^ Self.every(byte))
    }

    /// Marks the bytes below a limit, which is at most 0x80.
    @inlinable
    @inline(__always)
    public func marks(below limit: UInt8) -> UInt64 {
        (word &- Self.every(limit)) & ~word & Self.every(0x80)
    }

    /// Marks the bytes that are not ASCII.
    @inlinable
    @inline(__always)
    public var marksBeyondASCII: UInt64 { word & Self.every(0x80) }

    /// The number of bytes before the first marked one.
    @inlinable
    @inline(__always)
    public static func countBefore(_ marks: UInt64) -> Int { marks.trailingZeroBitCount / 8 }

    /// A byte in each place of a word.
    @inlinable
    @inline(__always)
    static func every(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

    /// Marks the bytes that are zero.
    @inlinable
    @inline(__always)
    static func zeros(_ word: UInt64) -> UInt64 { (word &- every(1)) & ~word & every(0x80) }
}
