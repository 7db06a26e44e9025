import Contracts
import HTTP
import Imports
import WebPages

/// The rows of a file of a form, read once, with the names of its columns.
final class SpooledRows {
    private let bytes: Bytes
    private var reader: CSVReader
    /// The names of the columns.
    let header: [String]

    private final class Bytes {
        let file: SpooledFile
        var offset = 0
        var fingerprint = Fingerprint()

        init(_ file: SpooledFile) { self.file = file }

        func next() throws -> [UInt8] {
            let chunk = try file.chunk(at: offset)
            offset += chunk.count
            fingerprint.append(chunk)
            return chunk
        }
    }

    /// Reads the header. Throws for a file without a line.
    init(_ file: SpooledFile) throws {
        let bytes = Bytes(file)
        self.bytes = bytes
        reader = CSVReader { try bytes.next() }
        guard let header = try reader.next()?.fields else {
            throw CSVProblem(line: 1, "The file is empty; its first line names the columns")
        }
        self.header = header
    }

    func next() throws -> CSVReader.Row? { try reader.next() }

    /// The fingerprint of the bytes read so far.
    var fingerprint: String { bytes.fingerprint.description }
}

extension Visit {
    /// Does something with the file of the form and its columns. A file that cannot be read becomes
    /// a state of the page. `lines` takes a file of JSON Lines, which has no columns; without it,
    /// every file has them.
    func reading(
        _ files: [SpooledFile], _ kind: ImportKind,
        lines: ((SpooledFile) async throws -> ImportState)? = nil,
        _ body: (SpooledFile, ImportColumns) async throws -> ImportState
    ) async throws -> ImportState {
        var columns: ImportColumns?
        do {
            guard let file = files.first, files.count == 1 else {
                throw ImportProblem("Please choose a file", field: ImportProblem.file)
            }
            guard file.size <= AttachmentLimit.fileBytesMax else {
                throw ImportProblem(
                    AttachmentRefusal.sizeText,
                    reason: "Split it and import the parts one after the other.",
                    field: ImportProblem.file)
            }
            if let lines, try file.holdsJSONLines { return try await lines(file) }
            let found = try ImportColumns(
                header: try SpooledRows(file).header, kind: kind, mapped: assignments)
            columns = found
            return try await body(file, found)
        } catch let problem as ImportProblem {
            return .refused(message: problem.message, reason: problem.reason, columns)
        } catch let problem as CSVProblem {
            return .refused(message: "Line \(problem.line): \(problem.text)", reason: nil, columns)
        }
    }

    /// What the form says about the file's columns.
    private var assignments: [String] {
        (0..<CSVLimit.columnsMax).compactMap { form[ImportPage.assignment($0)] }
    }
}
