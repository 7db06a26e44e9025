/// The central directory of a ZIP file (PKWARE's APPNOTE, sections 4.3 and 4.4). Distinguishes a
/// Word document from other archives and rejects malicious structures. Nothing is unpacked.
struct ZipDirectory {
    static let localSignature: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
    /// The maximum number of entries in a document.
    static let entriesMax = 2_000
    /// The maximum declared unpacked size of a document, in bytes.
    static let unpackedBytesMax = 104_857_600

    private static let entrySignature: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
    private static let endSignature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
    private static let endBytes = 22
    private static let entryBytes = 46
    private static let localBytes = 30
    private static let commentBytesMax = 65_535

    let names: [String]

    static func content(_ view: ByteView) -> AttachmentContent {
        do throws(Fault) {
            let names = try ZipDirectory(view).names
            guard names.contains("[Content_Types].xml"), names.contains("word/document.xml")
            else { return .refused("an archive that is no Word document") }
            let hasMacros = names.contains { $0.lowercased().hasSuffix("vbaproject.bin") }
            return hasMacros ? .refused("a Word document with macros") : .accepted(.docx)
        } catch {
            return .refused(error.what)
        }
    }

    private struct Fault: Error {
        let what: String

        static let damaged = Fault(what: "an archive that is damaged or cut off")
        static let bomb = Fault(what: "an archive that unpacks to far too much")
        static let encrypted = Fault(what: "an encrypted archive")
        static let crooked = Fault(what: "an archive with crooked names")
    }

    private struct Entry {
        let name: String
        let packed: Int
        let unpacked: Int
        let localOffset: Int
        let bytes: Int
    }

    private init(_ view: ByteView) throws(Fault) {
        guard let end = Self.end(in: view), let count = view.little(2, at: end + 10),
            let size = view.little(4, at: end + 12), let start = view.little(4, at: end + 16),
            view.little(2, at: end + 8) == count, view.little(4, at: end + 4) == 0,
            start <= end, size == end - start
        else { throw .damaged }
        guard count <= Self.entriesMax else { throw .bomb }
        var offset = start
        var entries: [Entry] = []
        for _ in 0..<count {
            let entry = try Self.entry(view, at: offset, before: end)
            entries.append(entry)
            offset += entry.bytes
        }
        guard offset == end else { throw .damaged }
        // Entries that share the same bytes could unpack to more than the file could hold.
        var packed = 0
        var unpacked = 0
        for entry in entries {
            packed += entry.packed
            unpacked += entry.unpacked
            guard packed <= start, unpacked <= Self.unpackedBytesMax else { throw .bomb }
            try Self.checkLocal(entry, view, before: start)
        }
        names = entries.map(\.name)
        guard Set(names).count == names.count else { throw .crooked }
    }

    /// Returns the offset of the end record: the last one whose comment reaches exactly to the end
    /// of the file.
    private static func end(in view: ByteView) -> Int? {
        let first = max(0, view.count - endBytes - commentBytesMax)
        return stride(from: view.count - endBytes, through: first, by: -1).first { offset in
            view.holds(endSignature, at: offset)
                && view.little(2, at: offset + 20) == view.count - offset - endBytes
        }
    }

    private static func entry(
        _ view: ByteView, at offset: Int, before end: Int
    ) throws(Fault) -> Entry {
        guard view.holds(entrySignature, at: offset), let flags = view.little(2, at: offset + 8),
            let packed = view.little(4, at: offset + 20),
            let unpacked = view.little(4, at: offset + 24),
            let nameLength = view.little(2, at: offset + 28),
            let extraLength = view.little(2, at: offset + 30),
            let commentLength = view.little(2, at: offset + 32),
            let localOffset = view.little(4, at: offset + 42),
            let name = view.slice(at: offset + entryBytes, nameLength)
        else { throw .damaged }
        let bytes = entryBytes + nameLength + extraLength + commentLength
        guard offset + bytes <= end else { throw .damaged }
        guard flags & 1 == 0 else { throw .encrypted }
        guard let text = String(validating: name, as: UTF8.self), isStraight(text) else {
            throw .crooked
        }
        return Entry(
            name: text, packed: packed, unpacked: unpacked, localOffset: localOffset,
            bytes: bytes)
    }

    /// Throws unless the entry's local header is where the directory says and has the same name.
    private static func checkLocal(
        _ entry: Entry, _ view: ByteView, before start: Int
    ) throws(Fault) {
        let offset = entry.localOffset
        guard view.holds(localSignature, at: offset),
            let nameLength = view.little(2, at: offset + 26),
            let extraLength = view.little(2, at: offset + 28),
            let name = view.slice(at: offset + localBytes, nameLength),
            name.elementsEqual(entry.name.utf8),
            offset + localBytes + nameLength + extraLength + entry.packed <= start
        else { throw .damaged }
    }

    private static func isStraight(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("/") && !name.contains("\\") && !name.contains("\0")
            && !name.split(separator: "/").contains("..")
    }
}
