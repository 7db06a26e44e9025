import CSystem
import Contracts
import Foundation
import Glibc
import ServiceKit

/// Exchanges a home's data with restored data in one atomic step. If the process is killed, either
/// the old or the new data are in place, and the next restore cleans up.
///
/// The folder `data.restoring` holds the new data before the exchange and the old data after it.
/// The new data are recognized by their `restored.json`, which has the same id as the home's
/// journal `restore.json`. A folder with another id, or none, is removed only if it holds no
/// database and no attached file.
struct DataSwap {
    /// The content of `restore.json` and `restored.json`.
    private struct Mark: Codable, Equatable {
        var id: BackupID
    }

    private static let markBytesMax = 1_024

    let home: CompassHome
    private var id = BackupID(high: 0, low: 0)

    init(home: CompassHome) { self.home = home }

    /// The folder in which the new data are assembled.
    var newFolder: String { "\(home.path)/data.restoring" }
    private var journal: String { "\(home.path)/restore.json" }
    private func mark(in folder: String) -> String { "\(folder)/restored.json" }

    // MARK: Preparation

    /// Completes or undoes a restore that was killed.
    func settle() throws {
        guard RawFile.exists(newFolder) else {
            _ = unsafe unlink(journal)
            return
        }
        if let begun = Self.read(journal), begun == Self.read(mark(in: newFolder)) {
            try remove(newFolder)
        } else {
            // The exchange is done, so this folder holds the old data.
            _ = try setAside(at: Instant(Date()))
        }
        _ = unsafe unlink(journal)
    }

    /// Writes the journal and creates the folder for the new data.
    mutating func begin() throws {
        id = BackupID(high: .random(in: 1 ... .max), low: .random(in: 1 ... .max))
        let bytes = try JSONCoding.encode(Mark(id: id))
        do {
            try PrivateFile.replace(journal, holding: bytes)
            try CompassHome.makePrivateFolder(newFolder)
            try PrivateFile.replace(mark(in: newFolder), holding: bytes)
        } catch {
            abandon()
            throw BackupRefusal(
                .unavailable, "The home cannot be written", reason: "\(error)",
                remedy: "Free space in \(home.path), then repeat.")
        }
        reach("restore-begun")
    }

    /// Removes the new data and the journal after a failure.
    func abandon() {
        try? remove(newFolder)
        _ = unsafe unlink(journal)
    }

    /// Flushes the new data to the disk.
    func sync() throws {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: newFolder)) ?? [] {
            try RawFile(reading: "\(newFolder)/\(name)").sync()
        }
        try RawFile.syncFolder(newFolder)
    }

    // MARK: Exchange

    /// Exchanges the folders.
    ///
    /// - Returns: the path of the old data; nil if there were none.
    func perform(at now: Instant) throws -> String? {
        reach("restore-ready")
        guard unsafe compass_exchange_names(newFolder, home.dataFolder) == 0 else {
            let code = errno
            abandon()
            throw BackupRefusal(
                .internal, "The data could not be put in place",
                reason: unsafe "\(String(cString: strerror(code))). Nothing was changed.",
                remedy: "Put the home on a local file system.")
        }
        try RawFile.syncFolder(home.path)
        reach("restore-exchanged")
        let place = try setAside(at: now)
        reach("restore-aside")
        _ = unsafe unlink(journal)
        try RawFile.syncFolder(home.path)
        return place
    }

    /// Renames the folder of old data to `data.before-…` and returns its path. Removes a folder
    /// without databases and attached files, and returns nil.
    private func setAside(at now: Instant) throws -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: newFolder)) ?? []
        let attached = try? FileManager.default.contentsOfDirectory(
            atPath: "\(newFolder)/attachments")
        guard names.contains(where: { $0.hasSuffix(".sqlite") }) || attached?.isEmpty == false
        else {
            try remove(newFolder)
            return nil
        }
        let digits = now.text.prefix(19).filter { $0 != "-" && $0 != ":" }
        var place = "\(home.path)/data.before-\(digits)Z"
        var number = 2
        while RawFile.exists(place) {
            place = "\(home.path)/data.before-\(digits)Z-\(number)"
            number += 1
        }
        try RawFile.rename(newFolder, to: place)
        return place
    }

    private func remove(_ folder: String) throws {
        do {
            try FileManager.default.removeItem(atPath: folder)
        } catch {
            throw BackupRefusal(
                .internal, "\(folder) cannot be removed", reason: error.localizedDescription)
        }
    }

    private static func read(_ path: String) -> Mark? {
        guard let bytes = try? PrivateFile.read(path, sizeMax: markBytesMax) else { return nil }
        return try? JSONCoding.decodeDocument(Mark.self, from: bytes)
    }
}
