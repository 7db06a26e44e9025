import Foundation
import Support
import Testing

@testable import Zip

/// Archives as `compass-archive` writes and reads them.
@Suite struct ZipTests {
    private let folder: TemporaryFolder
    private static let limits = ZipReader.Limits(entriesMax: 10, bytesMax: 1_000_000)

    init() throws { folder = try TemporaryFolder() }

    private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = folder.path(name)
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    /// All files of an archive.
    private func contents(
        of path: String, _ limits: ZipReader.Limits = limits
    ) throws -> [String: [UInt8]] {
        let reader = try ZipReader(path: path, limits: limits)
        var contents: [String: [UInt8]] = [:]
        for entry in reader.entries {
            var bytes: [UInt8] = []
            let take: ([UInt8]) throws -> Void = { bytes += $0 }
            try reader.read(entry, take, failing: { $0 })
            contents[entry.name] = bytes
        }
        return contents
    }

    // MARK: Round trip

    @Test func whatIsWrittenIsReadAgain() throws {
        let texts: [String: [UInt8]] = [
            "README.txt": Array("Hello\n".utf8), "empty.csv": [],
            "files/größe-日本.bin": (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) },
        ]
        let path = folder.path("a.zip")
        let writer = try ZipWriter(path: path)
        for (number, (name, bytes)) in texts.enumerated() {
            try writer.add(
                try file("\(number)", bytes), as: name, isCompressed: number == 0, modified: 0)
        }
        #expect(!FileManager.default.fileExists(atPath: path))
        try writer.finish()
        #expect(try contents(of: path) == texts)
        #expect(throws: ZipError.self) { try writer.finish() }
    }

    @Test func archivesAreWrittenInMemoryToo() throws {
        let texts: [String: [UInt8]] = [
            "a.xml": Array("Hello\n".utf8), "empty": [],
            "größe/日本.bin": (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) },
        ]
        let buffer = try ZipBuffer()
        for (name, bytes) in texts { try buffer.add(bytes, as: name, modified: 1_770_000_000) }
        let archive = try buffer.finish()
        #expect(try contents(of: try file("memory.zip", archive)) == texts)
        #expect(throws: ZipError.self) { try buffer.finish() }
        #expect(throws: ZipError.self) { try buffer.add([1], as: "late", modified: 0) }
        _ = try ZipBuffer()
    }

    @Test func nothingIsLeftOfAnArchiveThatIsNotFinished() throws {
        do {
            let writer = try ZipWriter(path: folder.path("b.zip"))
            try writer.add(
                try file("x", [1]), as: "x", isCompressed: true, modified: 0)
        }
        let missing = try ZipWriter(path: folder.path("b.zip"))
        try missing.add(folder.path("missing"), as: "y", isCompressed: true, modified: 0)
        #expect(throws: ZipError.self) { try missing.finish() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(".")) == ["x"])
        _ = try file("taken.zip", [])
        #expect(throws: ZipError.self) { try ZipWriter(path: folder.path("taken.zip")) }
    }

    // MARK: Hostile archives

    @Test func limitsHoldAtTheFirstValueBeyond() throws {
        let path = folder.path("c.zip")
        let writer = try ZipWriter(path: path)
        for number in 0..<3 {
            try writer.add(
                try file("\(number)", [UInt8](repeating: 0, count: 100)), as: "\(number)",
                isCompressed: true, modified: 0)
        }
        try writer.finish()
        #expect(try contents(of: path, .init(entriesMax: 3, bytesMax: 300)).count == 3)
        #expect(throws: ZipError("The archive has over 2 files")) {
            try ZipReader(path: path, limits: .init(entriesMax: 2, bytesMax: 300))
        }
        #expect(throws: ZipError("The archive has over 299 bytes when it is unpacked")) {
            try ZipReader(path: path, limits: .init(entriesMax: 3, bytesMax: 299))
        }
    }

    /// A file that is read again and again counts each time, whatever the directory says.
    @Test func whatIsUnpackedCounts() throws {
        let path = folder.path("d.zip")
        let writer = try ZipWriter(path: path)
        try writer.add(
            try file("zeros", [UInt8](repeating: 0, count: 100_000)), as: "zeros",
            isCompressed: true, modified: 0)
        try writer.finish()
        let reader = try ZipReader(path: path, limits: .init(entriesMax: 1, bytesMax: 100_000))
        let entry = try #require(reader.entries.first)
        let take: ([UInt8]) throws -> Void = { _ in }
        try reader.read(entry, take, failing: { $0 })
        #expect(throws: ZipError.self) { try reader.read(entry, take, failing: { $0 }) }
    }

    @Test(arguments: [10, 99, 101, 1_000])
    func aSizeThatIsNotTrueIsRefused(stated: UInt32) throws {
        let content = [UInt8](repeating: 65, count: 100)
        let bytes = StoredZip.archive(name: "x", content, statedSize: stated)
        let path = try file("lie-\(stated).zip", bytes)
        #expect(throws: ZipError.self) { try contents(of: path) }
    }

    @Test func damageIsRefused() throws {
        let content = [UInt8](repeating: 65, count: 100)
        let whole = StoredZip.archive(name: "../../etc/passwd", content, statedSize: 100)
        let read = try contents(of: try file("whole.zip", whole))
        // A name is only a name here.
        #expect(read == ["../../etc/passwd": content])
        var changed = whole
        changed[60] ^= 1
        let damaged = try file("changed.zip", changed)
        #expect(throws: ZipError.self) { try contents(of: damaged) }
        for count in stride(from: 0, to: whole.count, by: 7) {
            let part = try file("part-\(count).zip", Array(whole.prefix(count)))
            #expect(throws: ZipError.self, "\(count)") { try contents(of: part) }
        }
        let text = try file("text.zip", Array("This is not an archive at all.".utf8))
        #expect(throws: ZipError.self) { try contents(of: text) }
    }
}

/// A ZIP archive of one stored file, written byte by byte so that it can lie about its size.
enum StoredZip {
    static func archive(name: String, _ content: [UInt8], statedSize: UInt32) -> [UInt8] {
        let sum = checksum(of: content)
        let common =
            u16(20) + u16(0) + u16(0) + u32(0) + u32(sum) + u32(UInt32(content.count))
            + u32(statedSize) + u16(UInt16(name.utf8.count)) + u16(0)
        let local = u32(0x0403_4b50) + common + Array(name.utf8) + content
        let entry =
            u32(0x0201_4b50) + u16(20) + common + u16(0) + u16(0) + u16(0) + u32(0) + u32(0)
            + Array(name.utf8)
        let end =
            u32(0x0605_4b50) + u16(0) + u16(0) + u16(1) + u16(1) + u32(UInt32(entry.count))
            + u32(UInt32(local.count)) + u16(0)
        return local + entry + end
    }

    /// CRC-32 as ZIP archives have it, bit by bit.
    private static func checksum(of bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { part, _ in
                part & 1 == 1 ? part >> 1 ^ 0xedb8_8320 : part >> 1
            }
        }
    }

    private static func u16(_ number: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }

    private static func u32(_ number: UInt32) -> [UInt8] {
        u16(UInt16(truncatingIfNeeded: number)) + u16(UInt16(truncatingIfNeeded: number >> 16))
    }
}
