import Support
import Testing

@testable import Contracts

@Suite struct CaseFoldingTests {
    @Test(arguments: [
        ("HELLO World", "hello world"), ("É", "é"), ("E\u{301}", "é"), ("Ångström", "ångström"),
        ("ПРИВЕТ", "привет"), ("\u{212A}", "k"), ("", ""), ("a\nB", "a\nb"), ("ﬁ", "ﬁ"),
    ])
    func textsFoldToLowerCaseAndComposedForm(text: String, folded: String) {
        #expect(Array(CaseFolding.fold(text).unicodeScalars) == Array(folded.unicodeScalars))
    }

    @Test func composedAndDecomposedAreTheSameBytes() {
        #expect(
            Array(CaseFolding.fold("Jos\u{E9}").utf8)
                == Array(CaseFolding.fold("JOSE\u{301}").utf8))
    }

    @Test func anAccentIsNotItsLetter() {
        let folded = CaseFolding.fold("Jos\u{E9}")
        #expect(!folded.utf8.contains(UInt8(ascii: "e")))
    }

    @Test func foldingTwiceIsFoldingOnce() { expectStable(CaseFolding.fold) }

    @Test func fieldsAreJoinedAndMissingOnesLeftOut() {
        #expect(CaseFolding.fold(fields: [nil, nil]) == nil)
        #expect(CaseFolding.fold(fields: ["É", nil, "B"]) == "é\u{1F}b")
    }
}
