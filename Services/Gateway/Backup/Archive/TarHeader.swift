/// The 512-byte header of a tar entry in the ustar format (POSIX.1-1988). Only regular files occur.
struct TarHeader: Equatable {
    /// The bytes of a header, and the unit to which contents are padded.
    static let blockBytes = 512
    /// The longest name, in bytes.
    static let nameBytesMax = 100
    /// The largest size of an entry, in bytes, so that sums of sizes do not overflow.
    static let sizeMax = Int64.max >> 1
    /// The largest size that octal digits hold; a larger one is written in binary, as GNU tar does.
    private static let octalMax: Int64 = (1 << 33) - 1

    let name: String
    /// The bytes of the entry's content.
    let size: Int64
    /// The time of the last write, in seconds since 1970.
    let modified: Int64

    init(name: String, size: Int64, modified: Int64) {
        precondition((1...Self.nameBytesMax).contains(name.utf8.count), "an entry's name is short")
        self.name = name
        self.size = size
        self.modified = modified
    }

    /// The zero bytes between the content and the next header.
    var padding: Int { Int((512 - size % 512) % 512) }

    // MARK: Writing

    var bytes: [UInt8] {
        var block = [UInt8](repeating: 0, count: Self.blockBytes)
        func put(_ text: String, at place: Int) {
            block.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
        }
        put(name, at: 0)
        put("0000600", at: 100)
        put("0000000", at: 108)
        put("0000000", at: 116)
        if size <= Self.octalMax {
            put(Self.octal(size, digits: 11), at: 124)
        } else {
            block[124] = 0x80
            for index in 0..<8 {
                let shift = Int64(56 - 8 * index)
                block[128 + index] = UInt8(truncatingIfNeeded: size >> shift)
            }
        }
        put(Self.octal(min(max(0, modified), Self.octalMax), digits: 11), at: 136)
        block[156] = UInt8(ascii: "0")
        put("ustar", at: 257)
        put("00", at: 263)
        put(Self.octal(Int64(Self.sum(of: block)), digits: 6), at: 148)
        block[155] = 0x20
        return block
    }

    private static func octal(_ value: Int64, digits: Int) -> String {
        let text = String(value, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// Returns the sum of all bytes, counting the checksum field as blanks.
    private static func sum(of block: [UInt8]) -> Int {
        var sum = 0
        for (place, byte) in block.enumerated() {
            sum += place >= 148 && place < 156 ? 32 : Int(byte)
        }
        return sum
    }

    // MARK: Reading

    /// Parses a header. Returns nil for any block that this program would not write.
    init?(parsing block: [UInt8]) {
        guard block.count == Self.blockBytes,
            block[257..<262].elementsEqual("ustar".utf8), block[156] == UInt8(ascii: "0"),
            Self.number(block[148..<156]) == Int64(Self.sum(of: block)),
            let size = Self.number(block[124..<136]), size <= Self.sizeMax,
            let modified = Self.number(block[136..<148])
        else { return nil }
        let name = block[0..<Self.nameBytesMax].prefix { $0 != 0 }
        // This program never writes a name prefix.
        guard !name.isEmpty, block[345..<512].allSatisfy({ $0 == 0 }),
            let text = String(validating: name, as: UTF8.self)
        else { return nil }
        self.init(name: text, size: size, modified: modified)
        guard bytes == block else { return nil }
    }

    private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
        if field.first == 0x80 {
            var value: UInt64 = 0
            for byte in field.dropFirst() { value = value << 8 | UInt64(byte) }
            return Int64(exactly: value)
        }
        var value: Int64 = 0
        for byte in field {
            if byte == 0 || byte == 0x20 { break }
            guard (0x30...0x37).contains(byte) else { return nil }
            value = value << 3 | Int64(byte - 0x30)
        }
        return value
    }
}
