import Contracts
import Foundation
import Glibc

/// The room on a disk, looked at before anything is written: a backup that fills the disk of the
/// home would have the services refuse writes until it gave up.
enum Room {
    /// What stays free for others, in bytes.
    static let spareBytes: Int64 = 8 << 20

    /// Throws `unavailable` unless so many bytes are free at a place, and some for others.
    static func require(_ bytes: Int64, at path: String) throws(BackupRefusal) {
        let (needed, isOver) = bytes.addingReportingOverflow(spareBytes)
        guard let free = free(at: path), isOver || free < needed else { return }
        throw BackupRefusal(
            .unavailable, "There is not enough room at \(path)",
            reason: "\((isOver ? bytes : needed) >> 20) MiB are needed, and \(free >> 20) MiB are "
                + "free. Nothing was written.",
            remedy: "Free space there, or name another place.")
    }

    /// Whether two places are on one disk.
    static func isShared(_ first: String, _ second: String) -> Bool {
        guard let first = device(of: first), let second = device(of: second) else { return false }
        return first == second
    }

    /// The bytes of a file; 0 where there is none.
    static func bytes(of path: String) -> Int64 {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// The bytes of the files in a folder.
    static func bytes(inFolder path: String) -> Int64 {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.reduce(0) { $0 + bytes(of: "\(path)/\($1)") }
    }

    /// What is free for this user where a path lies, or will lie.
    private static func free(at path: String) -> Int64? {
        var status = statvfs()
        guard unsafe statvfs(nearest(path), &status) == 0 else { return nil }
        let (free, isOver) = UInt64(status.f_bavail)
            .multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isOver ? .max : Int64(clamping: free)
    }

    private static func device(of path: String) -> dev_t? {
        var status = stat()
        return unsafe stat(nearest(path), &status) == 0 ? status.st_dev : nil
    }

    /// The path, or the folder above it that is there.
    private static func nearest(_ path: String) -> String {
        var url = URL(fileURLWithPath: path)
        while !RawFile.exists(url.path), url.path != "/" { url = url.deletingLastPathComponent() }
        return url.path
    }
}
