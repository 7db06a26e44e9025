internal import Foundation
internal import Glibc

/// The files beside a database that record its state.
public struct DatabaseFiles: Sendable {
    let configuration: DatabaseConfiguration

    init(_ configuration: DatabaseConfiguration) { self.configuration = configuration }

    /// The record that reveals a file that is older than its last use (`LifeRecord`).
    var record: String { configuration.path + ".life" }
    /// The file with which a person accepts the database as it is (`Acceptance`); valid once.
    var acceptance: String { configuration.path + ".accepted" }
    /// The file with a line about the last loss that was accepted, for people.
    var loss: String { configuration.path + ".loss" }
    /// The file that states why writes are refused; it exists while they are. The first line is the
    /// reason. The second contains the process and the mark of the file for which the refusal
    /// outlasts a restart. The third has SQLite's words, if there are any.
    var refusal: String { configuration.path + ".refused" }

    /// The file's name, for messages.
    var name: String { (configuration.path as NSString).lastPathComponent }

    /// Whether the database file is missing or empty; a log alone does not count.
    var isMissing: Bool { databaseBytes == 0 }

    /// Whether the database has a write-ahead log with content.
    var hasLog: Bool { Self.size(of: configuration.path + "-wal") > 0 }

    /// Renames a log that belongs to another file, so that SQLite ignores it.
    func putLogAside() {
        _ = unsafe rename(configuration.path + "-wal", configuration.path + "-wal.aside")
        _ = unsafe unlink(configuration.path + "-shm")
    }

    /// The size of the database without its log, in bytes.
    var databaseBytes: Int64 { Self.size(of: configuration.path) }

    /// Whether the acceptance file exists.
    var isAccepted: Bool { isThere(acceptance) }

    private static func size(of path: String) -> Int64 {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// What was accepted; nil without the acceptance file.
    var accepted: Acceptance? {
        guard isAccepted else { return nil }
        let text = try? String(contentsOfFile: acceptance, encoding: .utf8)
        return Acceptance(text ?? "", of: self)
    }

    /// Whether the database was there before, so that it may not be missing or unreadable.
    func isMade(_ entry: LifeRecord.Entry?) -> Bool {
        accepted?.scope == .restored || entry.map(\.isMade) ?? isListed
    }

    /// Whether a file has this path.
    func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// The path of a database that was put aside.
    func aside(_ name: String) -> String { "\(configuration.folder)/\(name)" }

    /// Renames a database that cannot be used, with its log, and removes the shared memory of both.
    /// What has the new name already stays. After a kill the call can be repeated: the log comes
    /// first, so that it is never left beside a new file.
    ///
    /// - Throws: `disk`.
    func putAside(as name: String) throws(StorageError) {
        for ending in ["-wal", ""] {
            let (old, new) = (configuration.path + ending, aside(name) + ending)
            guard isThere(old) else { continue }
            guard !isThere(new), unsafe rename(old, new) == 0 else {
                throw StorageError(
                    code: .disk,
                    message: "\(old) cannot be renamed to \(new); move it away, then start again")
            }
        }
        _ = unsafe unlink(configuration.path + "-shm")
        syncFolder()
    }

    /// Lets an acceptance hold for whatever this start finds, also after a kill in the middle of
    /// it. Best effort: without space for that, the loss must be accepted again after a kill.
    func begin(_ acceptance: Acceptance) {
        replace(self.acceptance, with: "\(acceptance.asideName ?? "")\n")
        syncFolder()
    }

    /// Removes the acceptance file and syncs the folder.
    func removeAcceptance() {
        _ = unsafe unlink(acceptance)
        syncFolder()
    }

    /// Syncs the folder; without this a new name is not durable.
    func syncFolder() {
        let descriptor = unsafe open(configuration.folder, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        _ = close(descriptor)
    }

    // MARK: The home's list

    /// Whether the home's list contains the database.
    var isListed: Bool {
        guard let path = configuration.listPath,
            let text = try? String(contentsOfFile: path, encoding: .utf8)
        else { return false }
        return text.split(separator: "\n").contains { $0 == name }
    }

    /// Adds the database to the home's list in a single write, because services start concurrently.
    ///
    /// - Throws: `disk`.
    func list() throws(StorageError) {
        guard let path = configuration.listPath, !isListed else { return }
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW
        let descriptor = unsafe open(path, flags, 0o600)
        let line = Array("\(name)\n".utf8)
        defer { if descriptor >= 0 { _ = close(descriptor) } }
        guard descriptor >= 0,
            unsafe line.withUnsafeBytes({ unsafe write(descriptor, $0.baseAddress, $0.count) })
                == line.count, fsync(descriptor) == 0
        else {
            let reason = unsafe String(cString: strerror(errno))
            throw StorageError(
                code: .disk, message: "write \(path): \(reason); check the disk and the rights")
        }
    }

    // MARK: Refusals and losses

    /// Records why writes are refused; with a mark, for later starts too. Best effort: if the disk
    /// is full, the reason is still in the log.
    func refuse(_ error: StorageError, mark: FileState.Mark?) {
        let words = mark.map(\.description) ?? "-"
        let detail = error.detail.map { "\($0)\n" } ?? ""
        replace(refusal, with: "\(error.message)\nmark=\(words) pid=\(getpid())\n\(detail)")
    }

    /// Records what became of a loss that was accepted. Best effort, as a refusal.
    func noteLoss(_ words: String) { replace(loss, with: "\(words)\n") }

    private func replace(_ path: String, with text: String) {
        let draft = path + ".new"
        guard
            FileManager.default.createFile(
                atPath: draft, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { return }
        _ = unsafe rename(draft, path)
    }

    /// Returns the recorded refusal of the file with this mark; nil if there is none.
    func earlierRefusal(of mark: FileState.Mark) -> StorageError? {
        guard let text = try? String(contentsOfFile: refusal, encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n")
        guard lines.count >= 2, lines[1].hasPrefix("mark=\(mark) ") else { return nil }
        return StorageError(
            code: .untrusted, message: String(lines[0]),
            detail: lines.count > 2 ? String(lines[2]) : nil)
    }

    func forgetRefusal() { _ = unsafe unlink(refusal) }
}
