import CommandKit
import Contracts
import Foundation
import Imports

/// A file to import: its rows one by one, and the fingerprint of everything read.
final class ImportSource {
    /// The bytes read at once.
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

    /// The most characters of a path in a message.
    private static let shownMax = 200

    private let path: String
    private let kind: ImportKind
    private let bytes: Bytes
    private var reader: CSVReader
    let header: [String]

    /// Opens a file; `-` is standard input. Throws an error that names the file.
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
                ofFile: "\(Self.shown(path)) cannot be read",
                reason: "It does not exist, or you may not read it.")
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

    /// The next row; nil at the end.
    func next() throws -> CSVReader.Row? {
        do {
            return try reader.next()
        } catch { throw Self.refusal(error, path, kind) }
    }

    /// The fingerprint of the bytes read so far.
    var fingerprint: String { bytes.fingerprint.description }

    /// A path shortened for a message; the end identifies the file.
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
    /// The error for a whole file, with a pointer to the help.
    func refusal(ofFile message: String, reason: String? = nil) -> CommandFailure {
        CommandFailure(
            UsageError(
                .badValue, message, reason: reason,
                remedy: "For the file format, see: compass \(command) --help", field: "file"))
    }
}
