import Testing

@testable import Base

@Suite struct PercentEncodingTests {
    /// RFC 3986, section 2.3.
    @Test func onlyUnreservedCharactersStay() {
        #expect(PercentEncoding.encode("ü /") == "%C3%BC%20%2F")
        let plain = "ABCXYZabcxyz0189-._~"
        #expect(PercentEncoding.encode(plain) == plain)
        let count = (UInt8.min...UInt8.max).count(where: PercentEncoding.isUnreserved)
        #expect(count == 26 + 26 + 10 + 4)
    }

    @Test func keptBytesStay() {
        #expect(PercentEncoding.encode("a b/c@d") { $0 == UInt8(ascii: "/") } == "a%20b/c%40d")
    }

    @Test(arguments: ["", "a/b c", "ü%&=+#?", "\u{1F3C0}", "~._-", "50%"])
    func encodedTextReadsBack(text: String) {
        #expect(PercentEncoding.decode(PercentEncoding.encode(text).utf8) == text)
    }

    @Test func aPlusIsASpaceInFormsOnly() {
        #expect(PercentEncoding.decode("a+b%2b".utf8, plusIsSpace: true) == "a b+")
        #expect(PercentEncoding.decode("a+b".utf8) == "a+b")
    }

    /// A digit is missing or wrong, a NUL, and bytes that are not UTF-8.
    @Test(arguments: ["%", "%4", "%4g", "%g4", "%00", "%FF", "%C3"])
    func malformedTextIsRefused(text: String) {
        #expect(PercentEncoding.decode(text.utf8) == nil)
    }
}
