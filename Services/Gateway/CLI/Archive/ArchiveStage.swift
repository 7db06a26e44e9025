import CommandKit
import Contracts
import Foundation
import Glibc
import Imports
import Synchronization

/// A folder for the files of an archive, readable by its owner only. It is removed at the end, also
/// of a run that fails or is interrupted.
final class ArchiveStage {
    /// The number of the signal that interrupted the run; 0 before.
    private static let interruption = Atomic<Int32>(0)
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    let path: String

    /// Creates the folder in an existing one.
    init(in folder: String) throws {
        let mark = Hexadecimal.text(UInt64.random(in: .min ... .max))
        path = "\(folder)/.compass-\(mark).parts"
        guard unsafe mkdir(path, 0o700) == 0 else {
            throw Self.unusable(folder, LocalBytes.Failure(code: errno))
        }
        Self.interruption.store(0, ordering: .relaxed)
        for number in Self.signals {
            _ = signal(number) { ArchiveStage.interruption.store($0, ordering: .relaxed) }
        }
    }

    deinit { remove() }

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
        lines = writer.line(columns)
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
