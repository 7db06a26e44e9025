import Glibc

/// A file of this machine that a download is collected in; only its owner may read it.
final class LocalBytes {
    /// A step that the system refused.
    struct Failure: Error, CustomStringConvertible {
        let code: Int32
        var description: String { unsafe String(cString: strerror(code)) }
    }

    private let descriptor: Int32
    /// Bytes that are there.
    private(set) var count: Int

    /// Opens the file, or makes it; a link is not followed.
    init(path: String) throws(Failure) {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
        descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Failure(code: errno) }
        count = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Adds bytes to its end.
    func append(_ bytes: [UInt8]) throws(Failure) {
        var written = 0
        while written < bytes.count {
            let put = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    descriptor, buffer.baseAddress?.advanced(by: written),
                    bytes.count - written, count + written)
            }
            if put < 0, errno == EINTR { continue }
            guard put > 0 else { throw Failure(code: errno) }
            written += put
        }
        count += bytes.count
    }

    /// Empties it.
    func truncate() throws(Failure) {
        guard ftruncate(descriptor, 0) == 0 else { throw Failure(code: errno) }
        count = 0
    }

    /// Makes sure that it outlives the machine.
    func sync() throws(Failure) {
        guard fsync(descriptor) == 0 else { throw Failure(code: errno) }
    }

    /// Everything that is there.
    func content() throws(Failure) -> [UInt8] { try Self.read(descriptor, count) }

    private static func read(_ descriptor: Int32, _ length: Int) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: length)
        var count = 0
        while count < length {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor, buffer.baseAddress?.advanced(by: count), length - count, count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw Failure(code: errno) }
            if got == 0 { break }
            count += got
        }
        return Array(bytes[..<count])
    }

    // MARK: Names

    /// Whether something has this name, also a link that leads nowhere.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// The content of a plain file of at most so many bytes.
    static func read(_ path: String, sizeMax: Int) throws(Failure) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= sizeMax
        else { throw Failure(code: EFBIG) }
        return try read(descriptor, Int(status.st_size))
    }

    /// Gives a file its final name. Unless it may replace one, a file that has taken the name
    /// meanwhile stays.
    static func publish(_ part: String, as target: String, replacing: Bool) throws(Failure) {
        if !replacing {
            if unsafe link(part, target) == 0 {
                unsafe unlink(part)
                return
            }
            // Some file systems have no second names.
            guard errno == EPERM || errno == ENOTSUP, !exists(target) else {
                throw Failure(code: errno)
            }
        }
        guard unsafe rename(part, target) == 0 else { throw Failure(code: errno) }
    }
}
