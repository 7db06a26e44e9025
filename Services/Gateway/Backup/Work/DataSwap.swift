import CFiles
import Contracts
import Foundation
import Glibc
import ServiceKit

/// Lets a home's data and new ones change places. A kill leaves the old data in place or the new
/// ones, never neither, and the next restore clears up.
///
/// `data.restoring` holds the new data before the exchange and the old ones after it. New data have
/// the id in their `restored.json` that the home's journal `restore.json` names; whatever has
/// another one, or none, is never removed unless it holds nothing.
struct DataSwap {
    /// What the journal and the new data say.
    private struct Mark: Codable, Equatable {
        var id: BackupID
    }

    private static let markBytesMax = 1_024

    let home: CompassHome
    private var id = BackupID(high: 0, low: 0)

    init(home: CompassHome) { self.home = home }

    /// Where the new data are put together.
    var newFolder: String { "\(home.path)/data.restoring" }
    private var journal: String { "\(home.path)/restore.json" }
    private func mark(in folder: String) -> String { "\(folder)/restored.json" }

    // MARK: Before

    /// Finishes or takes back a restore that was killed.
    func settle() throws {
        guard RawFile.exists(newFolder) else {
            _ = unsafe unlink(journal)
            return
        }
        if let begun = Self.read(journal), begun == Self.read(mark(in: newFolder)) {
            try remove(newFolder)
        } else {
            // The exchange was done: what lies here are the data of before.
            _ = try setAside(at: Instant(Date()))
        }
        _ = unsafe unlink(journal)
    }

    /// Makes the place for new data, and says so.
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

    /// Removes new data that will not be used.
    func abandon() {
        try? remove(newFolder)
        _ = unsafe unlink(journal)
    }

    /// Makes sure that the new data outlive the machine.
    func sync() throws {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: newFolder)) ?? [] {
            try RawFile(reading: "\(newFolder)/\(name)").sync()
        }
        try RawFile.syncFolder(newFolder)
    }

    // MARK: The exchange

    /// Puts the new data in place.
    ///
    /// - Returns: where the old ones lie; nil if there were none.
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

    /// Keeps the old data under a name that says what they are; an empty folder goes.
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
