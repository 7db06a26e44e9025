import CommandKit
import Contracts
import Foundation
import Glibc

/// An open file that closes itself on deinit and reports system errors as `BackupRefusal`.
final class RawFile {
    let path: String
    private let descriptor: Int32

    /// Opens a file or a folder for reading. Does not wait for the writer of a named pipe.
    init(reading path: String) throws(BackupRefusal) {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.refusal(path, errno) }
    }

    /// Creates a new file with mode 0600. Throws if it exists.
    init(creating path: String) throws(BackupRefusal) {
        self.path = path
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else { throw Self.refusal(path, errno) }
    }

    /// Opens a file for locking; creates it with mode 0600 if it is missing.
    init(locking path: String) throws(BackupRefusal) {
        self.path = path
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
        descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else { throw Self.refusal(path, errno) }
    }

    deinit { close(descriptor) }

    /// Takes the lock, until the file is closed. Returns false if another process holds it.
    func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    /// The attempts to create a file and lock it.
    private static let attemptsMax = 16

    /// Returns a new file or folder of `make`, locked. Makes another one if a process that removes
    /// leftovers has locked or removed it first; `make` returns nil if it is removed already.
    static func locked(
        in folder: String, _ make: () throws(BackupRefusal) -> RawFile?
    ) throws(BackupRefusal) -> RawFile {
        for _ in 0..<attemptsMax {
            if let file = try make(), file.tryLock(), try file.isInPlace() { return file }
        }
        throw refusal(folder, EBUSY)
    }

    /// Whether the path still leads to this file.
    private func isInPlace() throws(BackupRefusal) -> Bool {
        let (own, there) = (try status(), try? RawFile(reading: path).status())
        return there?.st_ino == own.st_ino && there?.st_dev == own.st_dev
    }

    /// Returns the file's size in bytes.
    func size() throws(BackupRefusal) -> Int64 {
        try status().st_size.asInt64
    }

    /// Returns the time of the last write, in seconds since 1970.
    func modifiedAt() throws(BackupRefusal) -> Int64 {
        Int64(try status().st_mtim.tv_sec)
    }

    private func status() throws(BackupRefusal) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw Self.refusal(path, errno) }
        return status
    }

    /// Returns whether this is a regular file, not a folder, pipe or device.
    func isPlain() throws(BackupRefusal) -> Bool {
        try status().st_mode & S_IFMT == S_IFREG
    }

    /// Returns `count` bytes from an offset; fewer only at the end of the file.
    func read(at offset: Int64, _ count: Int) throws(BackupRefusal) -> [UInt8] {
        do {
            return try FileBytes.read(count, from: descriptor, at: Int(offset))
        } catch { throw Self.refusal(path, error.code) }
    }

    /// Writes bytes at the current position.
    func write(_ bytes: [UInt8]) throws(BackupRefusal) {
        var done = 0
        while done < bytes.count {
            let put = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(
                    descriptor, buffer.baseAddress?.advanced(by: done), bytes.count - done)
            }
            if put < 0, errno == EINTR { continue }
            guard put > 0 else { throw Self.refusal(path, put < 0 ? errno : EIO) }
            done += put
        }
    }

    /// Flushes the file to the disk (fsync).
    func sync() throws(BackupRefusal) {
        guard fsync(descriptor) == 0 else { throw Self.refusal(path, errno) }
    }

    /// Flushes the names in a folder to the disk (fsync).
    static func syncFolder(_ path: String) throws(BackupRefusal) {
        try RawFile(reading: path).sync()
    }

    /// Renames a file or folder. An existing file of the new name is replaced.
    static func rename(_ old: String, to new: String) throws(BackupRefusal) {
        guard unsafe Glibc.rename(old, new) == 0 else { throw refusal(new, errno) }
    }

    /// Returns whether anything, even a dangling symbolic link, has this name.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// Translates an `errno` value into a refusal that names the path.
    static func refusal(_ path: String, _ code: Int32) -> BackupRefusal {
        let path = QuotedText.path(path)
        let why = unsafe String(cString: strerror(code))
        switch code {
        case ENOSPC, EDQUOT, EFBIG:
            return BackupRefusal(
                .unavailable, "There is no room left for \(path)",
                reason: "\(why). Nothing was left behind.",
                remedy: "Free space there, or name another place.")
        case ENOENT, ENOTDIR:
            return BackupRefusal(.notFound, "\(path) is not there")
        case EACCES, EPERM, EROFS, EEXIST, EISDIR, ELOOP, ENAMETOOLONG:
            return BackupRefusal(.validationFailed, "\(path) cannot be used", reason: "\(why).")
        default:
            return BackupRefusal(.internal, "\(path) failed", reason: "\(why).")
        }
    }
}

extension off_t {
    fileprivate var asInt64: Int64 { Int64(self) }
}
