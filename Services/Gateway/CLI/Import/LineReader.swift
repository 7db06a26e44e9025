import CommandKit
import Glibc

/// Reads lines from a file or standard input, one at a time in bounded memory.
struct LineReader {
    /// One line, numbered from 1, without its line end.
    struct Line: Equatable {
        let number: Int
        let bytes: [UInt8]
        /// Whether the line exceeded the limit; its bytes are then dropped.
        let isTooLong: Bool
    }

    /// A read error.
    struct Failure: Error {
        let description: String
    }

    /// The bytes read at once.
    static let chunkBytes = 64 * 1_024
    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    private let descriptor: Int32
    private let lineBytesMax: Int
    private var chunk: [UInt8] = []
    private var position = 0
    private var number = 0
    private var hasEnded = false

    /// Reads from an open descriptor; a line may have up to `lineBytesMax` bytes.
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

    /// The rest of the current line in the chunk; nil at the end of the input.
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
