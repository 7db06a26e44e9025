internal import Foundation
internal import Glibc

/// The files that stand beside a database and say what is to be thought of it.
public struct DatabaseFiles: Sendable {
    let configuration: DatabaseConfiguration

    init(_ configuration: DatabaseConfiguration) { self.configuration = configuration }

    /// The record by which a file is known that went back (`LifeRecord`).
    var record: String { configuration.path + ".life" }
    /// Made by somebody who goes on with the file as it is; gone when that is done.
    var acceptance: String { configuration.path + ".accepted" }
    /// Why nothing is written, as long as that is so. The first line says it; the second has the
    /// mark of the file for which it holds also after the next start, and the process.
    var refusal: String { configuration.path + ".refused" }

    /// The file's name, for people.
    var name: String { (configuration.path as NSString).lastPathComponent }

    /// Whether the database has no bytes; a log alone is none.
    var isMissing: Bool { databaseBytes == 0 }

    /// Whether a log is there that is to be moved into the file.
    var hasLog: Bool { Self.size(of: configuration.path + "-wal") > 0 }

    /// Puts a log aside that belongs to another file, under a name that SQLite does not look at.
    func putLogAside() {
        _ = unsafe rename(configuration.path + "-wal", configuration.path + "-wal.aside")
        _ = unsafe unlink(configuration.path + "-shm")
    }

    /// Bytes of the database without its log.
    var databaseBytes: Int64 { Self.size(of: configuration.path) }

    /// Whether somebody goes on with the file as it is.
    var isAccepted: Bool { unsafe access(acceptance, F_OK) == 0 }

    private static func size(of path: String) -> Int64 {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// The acceptance is used up; that is synced.
    func removeAcceptance() {
        _ = unsafe unlink(acceptance)
        syncFolder()
    }

    /// A new name is durable only when its folder is synced too.
    func syncFolder() {
        let descriptor = unsafe open(configuration.folder, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        _ = close(descriptor)
    }

    // MARK: The home's list

    /// Whether the home once had the database.
    var isListed: Bool {
        guard let path = configuration.listPath,
            let text = try? String(contentsOfFile: path, encoding: .utf8)
        else { return false }
        return text.split(separator: "\n").contains { $0 == name }
    }

    /// Adds the database to the home's list. One write each: services start side by side.
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

    // MARK: Refusals

    /// Says why nothing is written; for the next start too if the mark is given. Best effort: on a
    /// disk without room the log still says it.
    func refuse(_ error: StorageError, mark: FileState.Mark?) {
        let words = mark.map(\.description) ?? "-"
        let text = "\(error.message)\nmark=\(words) pid=\(getpid())\n"
        let draft = refusal + ".new"
        guard
            FileManager.default.createFile(
                atPath: draft, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { return }
        _ = unsafe rename(draft, refusal)
    }

    /// Why nothing was written to the file with this mark before.
    func earlierRefusal(of mark: FileState.Mark) -> StorageError? {
        guard let text = try? String(contentsOfFile: refusal, encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n")
        guard lines.count == 2, lines[1].hasPrefix("mark=\(mark) ") else { return nil }
        return StorageError(code: .untrusted, message: String(lines[0]))
    }

    func forgetRefusal() { _ = unsafe unlink(refusal) }
}
