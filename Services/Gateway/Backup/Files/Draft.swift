import Contracts
import Foundation
import Glibc

/// A file that appears under its name complete or not at all. It is written under a hidden name in
/// the target's folder, and removed on deinit unless it has been published.
final class Draft {
    private static let prefix = ".compass-backup-"
    private static let ending = ".part"

    /// The file, locked while it is written.
    let file: RawFile
    var path: String { file.path }

    /// Creates the hidden file in this folder, and removes drafts left by killed processes.
    init(in folder: String, name: String) throws(BackupRefusal) {
        Self.removeLeftovers(in: folder)
        file = try RawFile.locked(in: folder) { () throws(BackupRefusal) in
            try RawFile(creating: "\(folder)/\(Self.prefix)\(name)\(Self.ending)")
        }
    }

    deinit { _ = unsafe unlink(path) }

    private static func removeLeftovers(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(prefix) && name.hasSuffix(ending) {
            guard let left = try? RawFile(reading: "\(folder)/\(name)"), left.tryLock() else {
                continue
            }
            _ = unsafe unlink(left.path)
        }
    }

    /// Renames the file to its final name and syncs the folder. Throws `conflict` if the name is
    /// taken.
    func publish(as target: String) throws(BackupRefusal) {
        guard !RawFile.exists(target) else {
            throw BackupRefusal(
                .conflict, "\(target) exists already", reason: "Nothing was written.",
                remedy: "Repeat, or name another place with --to.")
        }
        try RawFile.rename(path, to: target)
        try RawFile.syncFolder(URL(fileURLWithPath: target).deletingLastPathComponent().path)
    }
}
