/// A 64-bit checksum that detects damage. It does not detect tampering, because anyone who can
/// write the file can also write the checksum. A change of a single word always changes it.
public struct Checksum: Sendable {
    /// Odd, so that the multiplication is reversible.
    private static let factor: UInt64 = 0xFF51_AFD7_ED55_8CCD

    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    public init() {}

    /// Adds a word.
    public mutating func add(_ word: UInt64) {
        state = (state ^ word) &* Self.factor
        state ^= state >> 32
    }

    /// Adds bytes and their count, so that the boundaries of fields matter.
    public mutating func add(_ bytes: Span<UInt8>) {
        let wordBytes = MemoryLayout<UInt64>.size
        let raw = unsafe bytes.bytes
        add(UInt64(raw.byteCount))
        var offset = 0
        while raw.byteCount - offset >= wordBytes {
            let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            add(UInt64(littleEndian: word))
            offset += wordBytes
        }
        guard offset < raw.byteCount else { return }
        var last: UInt64 = 0
        for index in (offset..<bytes.count).reversed() { last = last << 8 | UInt64(bytes[index]) }
        add(last)
    }

    /// Adds a text as UTF-8; nil and an empty text differ.
    public mutating func add(_ text: String?) {
        guard var text else { return add(UInt64.max) }
        text.withUTF8 { unsafe add(Span(_unsafeElements: $0)) }
    }

    /// The checksum of everything added.
    public var value: UInt64 { state }
}
