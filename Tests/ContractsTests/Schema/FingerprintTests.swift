import Testing

@testable import Contracts

@Suite struct FingerprintTests {
    /// The test vectors of FNV-1a, 64 bits.
    @Test(arguments: [
        ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
    ])
    func sumsAreThoseOfTheAlgorithm(text: String, digits: String) {
        #expect(Fingerprint(of: text.utf8).description == digits)
    }

    @Test func smallSumsHaveSixteenDigits() {
        #expect(Fingerprint(of: "baa".utf8).description == "0039231913392937")
    }
}
