import Testing

@testable import Base

@Suite struct ByteBufferTests {
    @Test func itGrowsFromEveryAppend() {
        var buffer = ByteBuffer(capacity: 0)
        var expected: [UInt8] = []
        for number in 0..<500 {
            buffer.append(UInt8(truncatingIfNeeded: number))
            buffer.append("été")
            buffer.append([1, 2, 3])
            buffer.append(decimal: number)
            expected += [UInt8(truncatingIfNeeded: number)] + Array("été".utf8) + [1, 2, 3]
            expected += Array(String(number).utf8)
        }
        #expect(buffer.count == expected.count)
        #expect(buffer.bytes == expected)
    }

    @Test(arguments: [0, 9, 10, -1, 99, 100, -100, .max, .min])
    func decimalsAreThoseOfString(number: Int) {
        var buffer = ByteBuffer(capacity: 0)
        buffer.append(decimal: number)
        #expect(String(decoding: buffer.bytes, as: UTF8.self) == String(number))
    }

    @Test func bytesAreCopiedWithinAndInserted() {
        var buffer = ByteBuffer(capacity: 8)
        buffer.append("abcdef")
        buffer.appendAgain(from: 1, count: 3)
        #expect(buffer.bytes == Array("abcdefbcd".utf8))
        var other = ByteBuffer(capacity: 8)
        other.append("--")
        #expect(buffer.bytes(inserting: other, at: 0) == Array("--abcdefbcd".utf8))
        #expect(buffer.bytes(inserting: other, at: 9) == Array("abcdefbcd--".utf8))
    }
}
