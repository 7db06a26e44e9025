import Testing

@testable import Sodium

@Suite struct SecretBytesTests {
    @Test func keepsItsBytesAndPrintsNone() {
        let secret = SecretBytes([1, 2, 3])
        #expect(secret.count == 3)
        #expect(secret.unsafeCopy() == [1, 2, 3])
        #expect("\(secret)" == "(secret)")
        #expect(SecretBytes([]).unsafeCopy().isEmpty)
    }

    @Test func takingOverWipesTheSource() {
        var source: [UInt8] = [4, 5, 6]
        let secret = SecretBytes(wiping: &source)
        #expect(source.isEmpty)
        #expect(secret.unsafeCopy() == [4, 5, 6])
    }

    @Test func randomBytesDifferAndHaveTheirLength() throws {
        let first = try SecureRandom.bytes(32)
        let second = try SecureRandom.bytes(32)
        #expect(first.count == 32)
        #expect(first != second)
        #expect(try SecureRandom.bytes(0).isEmpty)
        #expect(try SecureRandom.bytes(-1).isEmpty)
    }

    @Test func constantTimeComparisonComparesLikeAnyOther() {
        #expect(ConstantTime.equal([1, 2], [1, 2]))
        #expect(ConstantTime.equal([], []))
        #expect(!ConstantTime.equal([1, 2], [1, 3]))
        #expect(!ConstantTime.equal([1, 2], [1, 2, 3]))
    }
}
