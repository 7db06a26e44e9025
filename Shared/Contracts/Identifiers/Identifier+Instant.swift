// Identifiers and `@Memberwise` belong to every contract.
@_exported public import Base

extension Identifier {
    /// Creates a version 7 UUID (RFC 9562, section 5.7): `now` in the upper 48 bits, the rest
    /// random.
    public static func make(at now: Instant) -> Identifier {
        let milliseconds = UInt64(clamping: now.milliseconds) & 0xFFFF_FFFF_FFFF
        var generator = RandomNumbers()
        return Identifier(
            high: milliseconds << 16 | 0x7000 | generator.next() & 0xFFF,
            low: 0x8000_0000_0000_0000 | generator.next() & 0x3FFF_FFFF_FFFF_FFFF)
    }

    /// The instant at which a version 7 UUID was made.
    public var instant: Instant { Instant(milliseconds: Int64(high >> 16)) }

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
}
