internal import Glibc

/// Reads and writes of open files that end neither early nor at a signal.
public enum FileBytes {
    /// A failed system call, by its `errno`.
    public struct Failure: Error, Hashable, Sendable {
        public let code: Int32
    }

    /// Returns `count` bytes from an offset; fewer only at the end of the file.
    public static func read(
        _ count: Int, from descriptor: Int32, at offset: Int
    ) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor, buffer.baseAddress?.advanced(by: done), count - done, offset + done)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw Failure(code: errno) }
            if got == 0 { break }
            done += got
        }
        if done < count { bytes.removeLast(count - done) }
        return bytes
    }

    /// Writes all bytes at an offset.
    public static func write(
        _ bytes: ArraySlice<UInt8>, to descriptor: Int32, at offset: Int
    ) throws(Failure) {
        var done = 0
        while done < bytes.count {
            let put = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    descriptor, buffer.baseAddress?.advanced(by: done), bytes.count - done,
                    offset + done)
            }
            if put < 0, errno == EINTR { continue }
            guard put > 0 else { throw Failure(code: put < 0 ? errno : EIO) }
            done += put
        }
    }
}
