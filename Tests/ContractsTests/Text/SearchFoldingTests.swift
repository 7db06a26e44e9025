import Support
import Testing

@testable import Contracts

@Suite struct SearchFoldingTests {
    // IL-15, N-130: without regard to case and to the accents of a to z.
    @Test(arguments: [
        ("HELLO World", "hello world"), ("Zoë NÚÑEZ", "zoe nunez"),
        ("NU\u{301}N\u{303}EZ", "nunez"),
        ("Ångström", "angstrom"), ("İstanbul", "istanbul"), ("Việt", "viet"), ("\u{212A}", "k"),
        ("Łódź", "łodz"), ("Søren Straße", "søren straße"), ("ПРИВЕТ, ЁЖ, Й", "привет, ёж, й"),
        ("и\u{306}", "й"), ("ΆΝΝΑ", "άννα"), ("", ""), ("a\nB", "a\nb"), ("ﬁ", "ﬁ"),
        ("5\u{301}", "5"),
        ("\u{301}a", "\u{301}a"), ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"), ("漢字", "漢字"),
    ])
    func textsFoldToLowerCaseWithoutAccents(text: String, folded: String) {
        #expect(Array(SearchFolding.fold(text).unicodeScalars) == Array(folded.unicodeScalars))
    }

    // Phones type other apostrophes and dashes than keyboards do.
    @Test(arguments: [
        ("O’Malley", "omalley"), ("O'Malley", "omalley"), ("O`Malley", "omalley"),
        ("didn’t", "didnt"), ("Kaʻahumanu", "kaahumanu"), ("Ka\u{2BC}ahumanu", "kaahumanu"),
        ("Hawai‘i", "hawaii"), ("2026–27", "2026-27"), ("2026\u{2011}27", "2026-27"),
        ("a — b", "a - b"), ("a\u{2212}b", "a-b"), ("a\u{A0}b\u{2009}c", "a b c"),
        ("a\u{200B}\u{AD}b", "ab"), ("a.b, c!", "a.b, c!"),
        // Something must be left to look for.
        ("'", "'"), ("’’", "’’"), ("\u{200B}", "\u{200B}"),
    ])
    func apostrophesGoAndDashesAreAlike(text: String, folded: String) {
        #expect(Array(SearchFolding.fold(text).unicodeScalars) == Array(folded.unicodeScalars))
    }

    @Test func foldingTwiceIsFoldingOnce() { expectStable(SearchFolding.fold) }

    // N-131: a text that was stored without regard to case only becomes what it is folded to now.
    @Test func textsFoldedByCaseAreFoldedFurther() {
        var generator = SeededNumbers(seed: 12)
        for _ in 0..<2_000 {
            let fields: [String?] = (0..<3).map { _ in
                let text = Characters.text(upTo: 6, using: &generator)
                return text.contains("\u{1F}") ? nil : text
            }
            let stored = CaseFolding.fold(fields: fields)
            let folded = SearchFolding.fold(fields: fields)
            let parts = stored?.split(
                separator: CaseFolding.separator, omittingEmptySubsequences: false)
            let further = parts.flatMap { SearchFolding.fold(fields: $0.map(String.init)) }
            #expect(further.map { Array($0.utf8) } == folded.map { Array($0.utf8) })
        }
    }

    // IL-16: rows without texts match nothing.
    @Test func fieldsAreJoinedAndMissingOnesLeftOut() {
        #expect(SearchFolding.fold(fields: [nil, nil]) == nil)
        #expect(SearchFolding.fold(fields: []) == nil)
        #expect(SearchFolding.fold(fields: ["Á", nil, "B"]) == "a\u{1F}b")
        #expect(SearchFolding.fold(fields: [""]) == "")
    }
}
