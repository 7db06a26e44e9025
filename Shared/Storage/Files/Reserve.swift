internal import Base
internal import Glibc

/// A file that only occupies disk space (`PATH.reserve`), for essential work on a full disk. It is
/// released in parts, each when it is needed, so that other programs do not consume all of it. Used
/// by one thread at a time.
final class Reserve {
    /// The size of a released part in bytes: several dozen log pages, more than a sign-in writes.
    static let partBytes: Int64 = 256 << 10

    /// The complete size in bytes; 0 for no reserve.
    let wholeBytes: Int64
    /// The present size in bytes.
    private(set) var bytes: Int64 = 0
    private let path: String

    /// Reads the size of the existing reserve; creates nothing.
    init(path: String, wholeBytes: Int64) {
        self.path = path
        self.wholeBytes = wholeBytes
        var status = stat()
        if unsafe stat(path, &status) == 0 { bytes = Int64(status.st_size) }
    }

    var isWhole: Bool { bytes >= wholeBytes }

    /// The disk space available to this user, in bytes; nil if it is unknown.
    var freeBytes: Int64? {
        FreeSpace.bytes(at: path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
    }

    /// Allocates the missing bytes as far as there is space; returns whether the reserve is
    /// complete.
    func fill() -> Bool {
        guard !isWhole else { return true }
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else { return false }
        defer { _ = close(descriptor) }
        while bytes < wholeBytes {
            let part = min(Self.partBytes, wholeBytes - bytes)
            guard posix_fallocate(descriptor, off_t(bytes), off_t(part)) == 0 else {
                // Free the part that could only be allocated partially.
                _ = ftruncate(descriptor, off_t(bytes))
                return false
            }
            bytes += part
        }
        return true
    }

    /// Releases a part to the disk; returns false if nothing is left.
    func giveUpPart() -> Bool {
        let left = max(0, bytes - Self.partBytes)
        guard bytes > 0, unsafe truncate(path, off_t(left)) == 0 else { return false }
        bytes = left
        return true
    }
}
