import Testing

@testable import Contracts

@Suite struct NameFoldingTests {
    // N-26
    @Test(arguments: [
        ("Zoë Núñez", "zoe nunez"), ("Zoe\u{308} NU\u{301}N\u{303}EZ", "zoe nunez"),
        ("St. John's University-New York", "st johns university new york"),
        ("Saint Johns", "st johns"), ("O\u{2019}Brien", "obrien"), ("N. C. State", "n c state"),
        ("A & M", "a m"), ("  café ", "cafe"), ("Łódź", "łodz"), ("東京", "東京"), ("한국", "한국"),
        ("🏈", ""), ("", ""), ("92.5", "925"), ("\u{202E}abc", "abc"),
        ("Kaʻahumanu", "kaahumanu"), ("Hawai\u{2BC}i", "hawaii"), ("Й", "и"),
        ("Winston–Salem", "winston salem"), ("'", ""),
    ])
    func namesAreFoldedToTheirWords(text: String, folded: String) {
        #expect(NameFolding.fold(text) == folded)
        #expect(NameFolding.fold(folded) == folded)
    }

    // N-146
    @Test func namesOfProbableDuplicatesHaveOneKey() {
        #expect(NameFolding.key(["Müller", "José"]) == "muller\u{1F}jose")
        #expect(NameFolding.key(["Muller Jose"]) != NameFolding.key(["Muller", "Jose"]))
        #expect(NameFolding.key(["St. John\u{2019}s"]) == NameFolding.key(["Saint Johns"]))
        #expect(NameFolding.key(["🏈"]) == "🏈")
        #expect(NameFolding.key(["!"]) != NameFolding.key(["?"]))
        #expect(NameFolding.key([""]) == "")
    }

    @Test func plainTextsAreFoldedAsAllOthers() throws {
        for byte in UInt8(0)..<0x80 {
            let text = "A" + String(Unicode.Scalar(byte)) + "z"
            #expect(NameFolding.foldedASCII(text) == NameFolding.foldedScalars(text), "\(byte)")
        }
        #expect(NameFolding.foldedASCII("Zo\u{80}") == nil)
        for text in ["saint", "Saint Johns", "St. Saint", "toussaint", "a  b", " a", "a ", "a b"] {
            let words = NameFolding.words(text).joined(separator: " ")
            #expect(NameFolding.fold(text) == words, "\(text)")
        }
    }
}
