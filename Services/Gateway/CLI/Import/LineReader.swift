import CommandKit
import Glibc

/// Lines of a file or of standard input, one at a time in bounded memory.
struct LineReader {
    /// One line, counted from 1, without its end.
    struct Line: Equatable {
        let number: Int
        let bytes: [UInt8]
        /// Whether it was over the limit; then its bytes are left out.
        let isTooLong: Bool
    }

    /// Why reading ended before the input did.
    struct Failure: Error {
        let description: String
    }

    /// What is read at once, in bytes.
    static let chunkBytes = 64 * 1_024
    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    private let descriptor: Int32
    private let lineBytesMax: Int
    private var chunk: [UInt8] = []
    private var position = 0
    private var number = 0
    private var hasEnded = false

    /// A reader of an open descriptor. A line may have `lineBytesMax` bytes.
    init(descriptor: Int32, lineBytesMax: Int) {
        self.descriptor = descriptor
        self.lineBytesMax = lineBytesMax
    }

    /// The next line; nil at the end.
    mutating func next() throws(Failure) -> Line? {
        var bytes: [UInt8] = []
        var isTooLong = false
        var hasBegun = false
        while let part = try part() {
            hasBegun = true
            if bytes.count + part.bytes.count > lineBytesMax {
                isTooLong = true
                bytes = []
            } else if !isTooLong {
                bytes += part.bytes
            }
            if part.isEnd { break }
        }
        guard hasBegun else { return nil }
        number += 1
        if number == 1, bytes.starts(with: Self.byteOrderMark) { bytes.removeFirst(3) }
        return Line(number: number, bytes: bytes, isTooLong: isTooLong)
    }

    /// What the chunk holds of the present line; nil at the end of the input.
    private mutating func part() throws(Failure) -> (bytes: ArraySlice<UInt8>, isEnd: Bool)? {
        if position >= chunk.count { try fill() }
        guard position < chunk.count else { return nil }
        let rest = chunk[position...]
        guard let end = rest.firstIndex(of: 0x0a) else {
            position = chunk.count
            return (rest, false)
        }
        position = end + 1
        return (rest[..<end], true)
    }

    private mutating func fill() throws(Failure) {
        position = 0
        chunk = [UInt8](repeating: 0, count: hasEnded ? 0 : Self.chunkBytes)
        while !hasEnded {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                chunk = []
                throw Failure(description: unsafe String(cString: strerror(errno)))
            }
            hasEnded = count == 0
            chunk.removeLast(chunk.count - count)
            return
        }
    }
}
