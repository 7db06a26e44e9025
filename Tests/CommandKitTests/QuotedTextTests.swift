import Testing

@testable import CommandKit

@Suite struct QuotedTextTests {
    @Test(arguments: ["", "fax", "two words", "日本語", "e\u{301}"])
    func whatIsShortIsRepeatedWhole(text: String) {
        #expect(QuotedText.of(text) == "\"\(text)\"")
    }

    @Test func sixtyCharactersAreRepeatedAndOneMoreIsCut() {
        let full = String(repeating: "👍🏽", count: QuotedText.charactersMax)
        #expect(QuotedText.of(full) == "\"\(full)\"")
        #expect(QuotedText.of(full + "x") == "\"\(full)…\"")
    }

    @Test func marksOnOneLetterDoNotFillTheScreen() {
        let full = "a" + String(repeating: "\u{301}", count: (QuotedText.bytesMax - 1) / 2)
        #expect(QuotedText.of(full) == "\"\(full)\"")
        #expect(QuotedText.of(full + "\u{301}") == "\"…\"")
    }

    @Test func pathsAreInFullUpToTheirLimit() {
        let longest = String(repeating: "a", count: QuotedText.pathBytesMax)
        #expect(QuotedText.path(longest) == longest)
        #expect(QuotedText.path(longest + "a") == QuotedText.of(longest + "a"))
    }
}
