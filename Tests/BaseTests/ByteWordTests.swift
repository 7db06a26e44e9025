import Base
import Testing

@Suite
struct ByteWordTests {
    private typealias Kind = (
        name: String, marks: @Sendable (ByteWord) -> UInt64, byte: @Sendable (UInt8) -> Bool
    )

    private static let kinds: [Kind] = [
        ("a quotation mark", { $0.marks(of: 0x22) }, { $0 == 0x22 }),
        ("delete", { $0.marks(of: 0x7f) }, { $0 == 0x7f }),
        ("< or >", { $0.marks(of: 0x3e, settingBit: 0x02) }, { $0 == 0x3c || $0 == 0x3e }),
        ("a control character", { $0.marks(below: 0x20) }, { $0 < 0x20 }),
        ("not ASCII", { $0.marksBeyondASCII }, { $0 >= 0x80 }),
    ]

    private func load(_ bytes: [UInt8], at place: Int = 0) -> ByteWord? {
        ByteWord(bytes.span, at: place)
    }

    /// The first marked byte is the first that is looked for, whatever stands around it.
    @Test func theFirstMarkIsRight() throws {
        var generator = SystemRandomNumberGenerator()
        let neighbours: [UInt8] = [
            0, 1, 0x1f, 0x20, 0x21, 0x22, 0x23, 0x3b, 0x3c, 0x3e, 0x7f, 0x80, 0xff,
        ]
        for _ in 0..<20_000 {
            let bytes = (0..<8).map { _ in
                Bool.random(using: &generator)
                    ? UInt8.random(in: 0...255, using: &generator)
                    : neighbours.randomElement(using: &generator) ?? 0
            }
            let word = try #require(load(bytes))
            for kind in Self.kinds {
                #expect(
                    ByteWord.countBefore(kind.marks(word))
                        == bytes.firstIndex(where: kind.byte) ?? ByteWord.byteCount,
                    "\(kind.name) in \(bytes)")
            }
        }
    }

    @Test func aWordNeedsEightBytes() {
        let bytes = [UInt8](repeating: 0x41, count: 9)
        #expect(load(bytes, at: 0) != nil)
        #expect(load(bytes, at: 1) != nil)
        #expect(load(bytes, at: 2) == nil)
        #expect(load(bytes, at: -1) == nil)
        #expect(load([]) == nil)
    }
}
