import Contracts
import Glibc

/// A local file that collects a download; only its owner may read it.
final class LocalBytes {
    /// A failed system call.
    struct Failure: Error, CustomStringConvertible {
        let code: Int32
        var description: String { unsafe String(cString: strerror(code)) }
    }

    private let descriptor: Int32
    /// The bytes collected so far.
    private(set) var count: Int

    /// Opens or creates the file, without following a symbolic link.
    init(path: String) throws(Failure) {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
        descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Failure(code: errno) }
        count = Int(status.st_size)
    }

    deinit { close(descriptor) }

    func append(_ bytes: [UInt8]) throws(Failure) {
        do {
            try FileBytes.write(bytes[...], to: descriptor, at: count)
        } catch { throw Failure(code: error.code) }
        count += bytes.count
    }

    func truncate() throws(Failure) {
        guard ftruncate(descriptor, 0) == 0 else { throw Failure(code: errno) }
        count = 0
    }

    /// Flushes the file to disk, so that it survives a crash of the machine.
    func sync() throws(Failure) {
        guard fsync(descriptor) == 0 else { throw Failure(code: errno) }
    }

    func content() throws(Failure) -> [UInt8] { try Self.read(descriptor, count) }

    private static func read(_ descriptor: Int32, _ length: Int) throws(Failure) -> [UInt8] {
        do {
            return try FileBytes.read(length, from: descriptor, at: 0)
        } catch { throw Failure(code: error.code) }
    }

    // MARK: Names

    /// Whether the name exists, including as a dangling symbolic link.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// The content of a regular file of at most `sizeMax` bytes.
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

    /// Gives a file its final name. Unless `replacing`, a file that took the name in the meantime
    /// is kept.
    static func publish(_ part: String, as target: String, replacing: Bool) throws(Failure) {
        if !replacing {
            if unsafe link(part, target) == 0 {
                unsafe unlink(part)
                return
            }
            // Some file systems have no hard links.
            guard errno == EPERM || errno == ENOTSUP, !exists(target) else {
                throw Failure(code: errno)
            }
        }
        guard unsafe rename(part, target) == 0 else { throw Failure(code: errno) }
    }
}
