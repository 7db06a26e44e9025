import Testing

@testable import OATH

@Suite struct TimeCodeTests {
    private static let secret = Array("12345678901234567890".utf8)

    // RFC 6238, appendix B, for SHA-1; the last six of its eight digits.
    @Test(arguments: [
        (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"),
        (1_234_567_890, "005924"), (2_000_000_000, "279037"), (20_000_000_000, "353130"),
    ])
    func theCodesAreThoseOfTheRFC(seconds: Int64, code: String) {
        #expect(TimeCode.code(Self.secret, step: TimeCode.step(at: seconds)) == code)
    }

    @Test func aStepIsThirtySeconds() {
        #expect(TimeCode.step(at: 0) == 0 && TimeCode.step(at: 29) == 0)
        #expect(TimeCode.step(at: 30) == 1)
        #expect(TimeCode.code(Self.secret, step: -1) == nil)
        #expect(TimeCode.code(Self.secret, step: .max) == nil)
    }

    // RFC 4648, section 10.
    @Test func secretsAreTypedInBase32() {
        #expect(TimeCode.base32(Array("foobar".utf8)) == "MZXW6YTBOI")
        #expect(TimeCode.base32(Self.secret) == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    }
}
