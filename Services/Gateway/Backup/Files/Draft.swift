import Contracts
import Foundation
import Glibc

/// A file that appears whole under its name or not at all: it grows beside its place under a hidden
/// name, and goes with its owner unless it is published.
final class Draft {
    private static let prefix = ".compass-backup-"
    private static let ending = ".part"

    /// The file, held by a lock as long as somebody writes it.
    let file: RawFile
    /// Where it grows.
    var path: String { file.path }

    /// Begins a file in this folder, and removes what killed processes left there.
    init(in folder: String, name: String) throws(BackupRefusal) {
        Self.removeLeftovers(in: folder)
        file = try RawFile(creating: "\(folder)/\(Self.prefix)\(name)\(Self.ending)")
        _ = file.tryLock()
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

    /// Gives the file its name for good.
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
