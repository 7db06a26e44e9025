import Contracts
import Foundation
import Glibc
import ServiceKit
import Storage

/// Takes one consistent snapshot of all services. No service commits while the snapshots are taken,
/// so no cursor is ahead of the feed that it follows, and every write acknowledged before is
/// included.
struct CutMaker {
    /// The pause before another round, in seconds; multiplied by the number of failed rounds.
    private static let restSeconds = 0.1

    let home: CompassHome
    let endpoint: String
    let clock: ProcessClock
    /// The folder for hard links to the attached files, on the file system of the home's data.
    let links: String

    private var attachmentFolder: String { "\(home.dataFolder)/attachments" }

    /// Takes the snapshot. Tries several rounds if a service is busy, starting or stopping.
    func make() throws -> HomeCut {
        guard ServiceName.allCases.contains(where: { RawFile.exists(path(of: $0)) }) else {
            throw BackupRefusal(
                .notFound, "There is nothing to back up in \(home.path)",
                remedy: "Name the home with --home, or start it: \(SystemCommand.start)")
        }
        guard unsafe mkdir(links, 0o700) == 0 else { throw RawFile.refusal(links, errno) }
        // Makes most links before any service waits.
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

    private func path(of service: ServiceName) -> String {
        home.database(of: service.rawValue)
    }

    /// Tries one round. Returns nil if a service resumed its writes too early.
    private func attempt() throws -> HomeCut? {
        let id = BackupID.make(at: clock.now())
        var databases = OpenDatabases()
        // A service that starts now waits for the lock of its file until this round ends.
        defer { for ownership in databases.owned { ownership.release() } }
        // Opening takes time, so it is done before any service waits.
        try open(&databases)
        let snapshots = databases.snapshots
        let holds =
            databases.running.isEmpty
            ? nil
            : try ServiceHolds(
                of: databases.running, id: id, home: home, endpoint: endpoint, clock: clock)
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
            // The services that did wait for the release need not spare any reader.
            _ = try? holds?.release(copying: .zero)
            return nil
        }
        return HomeCut(
            madeAt: madeAt, id: id, pause: pause, attachments: attachments, snapshots: snapshots,
            holds: holds)
    }

    /// The databases of a round.
    private struct OpenDatabases {
        /// The services that have theirs open.
        var running: [ServiceName] = []
        /// The rights to the files of the others.
        var owned: [FileOwnership] = []
        var snapshots: [ServiceName: DatabaseSnapshot] = [:]
    }

    /// Opens all databases.
    ///
    /// - Throws: one refusal for all that are missing or cannot be backed up.
    private func open(_ databases: inout OpenDatabases) throws {
        var refusals: [ServiceName: BackupRefusal] = [:]
        for service in ServiceName.allCases {
            do {
                try open(service, in: &databases)
            } catch let refusal as BackupRefusal {
                refusals[service] = refusal
            }
        }
        guard !refusals.isEmpty else { return }
        // Damage that opening does not show would be found in the copies, after the next attempt.
        for service in ServiceName.allCases where refusals[service] == nil {
            guard !DatabaseFile.damages(at: path(of: service)).isEmpty else { continue }
            refusals[service] = Self.unreadable(service, reason: Self.damaged)
        }
        throw Self.joined(
            ServiceName.allCases.compactMap { service in
                refusals[service].map { (service: service, refusal: $0) }
            })
    }

    private func open(_ service: ServiceName, in databases: inout OpenDatabases) throws {
        let path = path(of: service)
        guard RawFile.exists(path) else {
            throw BackupRefusal(
                .conflict, "The database of \(service.rawValue) is missing in \(home.dataFolder)",
                reason: "A backup without it would look whole.",
                remedy: "Put it back, or start the system once if this version brought it: "
                    + SystemCommand.start)
        }
        do {
            databases.owned.append(try FileOwnership(ofDatabase: path))
            try judge(service)
        } catch let error as StorageError where error.code == .owned {
            databases.running.append(service)
        }
        databases.snapshots[service] = try read(service) { try DatabaseSnapshot(path: path) }
    }

    /// One refusal for all databases, of which each keeps its remedy.
    private static func joined(
        _ refusals: [(service: ServiceName, refusal: BackupRefusal)]
    ) -> BackupRefusal {
        let names = refusals.map { $0.service.rawValue }
        guard refusals.count > 1, let last = names.last else { return refusals[0].refusal }
        let isDamage = refusals.contains { $0.refusal.code == .dataLoss }
        // Remedies end with commands, which a semicolon leaves as they are.
        let reasons = refusals.map { _, refusal in
            ["\(refusal.message).", refusal.reason, refusal.remedy].compactMap(\.self)
                .joined(separator: " ")
        }
        return BackupRefusal(
            isDamage ? .dataLoss : .conflict,
            "The databases of \(names.dropLast().joined(separator: ", ")) and \(last) cannot be "
                + "backed up",
            reason: reasons.joined(separator: "; "))
    }

    /// Throws if a stopped service would refuse its file, for example as older than it was left.
    private func judge(_ service: ServiceName) throws {
        let name = service.rawValue
        var file = DatabaseConfiguration(path: path(of: service), applicationID: nil)
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

    private func read<Value>(_ service: ServiceName, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            let failure = error as? StorageError
            throw Self.unreadable(
                service,
                reason: failure?.code == .wrongFile
                    ? Self.damaged : "\(failure?.message ?? "\(error)").")
        }
    }

    private static let damaged = "The file is damaged."

    private static func unreadable(_ service: ServiceName, reason: String) -> BackupRefusal {
        BackupRefusal(
            .dataLoss, "The database of \(service.rawValue) cannot be read", reason: reason,
            remedy: "Restore the newest backup: compass backup list")
    }

    /// Links every complete attached file that has no link yet, and returns the ids of all linked
    /// files. A file never changes under its id, and its link survives a sweep. Files without a row
    /// are harmless: a sweep removes them after a restore.
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
            // An unfinished upload has another name; after a restore it starts over.
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
