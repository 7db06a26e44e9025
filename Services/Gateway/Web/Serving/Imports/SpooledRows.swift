import Contracts
import Foundation
import HTTP
import Imports
import WebPages

/// A table of a form: a file of comma-separated values, or a sheet of a workbook.
struct UploadedTable: Sendable {
    private enum Content {
        case file(SpooledFile)
        case csv([UInt8])
    }

    /// The name as the browser says it.
    let name: String
    /// The sheet that was read; nil for a file of comma-separated values.
    let sheet: ReadSheet?
    private let content: Content
    /// How a person said to read the table.
    fileprivate let choices: TableReader.Choices
    /// What the form says about the columns and words of the table.
    fileprivate var mapped: [String] = []
    fileprivate var words: [String]?

    /// The fingerprint of the file whose rows a page carries; nil for others.
    let fingerprint: String?

    /// Where the rows down to the header are.
    fileprivate enum Top {
        case inTable
        case carried([CSVReader.Row])
        case unknown
    }

    fileprivate var top = Top.inTable
    /// Whether a person has chosen the row that names the columns.
    fileprivate var isHeaderChosen = false

    /// Takes comma-separated values that a page carries.
    init(_ name: String, csv: String, fingerprint: String?) {
        self.name = name
        self.fingerprint = fingerprint
        sheet = nil
        content = .csv(Array(csv.utf8))
        // What was found out about the file's header is done already.
        choices = .init(headerRow: 1)
        top = .unknown
    }

    /// Takes the rows that a page carries, of which another one names the columns.
    fileprivate init(_ name: String, csv: String, fingerprint: String?, headerRow: Int) {
        self.name = name
        self.fingerprint = fingerprint
        sheet = nil
        content = .csv(Array(csv.utf8))
        choices = .init(headerRow: headerRow)
        isHeaderChosen = true
    }

    /// Reads the sheet if the file is a workbook; without a name, the first one that has the
    /// columns of the kind.
    init(
        _ file: SpooledFile, sheet: String?, _ kind: ImportKind, _ choices: TableReader.Choices,
        _ queue: WorkbookQueue, for reader: UserID
    ) async throws {
        name = file.name
        fingerprint = nil
        self.choices = choices
        isHeaderChosen = choices.headerRow != nil
        let start = try file.chunk(at: 0)
        if let problem = TableFile.problem(start) { throw problem }
        guard WorkbookProgram.isWorkbook(start) else {
            self.sheet = nil
            content = .file(file)
            return
        }
        let table = try await queue.run(for: reader) {
            var bytes: [UInt8] = []
            while bytes.count < file.size { bytes += try file.chunk(at: bytes.count) }
            return bytes
        } _: {
            try WorkbookProgram.table(
                of: $0, sheet: sheet, kind, choices,
                environment: ProcessInfo.processInfo.environment)
        }
        self.sheet = table.sheet
        content = .csv(table.csv)
    }

    /// The bytes from an offset; none at the end.
    fileprivate func chunk(at offset: Int) throws -> [UInt8] {
        switch content {
        case .file(let file): try file.chunk(at: offset)
        case .csv(let bytes): offset == 0 ? bytes : []
        }
    }
}

/// The rows of a table of a form, read once, with the names of its columns.
final class SpooledRows {
    private let bytes: Bytes
    private var reader: TableReader
    /// The names of the columns.
    var header: [String] { reader.header }
    /// The first rows below the header.
    private var below: [CSVReader.Row] = []

    private final class Bytes {
        let table: UploadedTable
        var offset = 0
        var fingerprint = Fingerprint()

        init(_ table: UploadedTable) { self.table = table }

        func next() throws -> [UInt8] {
            let chunk = try table.chunk(at: offset)
            offset += chunk.count
            fingerprint.append(chunk)
            return chunk
        }
    }

    /// Reads the header. Throws for a table without a line.
    init(_ table: UploadedTable, _ kind: ImportKind) throws {
        let bytes = Bytes(table)
        self.bytes = bytes
        reader = try TableReader(kind, table.choices, sheet: table.sheet) { try bytes.next() }
        if let words = table.words {
            _ = try reader.columns(mapped: table.mapped, values: words)
        }
    }

    /// The next row that may be a record; nil at the end.
    func next() throws -> CSVReader.Row? {
        let row = try reader.next()
        if let row, below.count < HeaderChoice.belowMax { below.append(row) }
        return row
    }

    /// The choice of the row that names the columns, when the first rows were read; nil for a table
    /// whose columns are made here.
    var headerChoice: HeaderChoice? {
        guard reader.namesItsColumns else { return nil }
        let isChosen = bytes.table.isHeaderChosen
        switch bytes.table.top {
        case .inTable: return HeaderChoice(reader.top, below, isChosen: isChosen)
        case .carried(let top): return HeaderChoice(top, below, isChosen: isChosen)
        case .unknown: return nil
        }
    }

    /// The same before any row was read.
    func firstHeaderChoice() throws -> HeaderChoice? {
        while below.count < HeaderChoice.belowMax, try next() != nil {}
        return headerChoice
    }

    /// The columns, as the table's header and form assign them.
    func columns(_ mapped: [String], _ words: [String]) throws -> ImportColumns {
        try reader.columns(mapped: mapped, values: words)
    }

    /// The rows without a record that were passed over so far.
    var skippedRowCount: Int { reader.skippedRowCount }

    /// The encoding of the table, as far as it was read.
    var encoding: TextEncoding { reader.encoding }

    /// What a person should know about how the table was read so far.
    var notes: [String] { reader.notes }

    /// The fingerprint of the bytes read so far.
    var fingerprint: String { bytes.fingerprint.description }
}

extension Visit {
    /// Does something with the file of the form and its columns, or with rows that were kept. A
    /// file that cannot be read becomes a state of the page. `lines` takes a file of JSON Lines,
    /// which has no columns; without it, every file has them.
    func reading(
        _ files: [SpooledFile], _ kind: ImportKind, kept: ShowKeptImport.Response? = nil,
        lines: ((SpooledFile) async throws -> ImportState)? = nil,
        _ body: (UploadedTable, ImportColumns) async throws -> ImportState
    ) async throws -> ImportState {
        var columns: ImportColumns?
        var header: HeaderChoice?
        do {
            if let lines, let file = files.first, try file.holdsJSONLines {
                return try await lines(try Self.only(of: files))
            }
            var table: UploadedTable
            var (mapped, words) = (assignments, words)
            if let kept {
                let said = KeptAnswers(kept.answers)
                (mapped, words) = (said.mapped, said.words)
                table = UploadedTable(kept.keptImport.name, csv: kept.rows, fingerprint: nil)
            } else {
                table = try await self.table(of: files, kind)
            }
            let start = try SpooledRows(table, kind)
            header = try start.firstHeaderChoice()
            let found = try start.columns(mapped, words)
            (table.mapped, table.words) = (mapped, words)
            columns = found
            return try await body(table, found)
        } catch let problem as ImportProblem {
            return .refused(
                message: problem.message(for: kind), reason: problem.reason, columns,
                header: header)
        } catch let problem as CSVProblem {
            return .refused(message: "Line \(problem.line): \(problem.text)", reason: nil, columns)
        }
    }

    /// What a person should know about how the table was read. Rows that a page carries have lost
    /// it, and bring it along.
    func notes(_ rows: SpooledRows) -> [String] {
        form[ImportPage.rowsField] == nil || newHeaderRow != nil
            ? rows.notes : form.values(ImportPage.noteField)
    }

    /// The one file of the form.
    private static func only(of files: [SpooledFile]) throws(ImportProblem) -> SpooledFile {
        guard let file = files.first, files.count == 1 else {
            throw ImportProblem("Please choose a file", field: ImportProblem.file)
        }
        guard file.size <= AttachmentLimit.fileBytesMax else {
            throw ImportProblem(
                AttachmentRefusal.sizeText,
                reason: "Split it and import the parts one after the other.",
                field: ImportProblem.file)
        }
        return file
    }

    /// The table of the form: its file, or the rows that the page carries.
    private func table(
        of files: [SpooledFile], _ kind: ImportKind
    ) async throws -> UploadedTable {
        if files.isEmpty, let rows = form[ImportPage.rowsField] {
            return try carriedTable(rows)
        }
        return try await UploadedTable(
            try Self.only(of: files), sheet: chosenSheet, kind,
            .init(
                headerRow: newHeaderRow
                    ?? form[ImportPage.chosenHeaderField].flatMap { Int($0.trimmed) },
                mapped: assignments), site.workbooks, for: statement.user.id)
    }

    /// The rows that the page carries; with another header, they are read anew from there.
    private func carriedTable(_ rows: String) throws -> UploadedTable {
        let name = form[ImportPage.nameField] ?? ""
        let fingerprint = form[ImportPage.fingerprintField]
        guard let top = form[ImportPage.topField] else {
            return UploadedTable(name, csv: rows, fingerprint: fingerprint)
        }
        if let line = newHeaderRow, let whole = try HeaderChoice.table(top, rows) {
            return UploadedTable(name, csv: whole, fingerprint: fingerprint, headerRow: line)
        }
        var table = UploadedTable(name, csv: rows, fingerprint: fingerprint)
        table.top = .carried(try CarriedRows.rows(of: top))
        table.isHeaderChosen = form[ImportPage.chosenHeaderField] != nil
        return table
    }

    /// The row that the form names as the one with the names of the columns, if it is another one
    /// than before. What the form says about columns and cells is about the header before.
    var newHeaderRow: Int? { form[ImportPage.headerRowField].flatMap { Int($0.trimmed) } }

    /// The sheet that the form names; nil for the first.
    private var chosenSheet: String? {
        form[ImportPage.sheetField].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What the form says about the file's columns.
    var assignments: [String] {
        newHeaderRow != nil
            ? []
            : (0..<CSVLimit.columnsMax).compactMap { form[ImportPage.assignment($0)] }
                .filter { !$0.isEmpty }
    }

    /// What the form says about words of the file.
    var words: [String] {
        (0..<ImportPage.wordsMax).compactMap { place -> String? in
            guard let word = form[ImportPage.word(place)], !word.isEmpty else { return nil }
            // Another school has its name in a field of its own.
            let another = "=\(ImportPage.anotherSchool)"
            guard word.hasSuffix(another) else { return word }
            let name = form[ImportPage.otherSchool(place)]?.trimmed ?? ""
            return name.isEmpty ? nil : word.dropLast(another.count) + "=" + name
        }
    }
}
