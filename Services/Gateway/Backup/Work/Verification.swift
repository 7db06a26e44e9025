import Contracts
import Foundation
import Glibc
import Sodium

/// Verifies a backup: every sum, every database, and their consistency.
struct Verification {
    let path: String
    let passphrase: SecretBytes?

    /// Returns all problems of the backup.
    ///
    /// - Throws: a `BackupRefusal` if the file cannot be opened, is encrypted and its passphrase,
    ///   head or foot is wrong, or has an unknown version of the format. Other damage is reported
    ///   as a problem.
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
            problems = found.problems + checker.audit.problems(found.sums)
            contents = found
        } catch let refusal as BackupRefusal where refusal.code == .dataLoss {
            problems = checker.audit.problems + [Self.sentence(refusal)]
        }
        reach("backup-checked")
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

/// Unpacks and checks the databases of a backup one at a time.
private final class DatabaseChecker: EntryReceiver {
    private let folder: String
    private var file: RawFile?
    private(set) var audit = DatabaseAudit()

    init(_ folder: String) { self.folder = folder }

    func begin(_ entry: BackupEntry) throws {
        guard case .database(let service) = entry else { return }
        file = try RawFile(creating: "\(folder)/\(service.rawValue).sqlite")
    }

    func take(_ piece: [UInt8]) throws { try file?.write(piece) }

    func finish(_ entry: BackupEntry) throws {
        guard let path = file?.path, case .database(let service) = entry else { return }
        file = nil
        audit.look(at: path, of: service)
        for ending in ["", "-wal", "-shm"] { _ = unsafe unlink(path + ending) }
    }
}
