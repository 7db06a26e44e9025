import Contracts
import DataServiceKit
import Foundation
import Glibc
import Sodium
import Storage

/// Checks a backup: every sum, and every database as SQLite sees it.
struct Verification {
    let path: String
    let passphrase: SecretBytes?

    /// What is wrong, in full; only what is no backup of ours, or does not open, is refused.
    func run(workingIn parent: String) throws -> BackupVerified {
        let began = ContinuousClock.now
        let source = try OpenedBackup.source(path, passphrase: passphrase)
        let work = try WorkFolder(in: parent)
        defer { withExtendedLifetime(work) {} }
        let checker = DatabaseChecker(work.path)
        var backup = BackupFolder.look(at: path)
        var contents: BackupContents?
        var problems: [String] = []
        do {
            let found = try BackupReading(source).run(checker)
            backup.madeAt = found.description.madeAt
            problems = found.problems + checker.problems
            problems += checker.attached?.problems(found.sums) ?? []
            contents = found
        } catch let refusal as BackupRefusal where refusal.code == .dataLoss {
            problems = checker.problems + [Self.sentence(refusal)]
        }
        return BackupVerified(
            backup: backup, databases: contents?.databases.count ?? 0,
            attachments: contents?.attachments ?? 0,
            durationMilliseconds: Int((ContinuousClock.now - began).wholeMilliseconds),
            problems: problems)
    }

    private static func sentence(_ refusal: BackupRefusal) -> String {
        let text = refusal.reason ?? refusal.message
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

/// Unpacks the databases of a backup one at a time and looks for damage in them.
private final class DatabaseChecker: EntryReceiver {
    private let folder: String
    private var file: RawFile?
    private(set) var problems: [String] = []
    /// The attached files that the database of interactions names.
    private(set) var attached: AttachedRows?

    init(_ folder: String) { self.folder = folder }

    func begin(_ entry: BackupEntry) throws {
        guard case .database(let service) = entry else { return }
        file = try RawFile(creating: "\(folder)/\(service.rawValue).sqlite")
    }

    func take(_ piece: [UInt8]) throws { try file?.write(piece) }

    func finish(_ entry: BackupEntry) throws {
        guard let path = file?.path else { return }
        file = nil
        let damages = ServiceFile.damages(at: path).map { "\(entry.name): \($0)" }
        problems += damages
        if damages.isEmpty, entry == .database(.interactions) {
            attached = try AttachedRows(inDatabase: path)
        }
        for ending in ["", "-wal", "-shm"] { _ = unsafe unlink(path + ending) }
    }
}
