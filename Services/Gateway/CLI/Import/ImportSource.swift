import CommandKit
import Contracts
import Foundation

/// A file that is imported: its rows one by one, and the fingerprint of all that was read.
final class ImportSource {
    /// Bytes that are read at once.
    static let chunkBytes = 65_536

    private final class Bytes {
        let handle: FileHandle
        var fingerprint = Fingerprint()

        init(_ handle: FileHandle) { self.handle = handle }

        func read() throws -> [UInt8] {
            let chunk = [UInt8](try handle.read(upToCount: ImportSource.chunkBytes) ?? Data())
            fingerprint.append(chunk)
            return chunk
        }
    }

    /// Characters of a path that a message shows.
    private static let shownMax = 200

    private let path: String
    private let kind: ImportKind
    private let bytes: Bytes
    private var reader: CSVReader
    /// The first row.
    let header: [String]

    /// Opens a file; `-` is the standard input. Throws a refusal that names the file.
    init(path: String, kind: ImportKind) throws {
        self.path = path
        self.kind = kind
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        if attributes?[.type] as? FileAttributeType == .typeDirectory {
            throw kind.refusal(
                ofFile: "\(Self.shown(path)) cannot be read", reason: "It is a folder.")
        }
        guard let handle = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path) else {
            throw kind.refusal(
                ofFile: "\(Self.shown(path)) cannot be read", reason: "No such file, or not yours.")
        }
        let bytes = Bytes(handle)
        self.bytes = bytes
        reader = CSVReader { try bytes.read() }
        do {
            header = try reader.next()?.fields ?? []
        } catch { throw Self.refusal(error, path, kind) }
        guard !header.isEmpty else {
            throw kind.refusal(
                ofFile: "\(Self.shown(path)) is empty", reason: "The first line names the columns.")
        }
    }

    /// The next row; `nil` at the end.
    func next() throws -> CSVReader.Row? {
        do {
            return try reader.next()
        } catch { throw Self.refusal(error, path, kind) }
    }

    /// Stands for what was read so far.
    var fingerprint: String { bytes.fingerprint.description }

    /// The path as a message shows it: the end says which file it is.
    static func shown(_ path: String) -> String {
        path.utf8.count > shownMax ? "…" + path.suffix(shownMax) : path
    }

    private static func refusal(
        _ error: any Error, _ path: String, _ kind: ImportKind
    ) -> CommandFailure {
        guard let problem = error as? CSVProblem else {
            return kind.refusal(
                ofFile: "\(Self.shown(path)) cannot be read",
                reason: "\(error.localizedDescription)")
        }
        return kind.refusal(ofFile: "\(shown(path)), line \(problem.line): \(problem.text)")
    }
}

extension ImportKind {
    /// The refusal of a whole file, with where to look.
    func refusal(ofFile message: String, reason: String? = nil) -> CommandFailure {
        CommandFailure(
            UsageError(
                .badValue, message, reason: reason,
                remedy: "What a file may hold: compass \(command) --help", field: "file"))
    }
}
