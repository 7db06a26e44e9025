import Support
import Testing

@testable import Contracts

// IA-36, D-16: what a file is, is told by its content.
@Suite struct AttachmentContentTests {
    private func refused(_ bytes: [UInt8]) -> String? {
        if case .refused(let what) = AttachmentContent.detected(in: bytes) { return what }
        return nil
    }

    @Test(arguments: AttachmentType.allCases)
    func everyAcceptedTypeIsKnownByItsContent(type: AttachmentType) {
        for size in [900, 5_000, 70_000] {
            let bytes = SampleFiles.bytes(type, size: size)
            #expect(bytes.count == size)
            #expect(AttachmentContent.detected(in: bytes) == .accepted(type))
            #expect(AttachmentContent.mayBegin(type, with: Array(bytes.prefix(100))))
            for other in AttachmentType.allCases where other != type {
                #expect(
                    !AttachmentContent.mayBegin(other, with: Array(bytes.prefix(100)))
                        || (other == .text && type == .pdf))
            }
        }
    }

    @Test(arguments: AttachmentType.allCases.filter { $0 != .text && $0 != .pdf })
    func aFileCutAnywhereIsNeverAnotherAcceptedType(type: AttachmentType) {
        let bytes = SampleFiles.bytes(type, size: 900)
        for count in 0..<bytes.count {
            switch AttachmentContent.detected(in: Array(bytes[..<count])) {
            // The first letters of a signature are a text.
            case .accepted(let found):
                #expect(found == type || found == .text && count < 8, "\(count)")
            case .refused, .unknown: break
            }
        }
    }

    @Test(arguments: [
        ("MZ\u{0}", false), ("", true), ("plain", true), ("Zeile\r\n\tfünf\u{c}", true),
        ("<svg onload=x>", true), ("\u{FEFF}with a mark", true), ("a\u{0}b", false),
        ("bell \u{7}", false), ("escape \u{1b}[2J", false), ("delete \u{7f}", false),
    ])
    func textHasNoControlCharacters(text: String, isText: Bool) {
        let found = AttachmentContent.detected(in: Array(text.utf8))
        #expect(found == (isText ? .accepted(.text) : .unknown))
    }

    @Test(
        arguments: [
            [0xC3], [0xFF, 0xFE, 0x41, 0x00], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF5, 0x80, 0x80],
        ] as [[UInt8]])
    func textIsUTF8(bytes: [UInt8]) {
        #expect(AttachmentContent.detected(in: bytes) == .unknown)
    }

    // WebP, HEIC, BMP, TIFF, ELF, gzip, 7z, RAR, Mach-O, WASM, an SQLite file.
    @Test(
        arguments: [
            Array("RIFF".utf8) + [1, 2, 0, 0] + Array("WEBPVP8 ".utf8),
            [0, 0, 0, 24] + Array("ftypheic".utf8), Array("BM".utf8) + [0, 0, 0, 0],
            Array("II*".utf8) + [0], [0x7F] + Array("ELF".utf8) + [2, 1], [0x1F, 0x8B, 8, 0],
            Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C], Array("Rar!".utf8) + [0x1A, 7, 0],
            [0xCF, 0xFA, 0xED, 0xFE], [0] + Array("asm".utf8), Array("SQLite format 3".utf8) + [0],
        ] as [[UInt8]])
    func otherKindsAreUnknown(bytes: [UInt8]) {
        let padded = bytes + SampleFiles.filler(600, 5)
        #expect(AttachmentContent.detected(in: padded) == .unknown)
    }

    // MARK: Pictures

    // 50 megapixels and one row more.
    @Test func picturesOfTooManyPixelsAreRefused() {
        let tail = SampleFiles.filler(100, 1)
        for make in [SampleFiles.png, SampleFiles.jpeg] {
            let largest = AttachmentContent.detected(in: make(10_000, 5_000) + tail)
            #expect(largest == .accepted(.png) || largest == .accepted(.jpeg))
            #expect(refused(make(10_000, 5_001) + tail)?.contains("50 megapixels") == true)
            #expect(refused(make(0, 5) + tail)?.contains("damaged") == true)
        }
        let huge = SampleFiles.png(width: .max, height: .max) + tail
        #expect(refused(huge)?.contains("50 megapixels") == true)
    }

    @Test func aJPEGWithoutAFrameIsDamaged() {
        let segments: [[UInt8]] = [
            [], [0xFF], [0xFF, 0xE0], [0xFF, 0xE0, 0, 1], [0xFF, 0xE0, 0, 9, 1],
            [0xFF, 0xDA, 0, 4], [0xFF, 0xC0, 0, 11, 8, 0], [0x12, 0x34],
            Array(repeating: 0xFF, count: 5_000),
        ]
        for segment in segments {
            #expect(refused([0xFF, 0xD8, 0xFF, 0xE0, 0, 2] + segment) != nil, "\(segment)")
        }
    }

    // MARK: Office

    @Test func officeFilesThatAreNoWordDocumentsAreRefused() {
        for names in [["Workbook"], ["PowerPoint Document"], [], ["worddocument"]] {
            let bytes = SampleFiles.ole(["Root Entry"] + names) + SampleFiles.filler(64, 1)
            #expect(refused(bytes)?.contains("not a Word document") == true)
        }
        let macros = SampleFiles.ole(["Root Entry", "WordDocument", "_VBA_PROJECT"])
        #expect(refused(macros)?.contains("macros") == true)
    }

    /// Archives that no honest word processor writes, and why each is refused.
    private static let hostile: [(name: String, bytes: [UInt8], why: String)] = {
        let word = SampleFiles.wordEntries
        func with(_ change: (inout SampleFiles.Entry) -> Void) -> [UInt8] {
            var entry = SampleFiles.Entry("word/more.xml", [1, 2, 3])
            change(&entry)
            return SampleFiles.zip(word + [entry])
        }
        let good = SampleFiles.zip(word)
        var manyEntries = word
        for number in 0..<1_999 { manyEntries.append(.init("word/\(number)", [])) }
        var crossedEnd = good
        crossedEnd[good.count - 6] = 0xFF
        return [
            ("plain archive", SampleFiles.zip([.init("a.txt")]), "not a Word document"),
            ("sheet", SampleFiles.zip([word[0], .init("xl/workbook.xml")]), "not a Word document"),
            (
                "word/ folder only", SampleFiles.zip([word[0], .init("word/")]),
                "not a Word document"
            ),
            ("macros", SampleFiles.zip(word + [.init("word/vbaProject.bin")]), "macros"),
            ("MACROS", SampleFiles.zip(word + [.init("word/VBAPROJECT.BIN")]), "macros"),
            ("cut", Array(good.dropLast()), "damaged"),
            ("something behind", good + [1], "damaged"),
            ("no directory", Array(good.prefix(60)), "damaged"),
            ("crossed end", crossedEnd, "damaged"),
            ("other local name", with { $0.localName = "word/evil.xml" }, "damaged"),
            ("climbing name", with { $0.name = "../../evil" }, "unsafe names"),
            ("absolute name", with { $0.name = "/etc/passwd" }, "unsafe names"),
            ("backslashes", with { $0.name = "..\\evil" }, "unsafe names"),
            ("empty name", with { $0.name = "" }, "unsafe names"),
            ("name twice", SampleFiles.zip(word + [word[1]]), "unsafe names"),
            ("encrypted", with { $0.flags = 1 }, "encrypted"),
            ("bomb", with { $0.claimedSize = ZipDirectory.unpackedBytesMax }, "far too large"),
            ("largest claim", with { $0.claimedSize = 0xFFFF_FFFF }, "far too large"),
            ("too many", SampleFiles.zip(manyEntries), "far too large"),
        ]
    }()

    @Test(arguments: hostile)
    func hostileArchivesAreRefused(archive: (name: String, bytes: [UInt8], why: String)) {
        #expect(refused(archive.bytes)?.contains(archive.why) == true, "\(archive.name)")
    }

    @Test func theLargestHonestArchivesAreTaken() {
        var entries = SampleFiles.wordEntries
        for number in 0..<1_998 { entries.append(.init("word/\(number)", [])) }
        #expect(entries.count == ZipDirectory.entriesMax)
        #expect(AttachmentContent.detected(in: SampleFiles.zip(entries)) == .accepted(.docx))
        var big = SampleFiles.wordEntries
        big[1].claimedSize = ZipDirectory.unpackedBytesMax - 1
        #expect(AttachmentContent.detected(in: SampleFiles.zip(big)) == .accepted(.docx))
        let commented = SampleFiles.zip(
            SampleFiles.wordEntries, comment: Array(repeating: 0x50, count: 65_535))
        #expect(AttachmentContent.detected(in: commented) == .accepted(.docx))
    }

    /// Entries that share their bytes, as bombs do that need little room.
    @Test func anArchiveWhoseEntriesOverlapIsRefused() {
        let content = SampleFiles.filler(500, 3)
        var bytes = SampleFiles.zip(
            SampleFiles.wordEntries + [.init("word/a", content), .init("word/b", [])])
        // The last entry of the directory claims the packed size of the whole file.
        let entry = bytes.count - 22 - (46 + 6)
        bytes[entry + 21] = 8
        #expect(refused(bytes) != nil)
    }

    /// Whatever bytes stand there, the answer comes and nothing traps.
    @Test func randomDamageNeverTraps() {
        var generator = SeededNumbers(seed: 45)
        var verdicts: Set<AttachmentContent> = []
        for round in 0..<4_000 {
            let type = AttachmentType.allCases[round % AttachmentType.allCases.count]
            var bytes = SampleFiles.bytes(type, size: 1_000)
            for _ in 0..<Int.random(in: 1...12, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            if round.isMultiple(of: 3) {
                bytes.removeLast(Int.random(in: 0...900, using: &generator))
            }
            verdicts.insert(AttachmentContent.detected(in: bytes))
        }
        #expect(verdicts.count > 8)
    }
}
