import Contracts
import Foundation
import Glibc
import ServiceKit

/// A private folder (0700) for what is needed while a backup is made or checked. It goes with its
/// owner; what a killed process left goes with the next one.
final class WorkFolder {
    private static let prefix = "backup-work-"

    /// Where it is.
    let path: String
    /// Its lock says that somebody works in it.
    private let lock: RawFile

    /// Makes a folder below this one, and removes those that nobody works in any more.
    init(in parent: String) throws(BackupRefusal) {
        Self.removeLeftovers(in: parent)
        // mkdtemp(3) replaces the six letters.
        var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw RawFile.refusal(parent, errno) }
        let path = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        self.path = path
        lock = try RawFile(reading: path)
        _ = lock.tryLock()
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

    /// Where to work on a backup that need not belong to a home: in the home, if it is there.
    static func parent(of home: CompassHome, _ environment: [String: String]) -> String {
        if RawFile.exists(home.dataFolder) { return home.dataFolder }
        return environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }
}
