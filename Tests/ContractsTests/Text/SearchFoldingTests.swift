import Support
import Testing

@testable import Contracts

@Suite struct SearchFoldingTests {
    // IL-15: without regard to case.
    @Test(arguments: [
        ("HELLO World", "hello world"), ("É", "é"), ("E\u{301}", "é"), ("Ångström", "ångström"),
        ("ПРИВЕТ", "привет"), ("\u{212A}", "k"), ("", ""), ("a\nB", "a\nb"), ("ﬁ", "ﬁ"),
    ])
    func textsFoldToLowerCaseAndComposedForm(text: String, folded: String) {
        #expect(
            Array(SearchFolding.fold(text).unicodeScalars) == Array(folded.unicodeScalars))
    }

    @Test func composedAndDecomposedAreTheSameBytes() {
        #expect(
            Array(SearchFolding.fold("Jos\u{E9}").utf8)
                == Array(SearchFolding.fold("JOSE\u{301}").utf8))
    }

    @Test func anAccentIsNotItsLetter() {
        let folded = SearchFolding.fold("Jos\u{E9}")
        #expect(!folded.utf8.contains(UInt8(ascii: "e")))
    }

    @Test func foldingTwiceIsFoldingOnce() {
        var generator = SeededNumbers(seed: 11)
        for _ in 0..<2_000 {
            let once = SearchFolding.fold(Characters.text(upTo: 20, using: &generator))
            #expect(Array(SearchFolding.fold(once).utf8) == Array(once.utf8))
        }
    }

    // IL-16: rows without texts match nothing.
    @Test func fieldsAreJoinedAndMissingOnesLeftOut() {
        #expect(SearchFolding.fold(fields: [nil, nil]) == nil)
        #expect(SearchFolding.fold(fields: []) == nil)
        #expect(SearchFolding.fold(fields: ["A", nil, "B"]) == "a\u{1F}b")
        #expect(SearchFolding.fold(fields: [""]) == "")
    }
}
