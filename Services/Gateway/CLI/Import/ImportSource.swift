import CommandKit
import Contracts
import Foundation
import Imports

/// A file to import: its rows one by one, and the fingerprint of everything read. It has
/// comma-separated values, is an address book, or a workbook, whose sheet `compass-sheet` turns
/// into comma-separated values.
final class ImportSource {
    /// The bytes read at once.
    static let chunkBytes = 65_536

    private final class Bytes {
        private let handle: FileHandle
        /// Bytes that were read ahead.
        private var ahead: [UInt8]?
        private var isWhole = false
        var fingerprint = Fingerprint()

        init(_ handle: FileHandle) { self.handle = handle }

        func read() throws -> [UInt8] {
            let chunk = try next()
            fingerprint.append(chunk)
            return chunk
        }

        private func next() throws -> [UInt8] {
            if let ahead {
                self.ahead = nil
                return ahead
            }
            return isWhole ? [] : try more(ImportSource.chunkBytes)
        }

        private func more(_ count: Int) throws -> [UInt8] {
            [UInt8](try handle.read(upToCount: count) ?? Data())
        }

        /// The first bytes, which `read` returns as well.
        func start() throws -> [UInt8] {
            let start = try ahead ?? more(ImportSource.chunkBytes)
            ahead = start
            return start
        }

        /// All bytes, with one beyond the limit of a workbook if there are so many.
        func workbook() throws -> [UInt8] {
            var bytes = try start()
            while bytes.count <= WorkbookProgram.fileBytesMax {
                let chunk = try more(ImportSource.chunkBytes)
                if chunk.isEmpty { break }
                bytes += chunk
            }
            return bytes
        }

        /// Has these bytes read instead of the file's.
        func replace(_ bytes: [UInt8]) { (ahead, isWhole) = (bytes, true) }
    }

    /// The most characters of a path in a message.
    private static let shownMax = 200

    private let path: String
    private let kind: ImportKind
    private let bytes: Bytes
    private var reader: TableReader
    /// What is told about the file when its rows are read.
    private var note: ((String) -> Void)?
    /// The sheet that is read, if the file is a workbook.
    let sheet: ReadSheet?

    /// The names of the columns.
    var header: [String] { reader.header }

    /// Opens the file and the sheet that a command names, and says which sheet is read if there
    /// are several.
    ///
    /// - Parameter tells: Whether a person is told how the file is read.
    convenience init(_ run: CommandRun, kind: ImportKind, tells: Bool = true) throws {
        let given = run.invocation
        try self.init(
            path: run.argument(0), kind: kind, sheet: given.text("sheet"),
            .init(
                headerRow: given.text("header-row").flatMap { Int($0) },
                mapped: given.texts("map")),
            environment: run.environment)
        guard tells else { return }
        note = { run.note(VisibleText.line($0)) }
        guard let sheet, !sheet.others.isEmpty, given.text("sheet") == nil else { return }
        run.note(
            VisibleText.line(
                "Reading the \(sheet.schools == nil ? "sheet" : "sheets") \"\(sheet.name)\"; "
                    + "--sheet NAME reads another: \(ImportColumns.listed(sheet.others))"))
    }

    /// Opens a file; `-` is standard input. Throws an error that names the file.
    ///
    /// - Parameter sheet: The sheet of a workbook; nil for the first that has the columns.
    init(
        path: String, kind: ImportKind, sheet: String? = nil,
        _ choices: TableReader.Choices = .init(), environment: [String: String] = [:]
    ) throws {
        self.path = path
        self.kind = kind
        let bytes = Bytes(try Self.open(path, kind))
        self.bytes = bytes
        let read = try Self.readSheet(bytes, path, kind, sheet, choices, environment)
        self.sheet = read
        do {
            reader = try TableReader(kind, choices, sheet: read) { try bytes.read() }
        } catch { throw Self.refusal(error, path, kind) }
    }

    /// Opens a file; `-` is standard input.
    static func open(_ path: String, _ kind: ImportKind) throws -> FileHandle {
        func refusal(_ reason: String) -> CommandFailure {
            kind.refusal(ofFile: "\(shown(path)) cannot be read", reason: reason)
        }
        if path == "-" { return .standardInput }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        if attributes?[.type] as? FileAttributeType == .typeDirectory {
            throw refusal("It is a folder.")
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw refusal("It does not exist, or you may not read it.")
        }
        return handle
    }

    /// The columns, as the names in the header and the command's flags assign them to fields.
    func columns(_ run: CommandRun) throws(ImportProblem) -> ImportColumns {
        try columns(
            mapped: run.invocation.texts("map"), values: run.invocation.texts("map-value"))
    }

    /// The columns, as the names in the header and a person assign them to fields.
    func columns(mapped: [String], values: [String]) throws(ImportProblem) -> ImportColumns {
        try reader.columns(mapped: mapped, values: values)
    }

    /// The same if no required column is missing.
    func allColumns(_ run: CommandRun) throws -> ImportColumns {
        do throws(ImportProblem) {
            let columns = try columns(run)
            try columns.requireAll()
            return columns
        } catch { throw CommandFailure(error, kind) }
    }

    /// Has the sheet read if the file is a workbook.
    private static func readSheet(
        _ bytes: Bytes, _ path: String, _ kind: ImportKind, _ name: String?,
        _ choices: TableReader.Choices, _ environment: [String: String]
    ) throws -> ReadSheet? {
        let start: [UInt8]
        do {
            start = try bytes.start()
        } catch { throw refusal(error, path, kind) }
        guard WorkbookProgram.isWorkbook(start) else {
            if let problem = TableFile.problem(start) { throw CommandFailure(problem, kind) }
            guard name == nil else {
                throw kind.refusal(
                    ofFile: "\(shown(path)) has no sheets",
                    reason: "--sheet needs a workbook (.xlsx).")
            }
            return nil
        }
        do throws(ImportProblem) {
            let table = try WorkbookProgram.table(
                of: try readWorkbook(bytes), sheet: name, kind, choices, environment: environment)
            bytes.replace(table.csv)
            return table.sheet
        } catch { throw CommandFailure(error, kind) }
    }

    private static func readWorkbook(_ bytes: Bytes) throws(ImportProblem) -> [UInt8] {
        do {
            return try bytes.workbook()
        } catch {
            throw ImportProblem(
                "The workbook cannot be read to its end", reason: "\(error.localizedDescription)",
                field: ImportProblem.file)
        }
    }

    /// The next row; nil at the end, when a person is told how the file was read.
    func next() throws -> CSVReader.Row? {
        do {
            if let row = try reader.next() { return row }
        } catch { throw Self.refusal(error, path, kind) }
        if let note { reader.notes.forEach(note) }
        note = nil
        return nil
    }

    /// The rows without a record that were passed over so far.
    var skippedRowCount: Int { reader.skippedRowCount }

    /// The encoding of the file, as far as it was read.
    var encoding: TextEncoding { reader.encoding }

    /// The fingerprint of the bytes read so far.
    var fingerprint: String { bytes.fingerprint.description }

    /// A path shortened for a message; the end identifies the file.
    static func shown(_ path: String) -> String {
        path.utf8.count > shownMax ? "…" + path.suffix(shownMax) : path
    }

    private static func refusal(
        _ error: any Error, _ path: String, _ kind: ImportKind
    ) -> CommandFailure {
        if let problem = error as? ImportProblem {
            return CommandFailure(problem, kind)
        }
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
