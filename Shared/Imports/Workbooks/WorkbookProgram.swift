public import Contracts
import Programs

/// Why `compass-sheet` has read or written no sheet.
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

    public init(sheet: ReadSheet, csv: [UInt8]) {
        self.sheet = sheet
        self.csv = csv
    }
}

/// Starts `compass-sheet`, the program that takes workbooks of spreadsheet programs apart, and
/// writes new ones: one process for each. It reads a workbook from stdin, and writes a line of JSON
/// that says which sheet it is, and behind that the sheet; or it reads such a line and a table, and
/// writes a workbook.
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
    /// an import needs, or else the first one. Sheets whose names are those of schools are read
    /// together (`SheetChoice`).
    ///
    /// - Throws: If the bytes are not a workbook or have no such sheet, with the remedy.
    public static func table(
        of bytes: [UInt8], sheet: String?, _ kind: ImportKind, _ choices: TableReader.Choices,
        environment: [String: String]
    ) throws(ImportProblem) -> SheetTable {
        try SheetChoice(kind, choices).table(sheet) { (name) throws(ImportProblem) in
            try table(of: bytes, sheet: name, environment: environment)
        }
    }

    private static func table(
        of bytes: [UInt8], sheet: String?, environment: [String: String]
    ) throws(ImportProblem) -> SheetTable {
        guard bytes.count <= fileBytesMax else {
            throw problem(
                "The workbook is over \(fileBytesMax) bytes",
                "Remove pictures from it, or save the sheet as CSV.")
        }
        let ending = try ended(
            sheet.map { ["--sheet=\($0)"] } ?? [], bytes, environment, "read",
            otherwise: "Open it in your spreadsheet program and save it as CSV.")
        let head = ending.output.prefix { $0 != UInt8(ascii: "\n") }
        guard
            let sheet = try? JSONCoding.decodeDocument(ReadSheet.self, from: Array(head))
        else { throw problem("The workbook cannot be read", "\(name) ended before its time.") }
        return SheetTable(sheet: sheet, csv: Array(ending.output.dropFirst(head.count + 1)))
    }

    /// Has a workbook written, as a line of JSON (`SheetOrder`) and the rows behind it say.
    ///
    /// - Throws: If the table is too large for a workbook, with the remedy.
    static func written(
        _ order: [UInt8], environment: [String: String]
    ) throws(ImportProblem) -> [UInt8] {
        try ended(
            ["--write"], order, environment, "written", otherwise: "Export the table as CSV."
        ).output
    }

    /// Runs the program until it has succeeded.
    private static func ended(
        _ arguments: [String], _ input: [UInt8], _ environment: [String: String],
        _ done: String, otherwise remedy: String
    ) throws(ImportProblem) -> SiblingProgram.Ending {
        let ending: SiblingProgram.Ending
        do throws(SiblingProgram.Problem) {
            ending = try SiblingProgram.run(
                name, arguments, input: input,
                environment: environment.filter { variables.contains($0.key) },
                timeLimit: timeLimit)
        } catch .tooManyFiles(let limit) {
            throw problem(
                "Workbooks cannot be \(done) now. \(SiblingProgram.Problem.reason(ofLimit: limit))",
                SiblingProgram.Problem.limitRemedy)
        } catch {
            throw problem("Workbooks cannot be \(done) here", "\(name) does not start.")
        }
        guard ending.isSuccess else {
            let refusal = try? JSONCoding.decodeDocument(SheetRefusal.self, from: ending.output)
            throw problem(
                refusal?.message ?? "The workbook cannot be \(done)", refusal?.remedy ?? remedy)
        }
        return ending
    }

    private static func problem(_ message: String, _ reason: String) -> ImportProblem {
        ImportProblem(message, reason: reason, field: ImportProblem.file)
    }
}
