import Testing

@testable import Base

@Suite struct BigEndianTests {
    @Test func integersAreMostSignificantByteFirst() {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(UInt16(0x0102))
        bytes.appendBigEndian(UInt32(0x0304_0506))
        bytes.appendBigEndian(Int64(-2))
        #expect(bytes == [1, 2, 3, 4, 5, 6] + [UInt8](repeating: 0xFF, count: 7) + [0xFE])
        #expect(bytes.span.bigEndian(at: 0) == UInt16(0x0102))
        #expect(bytes.span.bigEndian(at: 2) == UInt32(0x0304_0506))
        #expect(bytes.span.bigEndian(at: 6) == UInt64(bitPattern: -2))
        #expect(bytes.span.bigEndian(at: 13) == UInt8(0xFE))
    }

    @Test(arguments: [-1, 13, 14, Int.max - 3, Int.max, Int.min])
    func anIntegerThatExceedsTheBytesIsNil(offset: Int) {
        let bytes = [UInt8](repeating: 1, count: 16)
        #expect(bytes.span.bigEndian(at: offset, as: UInt32.self) == nil)
        #expect(bytes.span.bigEndian(at: 12, as: UInt32.self) == 0x0101_0101)
    }

    @Test func anIdentifierOverwritesItsPlaceOnly() {
        let id = Identifier<Self>(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)
        var bytes = [UInt8](repeating: 7, count: 18)
        id.writeBytes(into: &bytes, at: 1)
        #expect(bytes == [7] + id.bytes + [7])
        var text = [UInt8](repeating: 7, count: 38)
        id.writeText(into: &text, at: 1)
        #expect(text == [7] + Array(id.text.utf8) + [7])
    }

    /// RFC 9562, section 5.4: version 4, variant 10.
    @Test func randomIdentifiersAreOfVersionFour() {
        let ids = (0..<1_000).map { _ in Identifier<Self>.random() }
        #expect(Set(ids).count == 1_000)
        #expect(ids.allSatisfy { $0.high >> 12 & 0xF == 4 && $0.low >> 62 == 0b10 })
    }
}
