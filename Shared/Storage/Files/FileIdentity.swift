internal import Glibc

/// The device and inode of a file, which tell it from another one with the same path.
struct FileIdentity: Hashable, Sendable {
    /// What a path leads to.
    enum Finding: Equatable {
        case file(FileIdentity)
        case nothing
        /// The path could not be followed, for lack of a right for example.
        case unknown
    }

    private let device: dev_t
    private let inode: ino_t

    /// Follows a path.
    static func look(at path: String) -> Finding {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            return .file(FileIdentity(device: status.st_dev, inode: status.st_ino))
        }
        return errno == ENOENT || errno == ENOTDIR ? .nothing : .unknown
    }
}
