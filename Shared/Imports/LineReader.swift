/// A line of a file, numbered from 1, without its line end.
public struct FileLine: Equatable, Sendable {
    public let number: Int
    public let bytes: [UInt8]
    /// Whether the line exceeded the limit; its bytes are then dropped.
    public let isTooLong: Bool
}

/// Reads lines, one at a time in bounded memory.
public struct LineReader<Failure: Error> {
    private let lineBytesMax: Int
    private let read: () throws(Failure) -> [UInt8]
    private var chunk: [UInt8] = []
    private var position = 0
    private var number = 0
    private var hasEnded = false

    /// Reads the bytes that `read` returns, in parts of any size; no bytes are the end. A line may
    /// have up to `lineBytesMax` bytes.
    public init(lineBytesMax: Int, read: @escaping () throws(Failure) -> [UInt8]) {
        self.lineBytesMax = lineBytesMax
        self.read = read
    }

    /// The next line; nil at the end.
    public mutating func next() throws(Failure) -> FileLine? {
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
        let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
        if number == 1, bytes.starts(with: byteOrderMark) { bytes.removeFirst(3) }
        return FileLine(number: number, bytes: bytes, isTooLong: isTooLong)
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
        (position, chunk) = (0, [])
        guard !hasEnded else { return }
        chunk = try read()
        hasEnded = chunk.isEmpty
    }
}
