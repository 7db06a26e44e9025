public import Contracts
import Programs

/// How `compass-sheet` writes a sheet: a line of JSON in front of its comma-separated values, of
/// which the first line names the columns.
@JSONObject
public struct SheetOrder: Codable, Hashable, Sendable {
    /// How the values of a column are written.
    public enum Values: String, Codable, JSONWritable, JSONReadable, Sendable {
        case text
        /// Numbers. Other values are written as texts.
        case number
        /// Days, `2026-02-03`, and times of day, `2026-02-03T14:15`. Other values are written as
        /// texts.
        case time
    }

    /// The name of the sheet.
    public var name: String
    /// What is in each column.
    public var columns: [Values]
    /// The time of modification, in seconds since 1970.
    public var modified: Int64
}

/// A table that somebody takes away as a workbook. Its rows are collected here, and written by
/// `compass-sheet`.
public struct WorkbookExport: Sendable {
    /// The ending of workbooks' names.
    public static let ending = "xlsx"
    /// The media type of workbooks.
    public static let mediaType =
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    /// The most bytes of a table: 16 MiB. `compass-sheet` counts what is in the cells.
    public static let bytesMax = 16_777_216

    private let name: String
    private let columns: [SheetOrder.Values]
    private var csv: [UInt8] = []
    private let writer = CSVWriter(guardsFormulas: false)

    /// Begins a table.
    ///
    /// - Parameters:
    ///   - name: The name of the sheet.
    ///   - columns: The names of the columns, and what is in them.
    public init(sheet name: String, columns: [(name: String, values: SheetOrder.Values)]) {
        self.name = name
        self.columns = columns.map(\.values)
        csv = Array(writer.line(columns.map(\.name)).utf8)
    }

    /// Appends a row.
    ///
    /// - Throws: If the table becomes too large for a workbook.
    public mutating func append(_ values: [String]) throws(ServiceError) {
        csv += writer.line(values.map(Self.kept)).utf8
        guard csv.count <= Self.bytesMax else {
            throw ServiceError(
                .tooLarge,
                "The table is over \(Self.bytesMax) bytes, too large for a workbook; export it as "
                    + "CSV")
        }
    }

    /// A text that is the same when it is imported, which takes away an apostrophe before what
    /// looks like a formula.
    private static func kept(_ text: String) -> String {
        CSVWriter.unguarded(text) == text ? text : "'" + text
    }

    /// Returns the workbook.
    ///
    /// - Throws: If the table is too large for a workbook, or `compass-sheet` does not run.
    public func workbook(
        modified: Instant, environment: [String: String]
    ) throws(ServiceError) -> [UInt8] {
        do throws(ImportProblem) {
            return try WorkbookProgram.written(order(modified: modified), environment: environment)
        } catch {
            let words = [error.message, error.reason].compactMap(\.self)
            throw ServiceError(error.code, words.joined(separator: ". "))
        }
    }

    /// What `compass-sheet` reads: a line of JSON (`SheetOrder`), and the rows.
    func order(modified: Instant) throws(ImportProblem) -> [UInt8] {
        let order = SheetOrder(
            name: name, columns: columns,
            modified: modified.milliseconds.flooredQuotient(by: 1_000))
        do {
            return try JSONCoding.encode(order) + [UInt8(ascii: "\n")] + csv
        } catch {
            throw ImportProblem(
                "The workbook cannot be written", reason: "\(error)", field: ImportProblem.file)
        }
    }
}

extension WorkbookExport {
    /// Interactions, with the columns of `InteractionCSV`.
    public static var interactions: WorkbookExport {
        WorkbookExport(
            sheet: "Interactions",
            columns: InteractionCSV.columns.map { ($0, $0 == "Date" ? .time : .text) })
    }

    /// One interaction, with a row for each of its facts.
    public static func interaction(_ facts: [(name: String, value: String)]) throws(ServiceError)
        -> WorkbookExport
    {
        var table = WorkbookExport(
            sheet: "Interaction", columns: [("Field", .text), ("Value", .text)])
        for fact in facts { try table.append([fact.name, fact.value]) }
        return table
    }

    /// Coaches, with the columns of `CoachCSV`.
    public static var coaches: WorkbookExport {
        let values: [String: SheetOrder.Values] = [
            "Responsiveness Score": .number, "Last Contact Date": .time,
        ]
        return WorkbookExport(
            sheet: "Coaches", columns: CoachCSV.names.map { ($0, values[$0] ?? .text) })
    }

    /// Metrics, with the columns of `MetricCSV`.
    public static func metrics(_ csv: MetricCSV) -> WorkbookExport {
        let values: [String: SheetOrder.Values] = ["Date": .time, "Value": .number]
        return WorkbookExport(
            sheet: "Metrics", columns: csv.header.map { ($0, values[$0] ?? .text) })
    }
}
