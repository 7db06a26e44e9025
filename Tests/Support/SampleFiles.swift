public import Contracts

/// Contents of every accepted type, of any size, and archives made entry by entry.
public enum SampleFiles {
    /// A content of this type with so many bytes; the seed tells two of one size apart. Sizes
    /// below that of the smallest file of the type give that smallest file.
    public static func bytes(
        _ type: AttachmentType, size: Int = 2_000, seed: UInt64 = 1
    ) -> [UInt8] {
        switch type {
        case .jpeg: jpeg(width: 640, height: 480) + filler(size - 21, seed)
        case .png: png(width: 640, height: 480) + filler(size - 33, seed)
        case .gif: Array("GIF89a".utf8) + [64, 0, 32, 0, 0, 0, 0] + filler(size - 13, seed)
        case .pdf: Array("%PDF-1.7\n".utf8) + filler(size - 9, seed)
        case .doc: ole(["Root Entry", "WordDocument"]) + filler(size - 768, seed)
        case .docx: docx(size: size, seed)
        case .text: filler(size, seed).map { 0x20 + $0 % 0x5F }
        }
    }

    /// Bytes that a seed decides.
    public static func filler(_ count: Int, _ seed: UInt64) -> [UInt8] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        return (0..<max(0, count)).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state >> 32)
        }
    }

    /// The start of a PNG: signature and header.
    public static func png(width: UInt32, height: UInt32) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0, 0, 0, 0, 0]
    }

    /// The start of a JPEG: two segments, the second with the size.
    public static func jpeg(width: UInt32, height: UInt32) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xC0, 0, 11, 8] + big(height, 2)
            + big(width, 2) + [1, 1, 0x11, 0]
    }

    /// An OLE2 file with directory entries of these names.
    public static func ole(_ names: [String]) -> [UInt8] {
        let signature: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
        let header = signature + Array(repeating: UInt8(0), count: 504)
        return names.reduce(into: header) { bytes, name in
            let text: [UInt8] = name.utf8.flatMap { [$0, 0] } + [0, 0]
            bytes += text + Array(repeating: 0, count: 64 - text.count)
            bytes += little(text.count, 2) + Array(repeating: 0, count: 62)
        }
    }

    // MARK: Archives

    /// One entry of an archive, stored without packing. What it says of itself may be a lie.
    public struct Entry: Sendable {
        /// Its name.
        public var name: String
        /// Its content.
        public var content: [UInt8]
        /// What the directory says that it unpacks to; the truth if it is missing.
        public var claimedSize: Int?
        /// Its flags in the directory.
        public var flags = 0
        /// The name in its own header; the same if it is missing.
        public var localName: String?

        /// An honest entry.
        public init(_ name: String, _ content: [UInt8] = [1]) {
            self.name = name
            self.content = content
        }
    }

    /// The entries that make an archive a Word document.
    public static let wordEntries = [Entry("[Content_Types].xml"), Entry("word/document.xml")]

    /// An archive of these entries (PKWARE's APPNOTE).
    public static func zip(_ entries: [Entry], comment: [UInt8] = []) -> [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let offset = bytes.count
            let sizes = little(entry.content.count, 4) + little(entry.content.count, 4)
            let local = Array((entry.localName ?? entry.name).utf8)
            bytes += [0x50, 0x4B, 3, 4, 20, 0] + little(entry.flags, 2) + zeros(10) + sizes
            bytes += little(local.count, 2) + [0, 0] + local + entry.content
            let claimed = entry.claimedSize ?? entry.content.count
            directory += [0x50, 0x4B, 1, 2, 20, 0, 20, 0] + little(entry.flags, 2) + zeros(10)
            directory += little(entry.content.count, 4) + little(claimed, 4)
            directory += little(entry.name.utf8.count, 2) + zeros(12) + little(offset, 4)
            directory += Array(entry.name.utf8)
        }
        let start = bytes.count
        bytes += directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + little(entries.count, 2)
        bytes += little(entries.count, 2) + little(directory.count, 4) + little(start, 4)
        return bytes + little(comment.count, 2) + comment
    }

    private static func docx(size: Int, _ seed: UInt64) -> [UInt8] {
        let empty = zip(wordEntries + [Entry("word/media/filler.bin", [])])
        let filler = filler(size - empty.count, seed)
        return zip(wordEntries + [Entry("word/media/filler.bin", filler)])
    }

    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func big(_ number: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
    }
}
