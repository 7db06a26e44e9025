import Contracts
import Foundation
import Glibc
import ServiceKit

/// A private folder (0700) for temporary files while a backup is made or checked. It is removed on
/// deinit; the next one removes folders left by killed processes.
final class WorkFolder {
    private static let prefix = "backup-work-"

    var path: String { lock.path }
    /// Locked while the folder is in use.
    private let lock: RawFile

    /// Creates a folder in `parent`, and removes those that are no longer in use.
    init(in parent: String) throws(BackupRefusal) {
        Self.removeLeftovers(in: parent)
        lock = try RawFile.locked(in: parent) { () throws(BackupRefusal) in
            // mkdtemp(3) replaces the six letters.
            var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
            guard unsafe mkdtemp(&template) != nil else { throw RawFile.refusal(parent, errno) }
            let path = String(
                decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            return try? RawFile(reading: path)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private static func removeLeftovers(in parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let folder = "\(parent)/\(name)"
            guard let lock = try? RawFile(reading: folder), lock.tryLock() else { continue }
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    /// Returns the parent folder for checking a backup: the home's data folder if it exists,
    /// otherwise `TMPDIR` or `/tmp`.
    static func parent(of home: CompassHome, _ environment: [String: String]) -> String {
        if RawFile.exists(home.dataFolder) { return home.dataFolder }
        return environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }
}
