import Support
import Testing

@testable import Contracts

@Suite("Timelines: what is written without a String") struct PreviewTests {
    private static func written(_ content: String, _ max: Int) -> String {
        var json = JSONWriter()
        json.preview(ofUTF8: content.utf8Span.span, upTo: max)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func expected(_ content: String, _ max: Int) -> String {
        let text = Interaction.preview(of: content)?.shortened(to: max)
        return String(decoding: text.json, as: UTF8.self)
    }

    // N-40, IL-36, D-11
    @Test func previewsEqualThoseOfStrings() {
        let note = "\n\n[Coach Interest Level: high]"
        let pieces = [
            "a", "b ", "\n", "\r\n", "\r", "é", "e\u{301}", "🏳️‍🌈", "\"", "\\", "\t", " ", "]", "[",
            "\u{2028}", note, "Talked about the visit",
        ]
        var numbers = SeededNumbers(seed: 7)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...12, using: &numbers)
            let content = (0..<count).map { _ in
                pieces.randomElement(using: &numbers) ?? ""
            }.joined()
            let max = Int.random(in: 2...24, using: &numbers)
            let isSame = Self.written(content, max) == Self.expected(content, max)
            #expect(isSame, "\(content.debugDescription) up to \(max)")
        }
    }

    // N-40
    @Test func aPreviewIsCutOneCharacterAfterTheMost() {
        let most = TimelineLimit.textMax
        for count in [most - 1, most, most + 1] {
            let content = String(repeating: "a", count: count)
            let text = count > most ? content.prefix(most - 1) + "…" : content[...]
            #expect(Self.written(content, most) == "\"\(text)\"")
        }
        #expect(Self.written("", most) == "null")
        #expect(Self.written("\n \n", most) == Self.expected("\n \n", most))
    }

    // N-41
    @Test func cursorsAreWrittenAsTheirText() {
        let id = RecordID(high: 0x0123_4567_89ab_cdef, low: 0xfedc_ba98_7654_3210)
        for place in [0, -1, 1, -1_770_000_000_000, Int64.min + 1, TimelineCursor.undated] {
            let cursor = TimelineCursor(newestFirst: place, id: id)
            #expect(String(decoding: cursor.json, as: UTF8.self) == "\"\(cursor.text)\"")
        }
    }
}
