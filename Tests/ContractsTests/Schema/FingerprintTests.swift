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
        #expect(Fingerprint(of: [UInt8](repeating: 0, count: 1)).description.count == 16)
    }
}
