import Contracts
import Foundation
import Glibc
import ServiceKit
import Sodium
import Storage

/// Makes a backup: takes a cut, writes the archive under a hidden name, verifies it, and only then
/// gives it its final name.
struct Creation {
    let home: CompassHome
    let endpoint: String
    let clock: ProcessClock
    let passphrase: SecretBytes?
    let keyCost: PasswordHash.Cost
    /// The target folder or file; the home's folder of backups if nil.
    let to: String?
    /// How many backups to keep in the folder; all if nil.
    let keep: Int?

    func run() throws -> BackupCreated {
        let began = ContinuousClock.now
        try checkPassphrase()
        guard RawFile.exists(home.dataFolder) else {
            throw BackupRefusal(
                .notFound, "There is nothing to back up in \(home.path)",
                remedy: "Name the home with --home, or start it: \(SystemCommand.start)")
        }
        let lock = try HomeLock(home)
        defer { withExtendedLifetime(lock) {} }
        let place = try BackupTarget(to, in: home, keep: keep)
        try checkRoom(for: place.folder)
        try place.makeFolder()
        let work = try WorkFolder(in: home.dataFolder)
        defer { withExtendedLifetime(work) {} }
        let cut = try CutMaker(
            home: home, endpoint: endpoint, clock: clock, links: "\(work.path)/attachments"
        ).make()
        reach("backup-cut")
        let name =
            place.name
            ?? BackupFolder(place.folder).freeName(
                for: cut.madeAt, isEncrypted: passphrase != nil)
        let path = "\(place.folder)/\(name)"
        let draft = try Draft(in: place.folder, name: name)
        try write(cut, to: draft.file, workingIn: work)
        cut.end()
        reach("backup-written")
        let verified = try Verification(path: draft.path, passphrase: passphrase)
            .run(workingIn: home.dataFolder)
        guard verified.problems.isEmpty else {
            let problems = verified.problems.joined(separator: "; ")
            throw BackupRefusal(
                .dataLoss, "What was copied is not in order: no backup was made",
                reason: "\(problems). Older backups are as they were.",
                remedy: "Restore the last good backup, or put back each file that is named; if the "
                    + "home is in order, check the disk of \(place.folder).")
        }
        reach("backup-verified")
        try draft.publish(as: path)
        reach("backup-renamed")
        let removed = try removeOlder(in: place.folder, besides: name)
        var file = verified.backup
        file.path = path
        return BackupCreated(
            backup: file, databases: verified.databases, attachments: verified.attachments,
            pauseMilliseconds: Int(cut.pause.wholeMilliseconds),
            durationMilliseconds: Int((ContinuousClock.now - began).wholeMilliseconds),
            removed: removed)
    }

    /// Throws unless there is room for the backup in its folder and, in the home, for a copy of the
    /// largest database: databases are copied one at a time.
    private func checkRoom(for folder: String) throws {
        let databases = ServiceName.allCases.map { service in
            ["", "-wal"].reduce(Int64(0)) {
                $0 + Room.bytes(of: home.database(of: service.rawValue) + $1)
            }
        }
        let copy = databases.max() ?? 0
        let whole = databases.reduce(Room.bytes(inFolder: "\(home.dataFolder)/attachments"), +)
        let isShared = Room.isShared(folder, home.dataFolder)
        try Room.require(whole + (isShared ? copy : 0), at: folder)
        if !isShared { try Room.require(copy, at: home.dataFolder) }
    }

    private func checkPassphrase() throws {
        guard let passphrase else { return }
        let text = String(decoding: passphrase.unsafeCopy(), as: UTF8.self)
        guard text.count >= BackupLimit.passphraseCharactersMin,
            passphrase.count <= BackupLimit.passphraseBytesMax
        else {
            throw BackupRefusal(
                .validationFailed,
                "A passphrase has \(BackupLimit.passphraseCharactersMin) characters or more, and "
                    + "\(BackupLimit.passphraseBytesMax) bytes at most",
                remedy: "Take several words that nobody would guess.")
        }
    }

    private func write(_ cut: HomeCut, to file: RawFile, workingIn work: WorkFolder) throws {
        let sink: any ByteSink =
            if let passphrase {
                try SealedSink(file, passphrase: passphrase, cost: keyCost, madeAt: cut.madeAt)
            } else {
                PlainSink(file)
            }
        let tar = TarWriter(sink)
        let modified = cut.madeAt.milliseconds / 1_000
        let description = BackupDescription(
            format: BackupDescription.formatOfNow, backupID: cut.id, madeAt: cut.madeAt,
            services: cut.services.map(\.rawValue))
        try tar.add(
            BackupEntry.description.name, try JSONCoding.encode(description), modified: modified)
        for service in cut.services {
            let copy = "\(work.path)/\(service.rawValue).sqlite"
            try cut.copy(service, to: copy)
            reach("backup-copied")
            try tar.add(BackupEntry.database(service).name, try RawFile(reading: copy))
            _ = unsafe unlink(copy)
        }
        for id in cut.attachments {
            try tar.add(
                BackupEntry.attachment(id).name,
                try RawFile(reading: "\(work.path)/attachments/\(id.text)"))
        }
        try tar.finish(modified: modified)
    }

    /// Removes the oldest backups beyond the number to keep, and returns their paths.
    private func removeOlder(in folder: String, besides name: String) throws -> [String] {
        guard let keep else { return [] }
        var removed: [String] = []
        for old in try BackupFolder(folder).names().dropFirst(keep) where old != name {
            let path = "\(folder)/\(old)"
            guard unsafe unlink(path) == 0 else { throw RawFile.refusal(path, errno) }
            removed.append(path)
        }
        return removed
    }
}

/// Marks a point at which tests may kill the process. Does nothing in release builds.
func reach(_ point: String) {
    #if DEBUG
        TestHooks.reach(point)
    #endif
}
