import Support
import Testing

@testable import Contracts

@Suite struct IdentifierTests {
    /// RFC 9562, section 5.7: 48 bits of milliseconds, version 7, variant 10.
    @Test(arguments: [0, 1, 1_770_724_800_123, 0xFFFF_FFFF_FFFF])
    func newIdentifierHasTheLayoutOfVersionSeven(milliseconds: Int64) {
        let identifier = CoachID.make(at: Instant(milliseconds: milliseconds))
        let written = Instant(milliseconds: milliseconds).milliseconds
        #expect(identifier.high >> 16 == UInt64(written))
        #expect(identifier.high >> 12 & 0xF == 7)
        #expect(identifier.low >> 62 == 0b10)
        #expect(Array(identifier.text)[14] == "7")
    }

    @Test func instantsBeforeTheEpochGiveMillisecondsZero() {
        #expect(UserID.make(at: .earliest).high >> 16 == 0)
    }

    @Test func newIdentifiersDiffer() {
        let now = Instant(milliseconds: 1_770_724_800_000)
        #expect(Set((0..<1_000).map { _ in UserID.make(at: now) }).count == 1_000)
    }

    @Test func laterIdentifiersAreGreater() {
        let earlier = UserID.make(at: Instant(milliseconds: 1_000))
        let later = UserID.make(at: Instant(milliseconds: 1_001))
        #expect(earlier < later)
        #expect(earlier.text < later.text)
        #expect(!(earlier < earlier))
    }

    // RFC 9562, 6.2: places of one instant are in order, up to the last that has room.
    @Test func placesOfOneInstantAreInOrder() {
        let now = Instant(milliseconds: 1_770_724_800_000)
        let last = MetricID.placeMax
        let ids = [0, 1, 2, 4_095, 4_096, 4_097, last - 1, last].map {
            MetricID.make(at: now, place: $0)
        }
        #expect(ids == ids.sorted() && Set(ids).count == ids.count)
        #expect(ids.allSatisfy { $0.high >> 12 == now.milliseconds << 4 | 7 && $0.low >> 62 == 2 })
        #expect(MetricID.make(at: now, place: last + 1) > ids[6], "one more has the last place")
        #expect(MetricID.make(at: now, place: -1) < ids[1])
    }

    @Test func textAndBytesReadBack() throws {
        var generator = SeededNumbers(seed: 1)
        for _ in 0..<1_000 {
            let identifier = SchoolID(high: generator.next(), low: generator.next())
            #expect(identifier.text.utf8.count == 36)
            #expect(SchoolID(text: identifier.text) == identifier)
            #expect(SchoolID(text: identifier.text.uppercased()) == identifier)
            let text = identifier.textBytes
            #expect(text.indices.map { text[$0] } == Array(identifier.text.utf8))
            #expect(SchoolID(bytes: identifier.bytes) == identifier)
            #expect(identifier.bytes.count == 16)
        }
    }

    @Test func textIsLowerCaseWithFourHyphens() {
        let identifier = UserID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)
        #expect(identifier.text == "00112233-4455-6677-8899-aabbccddeeff")
        #expect("\(identifier)" == identifier.text)
    }

    // a malformed id is refused, not a crash.
    @Test(arguments: [
        "", "-", "00112233-4455-6677-8899-aabbccddeef", "00112233-4455-6677-8899-aabbccddeefff",
        "001122334455667788998899aabbccddeeff", "{00112233-4455-6677-8899-aabbccddeeff}",
        "0011223-34455-6677-8899-aabbccddeeff", "g0112233-4455-6677-8899-aabbccddeeff",
        " 00112233-4455-6677-8899-aabbccddeeff", "00112233-4455-6677-8899-aabbccddeeff\n",
        "00112233_4455_6677_8899_aabbccddeeff", "００112233-4455-6677-8899-aabbccddee",
        "--------------------", "00112233-4455-6677-8899-aabbccddee-f", "null",
    ])
    func otherTextIsNoIdentifier(text: String) {
        #expect(UserID(text: text) == nil)
    }

    /// Every byte at every place, beside digits and letters.
    @Test func aWrongByteAtAnyPlaceIsNoIdentifier() {
        for text in [
            "00112233-4455-6677-8899-aabbccddeeff", "FFEEDDCC-bbaa-9988-7766-554433221100",
        ] {
            for place in 0..<UserID.textLength {
                for byte in UInt8.min...UInt8.max {
                    var bytes = Array(text.utf8)
                    let isHyphen = bytes[place] == UInt8(ascii: "-")
                    bytes[place] = byte
                    let isRight =
                        isHyphen
                        ? byte == UInt8(ascii: "-")
                        : Unicode.Scalar(byte).properties.isASCIIHexDigit
                    let identifier = UserID(text: bytes.span)
                    #expect((identifier != nil) == isRight, "\(byte) at \(place)")
                    let lowered = String(decoding: bytes, as: UTF8.self).lowercased()
                    if let identifier { #expect(identifier.text == lowered) }
                }
            }
        }
    }

    @Test(arguments: [0, 15, 17])
    func otherCountOfBytesIsNoIdentifier(count: Int) {
        #expect(UserID(bytes: [UInt8](repeating: 7, count: count)) == nil)
    }

    @Test func jsonIsTheText() throws {
        let identifier = UserID(high: 1, low: 2)
        let json = try JSONCoding.encode([identifier])
        #expect(String(decoding: json, as: UTF8.self) == "[\"\(identifier)\"]")
        #expect(try JSONCoding.decodeResponse([UserID].self, from: json) == [identifier])
        #expect(throws: ServiceError.self) {
            try JSONCoding.decodeResponse([UserID].self, from: Array("[\"x\"]".utf8))
        }
    }
}
