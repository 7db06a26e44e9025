/// A checksum of 64 bits by which damage is found. It is no protection against people: whoever can
/// write the file can write the checksum. A change of one word alone always changes it.
public struct Checksum: Sendable {
    /// An odd number: to multiply by it loses nothing.
    private static let factor: UInt64 = 0xFF51_AFD7_ED55_8CCD

    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The checksum of nothing.
    public init() {}

    /// Adds a word.
    public mutating func add(_ word: UInt64) {
        state = (state ^ word) &* Self.factor
        state ^= state >> 32
    }

    /// Adds bytes and how many they are, so that no two fields run into one another.
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

    /// Adds a text as UTF-8; nil differs from an empty one.
    public mutating func add(_ text: String?) {
        guard var text else { return add(UInt64.max) }
        text.withUTF8 { unsafe add(Span(_unsafeElements: $0)) }
    }

    /// The checksum of all that was added.
    public var value: UInt64 { state }
}
