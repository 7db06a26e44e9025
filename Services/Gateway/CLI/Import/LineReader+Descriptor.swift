import Glibc
import Imports

/// A read error.
struct ReadFailure: Error {
    let description: String
}

extension LineReader<ReadFailure> {
    /// The bytes read at once.
    static var chunkBytes: Int { 64 * 1_024 }

    /// Reads from an open descriptor; a line may have up to `lineBytesMax` bytes.
    init(descriptor: Int32, lineBytesMax: Int) {
        self.init(lineBytesMax: lineBytesMax) { () throws(ReadFailure) -> [UInt8] in
            try Self.chunk(of: descriptor)
        }
    }

    private static func chunk(of descriptor: Int32) throws(ReadFailure) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: chunkBytes)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw ReadFailure(description: unsafe String(cString: strerror(errno)))
            }
            chunk.removeLast(chunk.count - count)
            return chunk
        }
    }
}
