import Contracts
import Foundation
import Glibc
import ServiceKit
import Sodium
import Storage

/// Replaces a home's data with a backup. The backup is unpacked and checked in a folder of its own;
/// then the two folders are exchanged in one step.
struct Restoration {
    let path: String
    let home: CompassHome
    let clock: ProcessClock
    let passphrase: SecretBytes?

    func run() throws -> BackupRestored {
        let began = ContinuousClock.now
        // Opened first, so that a wrong passphrase, a folder or a device changes nothing.
        let source = try OpenedBackup.source(path, passphrase: passphrase)
        try Room.require(Room.bytes(of: path), at: home.path)
        do {
            try home.prepare()
        } catch {
            throw BackupRefusal(
                .validationFailed, "\(home.path) cannot be used", reason: error.description)
        }
        let lock = try HomeLock(home)
        defer { withExtendedLifetime(lock) {} }
        var locks = try ownerships(in: home.dataFolder)
        defer { for lock in locks { lock.release() } }
        var swap = DataSwap(home: home)
        try swap.settle()
        let contents = try unpack(source, for: &swap)
        // A service that starts after the exchange must wait as well, so the new files are locked.
        locks += try ownerships(in: swap.newFolder)
        let setAside = try swap.perform(at: clock.now())
        return BackupRestored(
            backup: BackupFolder.look(at: path), home: home.path,
            databases: contents.databases.count, attachments: contents.attachments,
            setAside: setAside,
            durationMilliseconds: Int((ContinuousClock.now - began).wholeMilliseconds))
    }

    /// Takes ownership of all databases of a folder. Throws `conflict` if a service is running.
    private func ownerships(in folder: String) throws -> [FileOwnership] {
        try ServiceName.allCases.map { service in
            do {
                return try FileOwnership(ofDatabase: "\(folder)/\(service.rawValue).sqlite")
            } catch let error as StorageError where error.code == .owned {
                throw BackupRefusal(
                    .conflict, "The system in \(home.path) is running",
                    reason: "\(service.rawValue) has its database open. Nothing was changed.",
                    remedy: "Stop it first: \(SystemCommand.text("down", in: home))")
            } catch {
                throw BackupRefusal(.internal, "\(error)")
            }
        }
    }

    private func unpack(
        _ source: any ByteSource, for swap: inout DataSwap
    ) throws -> BackupContents {
        try swap.begin()
        do {
            let receiver = try Unpacking(into: swap.newFolder)
            let contents = try BackupReading(source).run(receiver)
            if let problem = contents.problems.first {
                throw damaged(path, "\(problem). Nothing was changed.")
            }
            reach("restore-unpacked")
            var audit = DatabaseAudit()
            for service in contents.databases {
                audit.look(at: database(of: service, in: swap.newFolder), of: service)
                reach("restore-prepared")
            }
            if let problem = audit.problems(contents.sums).first {
                throw damaged(path, "\(problem). Nothing was changed.")
            }
            for service in ServiceName.allCases {
                let isRestored = contents.databases.contains(service)
                try accept(service, in: swap.newFolder, isRestored: isRestored)
            }
            try swap.sync()
            return contents
        } catch {
            swap.abandon()
            throw error
        }
    }

    private func database(of service: ServiceName, in folder: String) -> String {
        "\(folder)/\(service.rawValue).sqlite"
    }

    /// Makes the service's next start give its feed a new epoch, so that its consumers read
    /// everything again. The recorded state lets that start notice a file that was lost, damaged or
    /// exchanged in between. A service unknown to the backup starts empty; otherwise it would
    /// report its database as missing.
    private func accept(_ service: ServiceName, in folder: String, isRestored: Bool) throws {
        if isRestored {
            let file = database(of: service, in: folder)
            try DatabaseFile.recordRestored(at: file)
            // Reading has left them; a log that is not the file's own must not apply to it.
            for ending in ["-wal", "-shm"] { _ = unsafe unlink(file + ending) }
        }
        let words = isRestored ? Array(DatabaseFile.restoredAcceptance.utf8) : []
        do {
            try PrivateFile.create(
                home.acceptance(of: service.rawValue, in: folder), holding: words)
        } catch { throw BackupRefusal(.unavailable, error.description) }
    }
}

/// Writes the databases and attached files of a backup into a folder.
private final class Unpacking: EntryReceiver {
    private let folder: String
    private var file: RawFile?

    init(into folder: String) throws {
        self.folder = folder
        guard unsafe mkdir("\(folder)/attachments", 0o700) == 0 else {
            throw RawFile.refusal(folder, errno)
        }
    }

    func begin(_ entry: BackupEntry) throws {
        switch entry {
        case .database(let service):
            file = try RawFile(creating: "\(folder)/\(service.rawValue).sqlite")
        case .attachment(let id):
            file = try RawFile(creating: "\(folder)/attachments/\(id.text)")
        case .description, .sums: file = nil
        }
    }

    func take(_ piece: [UInt8]) throws { try file?.write(piece) }

    func finish(_ entry: BackupEntry) throws {
        try file?.sync()
        file = nil
    }
}
