import Contracts
import Foundation
import Glibc
import ServiceKit
import Sodium
import Storage

/// Puts a backup in the place of a home's data. The data of the backup are unpacked and checked
/// beside those that are there; then both folders change places in one step.
struct Restoration {
    let path: String
    let home: CompassHome
    let clock: ProcessClock
    let passphrase: SecretBytes?

    func run() throws -> BackupRestored {
        let began = ContinuousClock.now
        // A wrong passphrase or a file of another kind changes nothing.
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
        // A service that starts between the swap and the end waits like one before it.
        locks += try ownerships(in: swap.newFolder)
        let setAside = try swap.perform(at: clock.now())
        return BackupRestored(
            backup: BackupFolder.look(at: path), home: home.path,
            databases: contents.databases.count, attachments: contents.attachments,
            setAside: setAside,
            durationMilliseconds: Int((ContinuousClock.now - began).wholeMilliseconds))
    }

    /// The right to all databases of a folder, which a running service does not give.
    private func ownerships(in folder: String) throws -> [FileOwnership] {
        try ServiceName.allCases.map { service in
            do {
                return try FileOwnership(ofDatabase: "\(folder)/\(service.rawValue).sqlite")
            } catch let error as StorageError where error.code == .owned {
                throw BackupRefusal(
                    .conflict, "The system in \(home.path) is running",
                    reason: "\(service.rawValue) has its database open. Nothing was changed.",
                    remedy: "Stop it first: make down")
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
                prepare(service, in: swap.newFolder, &audit)
                reach("restore-prepared")
            }
            // One that the backup does not know begins anew, instead of being missed.
            for service in ServiceName.allCases { try accept(service, in: swap.newFolder) }
            if let problem = audit.problems(contents.sums).first {
                throw damaged(path, "\(problem). Nothing was changed.")
            }
            try swap.sync()
            return contents
        } catch {
            swap.abandon()
            throw error
        }
    }

    /// Looks through a database, which then lies there without a log.
    private func prepare(
        _ service: ServiceName, in folder: String, _ audit: inout DatabaseAudit
    ) {
        let file = "\(folder)/\(service.rawValue).sqlite"
        audit.look(at: file, of: service)
        for ending in ["-wal", "-shm"] { _ = unsafe unlink(file + ending) }
    }

    /// Says that a database is to be taken as it is: its service then gives its feed a new life, so
    /// that whoever follows it reads it anew.
    private func accept(_ service: ServiceName, in folder: String) throws {
        do {
            try PrivateFile.create(home.acceptance(of: service.rawValue, in: folder), holding: [])
        } catch { throw BackupRefusal(.unavailable, error.description) }
    }
}

/// Writes the databases and files of a backup into a folder.
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
