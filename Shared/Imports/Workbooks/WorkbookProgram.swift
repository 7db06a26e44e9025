public import Contracts
import Programs

/// The sheet of a workbook that was read.
@JSONObject
public struct ReadSheet: Codable, Hashable, Sendable {
    public var name: String
    /// The other sheets that people see.
    public var others: [String]
    /// The cells with formulas whose results the workbook does not have.
    public var unworked: [UnworkedCell]?
}

/// A cell with a formula without its result, which is read as empty.
@JSONObject
public struct UnworkedCell: Codable, Hashable, Sendable {
    /// Counted from 0, as the columns of a table.
    public var column: Int
    /// Counted from 1, as the lines of a table.
    public var row: Int
}

extension ReadSheet {
    /// The beginnings of names of sheets that are no schools.
    private static let ordinary = [
        "sheet", "table", "log", "contact", "coach", "interaction", "recruit", "email", "call",
        "data", "all", "master", "note", "page", "20",
    ]

    /// The school that the name of one of several sheets says, if the sheet has no column for it.
    func school(of header: [String], _ kind: ImportKind, mapped: [String]) -> String? {
        let plain = ImportWords.plain(name)
        let others = mapped.filter { !$0.hasPrefix("\(TableReader.schoolColumn)=") }
        guard [.log, .coaches, .interactions].contains(kind), !self.others.isEmpty,
            !plain.isEmpty, !Self.ordinary.contains(where: plain.hasPrefix),
            let columns = try? ImportColumns(header: header, kind: kind, mapped: others),
            columns.hasAll, columns.positions["school"] == nil,
            columns.positions["catalogue_id"] == nil
        else { return nil }
        return name
    }

    /// What a person should know about empty cells of columns that are read.
    func warnings(_ columns: ImportColumns, below line: Int) -> [String] {
        let cells = (unworked ?? []).filter { $0.row > line }
        return Dictionary(grouping: cells, by: \.column).sorted { $0.key < $1.key }.compactMap {
            column, cells in
            guard columns.field(at: column) != nil, column < columns.header.count else {
                return nil
            }
            let rows = cells.map(\.row)
            let count = CountedNoun.text(rows.count, "cells")
            return "\(count) of “\(columns.header[column])” without the result of a formula, "
                + "the first in row \(rows.min() ?? 0), read as empty; open the workbook in your "
                + "spreadsheet program, save it and import it again"
        }
    }
}

/// Why `compass-sheet` has read no sheet.
@JSONObject
public struct SheetRefusal: Codable, Sendable {
    public var message: String
    /// What to do about it.
    public var remedy: String
}

/// A sheet of a workbook as comma-separated values, whose lines have the numbers of its rows.
public struct SheetTable: Sendable {
    public let sheet: ReadSheet
    public let csv: [UInt8]
}

/// Starts `compass-sheet`, the program that takes workbooks of spreadsheet programs apart: one
/// process for each, which reads the workbook from stdin, and writes a line of JSON that says which
/// sheet it is, and behind that the sheet.
public enum WorkbookProgram {
    /// The program's name, in the same folder as this one.
    public static let name = "compass-sheet"
    /// The time after which the program is ended.
    public static let timeLimit = Duration.seconds(30)
    /// The largest workbook, in bytes: 10 MiB.
    public static let fileBytesMax = 10_485_760
    /// The variables that the program is given.
    private static let variables = ["COMPASS_BIN", "LD_LIBRARY_PATH", "PATH"]

    /// Whether a file that begins so is a workbook, or another ZIP archive.
    public static func isWorkbook(_ start: [UInt8]) -> Bool {
        start.starts(with: [0x50, 0x4b, 0x03, 0x04])
    }

    /// Whether a file that begins so is a workbook of an old program, or one with a password.
    public static func isOldWorkbook(_ start: [UInt8]) -> Bool {
        start.starts(with: [0xd0, 0xcf, 0x11, 0xe0])
    }

    /// Why such a workbook is not read.
    public static let oldWorkbook = ImportProblem(
        "The workbook has a password, or is of an old program (.xls)",
        reason: "Save it as .xlsx without a password, or as CSV.", field: ImportProblem.file)

    /// Reads a sheet; without a name, the first one that people see and that has the columns that
    /// an import needs, or else the first one.
    ///
    /// - Throws: If the bytes are not a workbook or have no such sheet, with the remedy.
    public static func table(
        of bytes: [UInt8], sheet: String?, _ kind: ImportKind, _ choices: TableReader.Choices,
        environment: [String: String]
    ) throws(ImportProblem) -> SheetTable {
        let first = try table(of: bytes, sheet: sheet, environment: environment)
        func fits(_ table: SheetTable) -> Bool {
            var rest: [UInt8]? = table.csv
            let reader = try? TableReader(kind, choices) {
                defer { rest = [] }
                return rest ?? []
            }
            return reader?.hasAll == true
        }
        guard sheet == nil, !first.sheet.others.isEmpty, !fits(first) else { return first }
        for name in first.sheet.others.prefix(ImportLimit.sheetsTriedMax - 1) {
            if let other = try? table(of: bytes, sheet: name, environment: environment),
                fits(other)
            {
                return other
            }
        }
        return first
    }

    private static func table(
        of bytes: [UInt8], sheet: String?, environment: [String: String]
    ) throws(ImportProblem) -> SheetTable {
        guard bytes.count <= fileBytesMax else {
            throw problem(
                "The workbook is over \(fileBytesMax) bytes",
                "Remove pictures from it, or save the sheet as CSV.")
        }
        let ending: SiblingProgram.Ending
        do throws(SiblingProgram.Problem) {
            ending = try SiblingProgram.run(
                name, sheet.map { ["--sheet=\($0)"] } ?? [], input: bytes,
                environment: environment.filter { variables.contains($0.key) },
                timeLimit: timeLimit)
        } catch .tooManyFiles(let limit) {
            throw problem(
                "Workbooks cannot be read now. \(SiblingProgram.Problem.reason(ofLimit: limit))",
                SiblingProgram.Problem.limitRemedy)
        } catch {
            throw problem("Workbooks cannot be read here", "\(name) does not start.")
        }
        guard ending.isSuccess else {
            let refusal = try? JSONCoding.decodeDocument(SheetRefusal.self, from: ending.output)
            throw problem(
                refusal?.message ?? "The workbook cannot be read",
                refusal?.remedy ?? "Open it in your spreadsheet program and save it as CSV.")
        }
        let head = ending.output.prefix { $0 != UInt8(ascii: "\n") }
        guard
            let sheet = try? JSONCoding.decodeDocument(ReadSheet.self, from: Array(head))
        else { throw problem("The workbook cannot be read", "\(name) ended before its time.") }
        return SheetTable(sheet: sheet, csv: Array(ending.output.dropFirst(head.count + 1)))
    }

    private static func problem(_ message: String, _ reason: String) -> ImportProblem {
        ImportProblem(message, reason: reason, field: ImportProblem.file)
    }
}
