import CommandKit
import Contracts
import Foundation
import Glibc
import Imports
import Synchronization

/// A folder for the files of an archive, readable by its owner only. It is removed at the end, also
/// of a run that fails or is interrupted; that of a killed run is removed by the next one.
final class ArchiveStage {
    /// The number of the signal that interrupted the run; 0 before.
    private static let interruption = Atomic<Int32>(0)
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    private static let prefix = ".compass-"
    private static let suffix = ".parts"
    /// The number of random hexadecimal digits between the two.
    private static let markDigits = 16
    /// The file that is locked while the folder is in use.
    private static let lockName = ".lock"
    /// After how many seconds a folder without that file has been left behind.
    private static let unlockedSecondsMax = 86_400

    let path: String
    /// Nil where files cannot be locked.
    private let lock: Int32?

    /// Creates the folder in an existing one, and removes those that killed runs left there.
    init(in folder: String) throws {
        Self.removeLeftovers(in: folder)
        let mark = Hexadecimal.text(UInt64.random(in: .min ... .max))
        path = "\(folder)/\(Self.prefix)\(mark)\(Self.suffix)"
        guard unsafe mkdir(path, 0o700) == 0 else {
            throw Self.unusable(folder, LocalBytes.Failure(code: errno))
        }
        lock = Self.locked(path)
        Self.interruption.store(0, ordering: .relaxed)
        for number in Self.signals {
            _ = signal(number) { ArchiveStage.interruption.store($0, ordering: .relaxed) }
        }
    }

    deinit {
        remove()
        if let lock { close(lock) }
    }

    /// Creates the file of the lock. It gets its name when it is locked, so that nobody finds it
    /// with a free lock before.
    private static func locked(_ folder: String) -> Int32? {
        let (new, name) = ("\(folder)/\(lockName).new", "\(folder)/\(lockName)")
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe open(new, flags, 0o600)
        guard descriptor >= 0 else { return nil }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, unsafe rename(new, name) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// Removes this user's folders whose locks are free. One without a lock may be in use by an
    /// earlier version of this program, or just being made, and goes a day later.
    private static func removeLeftovers(in parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where isName(name) {
            let folder = "\(parent)/\(name)"
            var status = stat()
            guard unsafe lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
                status.st_uid == geteuid()
            else { continue }
            let lock = unsafe open("\(folder)/\(lockName)", O_RDWR | O_NOFOLLOW | O_CLOEXEC)
            if lock >= 0 {
                defer { close(lock) }
                guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { continue }
            } else {
                guard errno == ENOENT, isOld(status) else { continue }
            }
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    private static func isName(_ name: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
        let mark = name.dropFirst(prefix.count).dropLast(suffix.count)
        return mark.count == markDigits && mark.allSatisfy(\.isHexDigit)
    }

    private static func isOld(_ status: stat) -> Bool {
        let modified = Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec))
        return -modified.timeIntervalSinceNow > TimeInterval(unlockedSecondsMax)
    }

    /// Removes the folder with everything in it.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
        for number in Self.signals { _ = signal(number, SIG_DFL) }
    }

    /// Creates the folder of the attached files.
    func makeFolder(_ name: String) throws {
        guard unsafe mkdir("\(path)/\(name)", 0o700) == 0 else {
            throw Self.unusable(path, LocalBytes.Failure(code: errno))
        }
    }

    /// Throws if somebody pressed Ctrl-C or ended the program otherwise.
    static func checkInterruption() throws {
        guard interruption.load(ordering: .relaxed) != 0 else { return }
        var failure = CommandFailure(.unavailable, "Interrupted", reason: nil, remedy: nil)
        failure.exitCode = .interrupted
        throw failure
    }

    static func unusable(_ path: String, _ why: LocalBytes.Failure) -> CommandFailure {
        CommandFailure(
            .internal, "\(QuotedText.path(path)) cannot be written to", reason: "\(why).",
            remedy: "Choose a folder that you may write to, on a disk with space.")
    }
}

/// A table of an archive while it is written, in both forms.
final class ArchiveTableFile {
    /// The bytes that are collected before they are written.
    private static let bufferBytes = 65_536

    private let csv: LocalBytes
    private let json: LocalBytes
    private let folder: String
    private let writer: CSVWriter
    private var lines = ""
    private var objects: [UInt8] = []
    /// The number of rows.
    private(set) var count = 0

    init(
        _ table: ArchiveTable, columns: [String], in stage: ArchiveStage, _ writer: CSVWriter
    ) throws {
        folder = stage.path
        self.writer = writer
        do {
            csv = try LocalBytes(path: "\(stage.path)/\(table.csvName)")
            json = try LocalBytes(path: "\(stage.path)/\(table.jsonName)")
        } catch { throw ArchiveStage.unusable(stage.path, error) }
        lines = TableFile.byteOrderMark + writer.line(columns)
    }

    /// Adds a row, as values and as the JSON of a service.
    func add(_ values: [String], _ object: [UInt8]) throws {
        lines += writer.line(values)
        objects += object
        objects.append(UInt8(ascii: "\n"))
        count += 1
        if lines.utf8.count + objects.count > Self.bufferBytes { try flush() }
    }

    /// Writes what is still to be written.
    func flush() throws {
        do {
            try csv.append(Array(lines.utf8))
            try json.append(objects)
        } catch { throw ArchiveStage.unusable(folder, error) }
        (lines, objects) = ("", [])
    }
}
