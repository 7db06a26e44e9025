import Testing

@testable import Base

@Suite struct HexadecimalTests {
    /// RFC 4648, section 10.
    @Test func bytesAreTwoLowerCaseDigitsEach() {
        #expect(Hexadecimal.text("foobar".utf8) == "666f6f626172")
        #expect(Hexadecimal.text([0, 0x0F, 0xF0, 0xFF]) == "000ff0ff")
        #expect(Hexadecimal.text([UInt8]()) == "")
    }

    @Test func integersKeepTheirZeros() {
        #expect(Hexadecimal.text(UInt64(0xAB)) == "00000000000000ab")
        #expect(Hexadecimal.text(UInt64.max) == "ffffffffffffffff")
        #expect(Hexadecimal.text(UInt8(7)) == "07")
    }

    @Test func everyByteReadsBackInEitherCase() {
        let all = (UInt8.min...UInt8.max).map { $0 }
        #expect(Hexadecimal.bytes(Hexadecimal.text(all)) == all)
        #expect(Hexadecimal.bytes(Hexadecimal.text(all).uppercased()) == all)
    }

    @Test(arguments: ["0", "0g", "g0", " 00", "0x00", "é", "００"])
    func otherTextIsRefused(text: String) {
        #expect(Hexadecimal.bytes(text) == nil)
    }

    @Test func onlySixteenValuesHaveDigits() {
        let values = (UInt8.min...UInt8.max).compactMap(Hexadecimal.value)
        #expect(values.count == 22, "ten digits, six letters in two cases")
        #expect((0..<16).allSatisfy { Hexadecimal.value(of: Hexadecimal.digit($0)) == $0 })
    }
}
