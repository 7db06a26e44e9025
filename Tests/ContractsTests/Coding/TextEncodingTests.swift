import Support
import Testing

@testable import Contracts

/// Texts of other programs.
@Suite struct TextEncodingTests {
    /// The text as it is read in pieces of a size, and its encoding.
    private func decoded(_ bytes: [UInt8], by size: Int) -> (text: [UInt8], TextEncoding) {
        var decoder = TextDecoder()
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            text += decoder.decode(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        text += decoder.decode([])
        return (text, decoder.encoding)
    }

    private static let smart = "didn’t “wait” – José €5, 6'2\" ÿ"
    /// The same in Windows-1252.
    private static let smart1252: [UInt8] =
        Array("didn".utf8) + [0x92] + Array("t ".utf8) + [0x93] + Array("wait".utf8)
        + [0x94, 0x20, 0x96] + Array(" Jos".utf8) + [0xE9, 0x20, 0x80]
        + Array("5, 6'2\" ".utf8) + [0xFF]

    private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        "\u{FEFF}\(text)".utf16.flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
    }

    @Test(arguments: [
        (Array(smart.utf8), smart, TextEncoding.utf8), (Array("\u{FEFF}é".utf8), "é", .utf8),
        (Array("plain".utf8), "plain", .utf8), ([], "", .utf8), ([0x61], "a", .utf8),
        (smart1252, smart, .windows1252), ([0xE9], "é", .windows1252),
        (Array("Jos".utf8) + [0xE9, 0x0A], "José\n", .windows1252),
        // Two letters that are no character of UTF-8, and one that is cut off.
        ([0xC9, 0x74, 0xC9, 0x85], "Ét\u{C9}…", .windows1252), ([0xC3], "Ã", .windows1252),
        (utf16(smart + "🏈", isBigEndian: false), smart + "🏈", .utf16),
        (utf16(smart + "🏈", isBigEndian: true), smart + "🏈", .utf16),
        ([0xFF, 0xFE], "", .utf16),
    ])
    func textsAreDecodedInPiecesOfAnySize(bytes: [UInt8], text: String, encoding: TextEncoding) {
        for size in 1...(bytes.count + 1) {
            let found = decoded(bytes, by: size)
            #expect(found.text == Array(text.utf8))
            #expect(found.1 == encoding)
        }
    }

    /// A character that the encoding does not have leaves a byte that no UTF-8 has.
    @Test(arguments: [
        [0x61, 0xE9, 0x0A, 0x81], [0xFF, 0xFE, 0x00, 0xD8, 0x61, 0x00], [0xFF, 0xFE, 0x61],
        [0xFE, 0xFF, 0xDC, 0x00],
    ])
    func whatIsNoCharacterStaysUnreadable(bytes: [UInt8]) {
        for size in 1...bytes.count {
            #expect(decoded(bytes, by: size).text.contains(0xFF))
        }
    }

    @Test func aTableSaysHowItWasReadWithAWord() throws {
        var reader = CSVReader(
            Array("Date,Notes\n2026-02-03,He ".utf8) + Self.smart1252 + [0x0A])
        #expect(try reader.next() != nil && reader.decodedWord == nil)
        #expect(try reader.next()?.fields[1] == "He didn’t “wait” – José €5")
        #expect(reader.encoding == .windows1252 && reader.decodedWord == "didn’t")
        var plain = CSVReader(Array("didn’t".utf8))
        #expect(try plain.rest().count == 1 && plain.decodedWord == nil)
    }

    @Test func randomTextsComeBackInEveryEncoding() {
        var generator = SeededNumbers(seed: 16)
        let scalars = Array("abc,;\"\n éüñ’“”–…€™ß".unicodeScalars)
        for _ in 0..<200 {
            var text = "’"
            for _ in 0..<Int.random(in: 0...30, using: &generator) {
                text.unicodeScalars.append(scalars.randomElement(using: &generator) ?? "a")
            }
            let size = Int.random(in: 1...7, using: &generator)
            for isBigEndian in [true, false] {
                let bytes = Self.utf16(text, isBigEndian: isBigEndian)
                #expect(decoded(bytes, by: size).text == Array(text.utf8))
            }
            #expect(decoded(Array(text.utf8), by: size).text == Array(text.utf8))
        }
    }
}
