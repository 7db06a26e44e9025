import Contracts
import Foundation
import Glibc
import ServiceKit
import Storage

/// Takes a cut through all services: nobody commits while the snapshots are opened, so no cursor is
/// ahead of the feed that it follows, and nothing that was acknowledged before is missing.
struct CutMaker {
    /// Between two rounds, times the number of those that failed.
    private static let restSeconds = 0.1

    let home: CompassHome
    let endpoint: String
    let clock: ProcessClock
    /// Where links to the attached files are made; on the file system of the home's data.
    let links: String

    private var attachmentFolder: String { "\(home.dataFolder)/attachments" }

    /// Takes it; several rounds where a service is busy, starts or stops.
    func make() throws -> HomeCut {
        try checkDatabases()
        guard unsafe mkdir(links, 0o700) == 0 else { throw RawFile.refusal(links, errno) }
        // Most links are made before anybody waits.
        _ = try linkAttachments()
        var failure = BackupRefusal(.unavailable, "The services did not wait for the backup")
        for round in 0..<BackupLimit.roundsMax {
            // A service that is busy or starting needs a moment; nothing reports when it is ready.
            if round > 0 { Thread.sleep(forTimeInterval: Self.restSeconds * Double(round)) }
            do {
                if let cut = try attempt() { return cut }
            } catch let refusal as BackupRefusal where refusal.code == .unavailable {
                failure = refusal
            }
        }
        throw failure
    }

    private func checkDatabases() throws {
        let missing = ServiceName.allCases.filter {
            !RawFile.exists(home.database(of: $0.rawValue))
        }
        guard missing.count < ServiceName.allCases.count else {
            throw BackupRefusal(
                .notFound, "There is nothing to back up in \(home.path)",
                remedy: "Name the home with --home, or start it: make up")
        }
        guard let name = missing.first?.rawValue else { return }
        throw BackupRefusal(
            .conflict, "The database of \(name) is missing in \(home.dataFolder)",
            reason: "A backup without it would look whole.",
            remedy: "Put it back, or start the system once if this version brought it: make up")
    }

    /// One round; nil if a service went on too early.
    private func attempt() throws -> HomeCut? {
        let id = BackupID.make(at: clock.now())
        var running: [ServiceName] = []
        var owned: [FileOwnership] = []
        for service in ServiceName.allCases {
            do {
                owned.append(
                    try FileOwnership(ofDatabase: home.database(of: service.rawValue)))
                try judge(service)
            } catch let error as StorageError where error.code == .owned {
                running.append(service)
            }
        }
        // A service that starts now waits for the lock of its file until all is in sight.
        defer { for ownership in owned { ownership.release() } }
        let holds =
            running.isEmpty
            ? nil
            : try ServiceHolds(
                of: running, id: id, home: home, endpoint: endpoint, clock: clock)
        // What takes time is done before anybody waits.
        let snapshots = try openSnapshots()
        try holds?.begin()
        reach("backup-held")
        let madeAt = clock.now()
        let attachments: [AttachmentID]
        do {
            for (service, snapshot) in snapshots { try read(service) { try snapshot.take() } }
            attachments = try linkAttachments()
        } catch {
            _ = try? holds?.release(copying: .zero)
            throw error
        }
        let copying = Duration.milliseconds(BackupLimit.copyMillisecondsMax)
        guard let pause = try holds == nil ? Duration.zero : holds?.release(copying: copying) else {
            for snapshot in snapshots.values { snapshot.end() }
            return nil
        }
        return HomeCut(
            madeAt: madeAt, id: id, pause: pause, attachments: attachments, snapshots: snapshots,
            holds: holds)
    }

    /// Refuses a file that its service, which does not run, would refuse too: it is older than it
    /// was left, or another one.
    private func judge(_ service: ServiceName) throws {
        let name = service.rawValue
        var file = DatabaseConfiguration(path: home.database(of: name), applicationID: nil)
        file.listPath = home.databaseList
        file.acceptanceCommand = home.acceptanceCommand(for: name)
        let refusal: StorageError?
        do {
            refusal = try DatabaseFile.refusal(file)
        } catch let error as StorageError {
            refusal = error
        }
        guard let refusal else { return }
        throw BackupRefusal(
            .dataLoss, "The database of \(name) cannot be backed up", reason: refusal.message)
    }

    private func openSnapshots() throws -> [ServiceName: DatabaseSnapshot] {
        var snapshots: [ServiceName: DatabaseSnapshot] = [:]
        for service in ServiceName.allCases {
            snapshots[service] = try read(service) {
                try DatabaseSnapshot(path: home.database(of: service.rawValue))
            }
        }
        return snapshots
    }

    private func read<Value>(_ service: ServiceName, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            throw BackupRefusal(
                .dataLoss, "The database of \(service.rawValue) cannot be read",
                reason: "\((error as? StorageError)?.message ?? "\(error)").",
                remedy: "Restore the newest backup: compass backup list")
        }
    }

    /// Links every whole attached file that has no link yet. Files never change under their ids,
    /// and a link keeps one that is swept meanwhile. Files of no row do no harm: a sweep removes
    /// them after a restore.
    private func linkAttachments() throws -> [AttachmentID] {
        guard RawFile.exists(attachmentFolder) else { return [] }
        var linked: [AttachmentID] = []
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: attachmentFolder)
        } catch {
            throw BackupRefusal(.internal, "\(attachmentFolder) cannot be read", reason: "\(error)")
        }
        for name in names {
            // What an upload has brought so far has another name; it begins again.
            guard let id = AttachmentID(text: name), id.text == name else { continue }
            let result = unsafe link("\(attachmentFolder)/\(name)", "\(links)/\(name)")
            if result == 0 || errno == EEXIST {
                linked.append(id)
            } else if errno != ENOENT {
                throw RawFile.refusal("\(links)/\(name)", errno)
            }
        }
        return linked.sorted { $0.text < $1.text }
    }
}
