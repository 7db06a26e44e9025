internal import Glibc

/// A file that only takes up room (`PATH.reserve`): while it is whole, a full disk still has room
/// for what must go on. It is given up in parts, each at the moment when it is needed, so that
/// whoever fills the disk does not get all of it. One thread uses it at a time.
final class Reserve {
    /// What is given up at a time, in bytes: a few dozen pages of the log, more than a sign-in
    /// writes.
    static let partBytes: Int64 = 256 << 10

    /// Its size when it is whole, in bytes; 0 for none.
    let wholeBytes: Int64
    /// Its present size, in bytes.
    private(set) var bytes: Int64 = 0
    private let path: String

    /// The reserve at this path as it was left; makes nothing.
    init(path: String, wholeBytes: Int64) {
        self.path = path
        self.wholeBytes = wholeBytes
        var status = stat()
        if unsafe stat(path, &status) == 0 { bytes = Int64(status.st_size) }
    }

    var isWhole: Bool { bytes >= wholeBytes }

    /// What the disk has left for this user, in bytes; nil when it cannot be asked.
    var freeBytes: Int64? {
        var status = statvfs()
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard unsafe statvfs(folder, &status) == 0 else { return nil }
        let (free, isOver) = UInt64(status.f_bavail)
            .multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isOver ? .max : Int64(clamping: free)
    }

    /// Allocates what is missing, as far as there is room, and answers whether it is whole.
    func fill() -> Bool {
        guard !isWhole else { return true }
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else { return false }
        defer { _ = close(descriptor) }
        while bytes < wholeBytes {
            let part = min(Self.partBytes, wholeBytes - bytes)
            guard posix_fallocate(descriptor, off_t(bytes), off_t(part)) == 0 else {
                // A part that was allocated by halves belongs to others.
                _ = ftruncate(descriptor, off_t(bytes))
                return false
            }
            bytes += part
        }
        return true
    }

    /// Gives a part back to the disk. False when none is left.
    func giveUpPart() -> Bool {
        let left = max(0, bytes - Self.partBytes)
        guard bytes > 0, unsafe truncate(path, off_t(left)) == 0 else { return false }
        bytes = left
        return true
    }
}
