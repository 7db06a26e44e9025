import Base
import Contracts
import Foundation
import Glibc

/// Free disk space, checked before anything is written. If a backup filled the home's disk, the
/// services would refuse writes until the backup failed.
enum Room {
    /// The bytes that must stay free for others.
    static let spareBytes: Int64 = 8 << 20

    /// Throws `unavailable` unless this many bytes plus `spareBytes` are free at a path. Does
    /// nothing if the free space cannot be determined.
    static func require(_ bytes: Int64, at path: String) throws(BackupRefusal) {
        let (needed, isOver) = bytes.addingReportingOverflow(spareBytes)
        guard let free = FreeSpace.bytes(at: nearest(path)), isOver || free < needed else { return }
        throw BackupRefusal(
            .unavailable, "There is not enough room at \(path)",
            reason: "\((isOver ? bytes : needed) >> 20) MiB are needed, and \(free >> 20) MiB are "
                + "free. Nothing was written.",
            remedy: "Free space there, or name another place.")
    }

    /// Returns whether two paths are on the same device.
    static func isShared(_ first: String, _ second: String) -> Bool {
        guard let first = device(of: first), let second = device(of: second) else { return false }
        return first == second
    }

    /// Returns a file's size in bytes, or 0 if there is no such file.
    static func bytes(of path: String) -> Int64 {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Returns the total size in bytes of the files directly in a folder.
    static func bytes(inFolder path: String) -> Int64 {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.reduce(0) { $0 + bytes(of: "\(path)/\($1)") }
    }

    private static func device(of path: String) -> dev_t? {
        var status = stat()
        return unsafe stat(nearest(path), &status) == 0 ? status.st_dev : nil
    }

    /// Returns the path, or its nearest existing parent.
    private static func nearest(_ path: String) -> String {
        var url = URL(fileURLWithPath: path)
        while !RawFile.exists(url.path), url.path != "/" { url = url.deletingLastPathComponent() }
        return url.path
    }
}
