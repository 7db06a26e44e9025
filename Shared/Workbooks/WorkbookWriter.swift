import Zip

/// Writes a workbook with one sheet (Office Open XML, `.xlsx`). The first row has the names of the
/// columns and stays in view. No cell is a formula: texts stay texts, also when somebody edits
/// them.
public struct WorkbookWriter {
    /// A value of a cell.
    public enum Cell: Hashable, Sendable {
        /// A text; no cell if it is empty.
        case text(String)
        case number(Double)
        /// A day, counted from 1970-01-01.
        case day(Int64)
        /// A time of day in minutes, on a day that is counted from 1970-01-01.
        case moment(day: Int64, minute: Int)
    }

    /// How cells look: the place of each among the styles of the workbook.
    private enum Style: Int, CaseIterable {
        case plain
        case name
        case text
        case day
        case moment

        /// The format of numbers that every spreadsheet program knows by this id.
        var numberFormat: Int {
            switch self {
            case .plain: 0
            case .name, .text: 49
            case .day: 14
            case .moment: 22
            }
        }
    }

    /// The widths of columns, in characters.
    private static let widths = 9...60
    /// The days of spreadsheet programs before 1970, whose first is 1899-12-30.
    private static let daysBefore1970: Int64 = 25_569
    /// The days that all spreadsheet programs count alike, from 1900-03-01 to 9999-12-31.
    private static let days: Range<Int64> = 61..<2_958_466

    private let name: String
    private let columnCount: Int
    private var widths: [Int]
    private var rows: [UInt8] = []
    private var rowCount = 0
    private var valueBytes = 0

    /// Begins a sheet.
    ///
    /// - Parameters:
    ///   - name: The name of the sheet, at most 31 characters without any of `[]:*?/\`.
    ///   - columns: The names of the columns.
    public init(sheet name: String, columns: [String]) throws(WorkbookError) {
        self.name = name
        columnCount = columns.count
        widths = [Int](repeating: Self.widths.lowerBound, count: columns.count)
        guard columns.count <= WorkbookLimit.columnsMax else {
            throw .tooMuch("The table has more than \(WorkbookLimit.columnsMax) columns")
        }
        try append(columns.map(Cell.text), .name)
    }

    /// Appends a row, with a value for each column.
    public mutating func append(_ cells: [Cell]) throws(WorkbookError) { try append(cells, .text) }

    private mutating func append(_ cells: [Cell], _ text: Style) throws(WorkbookError) {
        guard cells.count <= columnCount else {
            throw .tooMuch("Row \(rowCount + 1) has more values than the table has columns")
        }
        guard rowCount < WorkbookLimit.rowsMax else {
            throw .tooMuch("The table has more than \(WorkbookLimit.rowsMax - 1) rows")
        }
        rowCount += 1
        let before = valueBytes
        rows += Array("<row r=\"\(rowCount)\">".utf8)
        for (place, cell) in cells.enumerated() {
            try append(cell, at: place, text)
        }
        rows += Array("</row>".utf8)
        guard valueBytes - before <= WorkbookLimit.rowBytesMax else {
            throw .tooMuch("Row \(rowCount) is over \(WorkbookLimit.rowBytesMax) bytes")
        }
        guard valueBytes <= WorkbookLimit.sheetBytesMax else {
            throw .tooMuch("The table has over \(WorkbookLimit.sheetBytesMax) bytes of values")
        }
    }

    private mutating func append(
        _ cell: Cell, at place: Int, _ text: Style
    ) throws(WorkbookError) {
        let reference = CellPlace.name(column: place + 1, row: rowCount)
        func number(_ value: String, _ style: Style) -> String {
            "<c r=\"\(reference)\" s=\"\(style.rawValue)\"><v>\(value)</v></c>"
        }
        let written: String
        var width = Self.widths.lowerBound
        switch cell {
        case .text(""): return
        case .text(let value):
            guard value.utf16.count <= WorkbookLimit.cellCharactersMax else {
                throw .tooMuch(
                    "Cell \(reference) has over \(WorkbookLimit.cellCharactersMax) characters")
            }
            valueBytes += value.utf8.count
            width = value.split(separator: "\n").map(\.count).max() ?? 0
            written =
                "<c r=\"\(reference)\" s=\"\(text.rawValue)\" t=\"inlineStr\"><is>"
                + "<t xml:space=\"preserve\">\(XMLText.escaped(value))</t></is></c>"
        case .number(let value):
            guard value.isFinite else { return }
            let whole = Int(exactly: value).map { "\($0)" }
            written = number(whole ?? "\(value)", .plain)
        case .day(let day):
            let serial = try Self.serial(day, reference)
            width = 11
            written = number("\(serial)", .day)
        case .moment(let day, let minute):
            let serial = try Self.serial(day, reference)
            width = 16
            written = number("\(Double(serial) + Double(minute) / 1_440)", .moment)
        }
        rows += Array(written.utf8)
        widths[place] = max(widths[place], min(width + 2, Self.widths.upperBound))
    }

    private static func serial(
        _ day: Int64, _ reference: String
    ) throws(WorkbookError) -> Int64 {
        let (serial, isOver) = day.addingReportingOverflow(daysBefore1970)
        guard !isOver, days.contains(serial) else {
            throw .tooMuch("The day in cell \(reference) is not one of a workbook")
        }
        return serial
    }

    /// Returns the workbook.
    ///
    /// - Parameter modified: The time of modification, in seconds since 1970.
    public func workbook(modified: Int64) throws(WorkbookError) -> [UInt8] {
        do throws(ZipError) {
            let archive = try ZipBuffer()
            for (part, content) in parts {
                try archive.add(Array(content.utf8), as: part, modified: modified)
            }
            try archive.add(sheet, as: "xl/worksheets/sheet1.xml", modified: modified)
            return try archive.finish()
        } catch { throw WorkbookError("The workbook cannot be packed: \(error)") }
    }

    // MARK: Parts

    private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    private static let relation =
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let package = "http://schemas.openxmlformats.org/package/2006"
    private static let type =
        "application/vnd.openxmlformats-officedocument.spreadsheetml"

    /// The parts beside the sheet, with their names.
    private var parts: [(name: String, content: String)] {
        func relations(_ targets: [(type: String, target: String)]) -> String {
            let written = targets.enumerated().map { place, to in
                "<Relationship Id=\"rId\(place + 1)\" Type=\"\(Self.relation)/\(to.type)\" "
                    + "Target=\"\(to.target)\"/>"
            }
            return Self.head + "<Relationships xmlns=\"\(Self.package)/relationships\">"
                + written.joined() + "</Relationships>"
        }
        func override(_ part: String, _ type: String) -> String {
            "<Override PartName=\"/xl/\(part).xml\" ContentType=\"\(Self.type).\(type)+xml\"/>"
        }
        return [
            (
                "[Content_Types].xml",
                Self.head + "<Types xmlns=\"\(Self.package)/content-types\">"
                    + "<Default Extension=\"rels\" ContentType=\""
                    + "application/vnd.openxmlformats-package.relationships+xml\"/>"
                    + override("workbook", "sheet.main") + override("styles", "styles")
                    + override("worksheets/sheet1", "worksheet") + "</Types>"
            ),
            ("_rels/.rels", relations([("officeDocument", "xl/workbook.xml")])),
            (
                "xl/workbook.xml",
                Self.head + "<workbook xmlns=\"\(Self.main)\" xmlns:r=\"\(Self.relation)\">"
                    + "<sheets><sheet name=\"\(XMLText.escaped(name))\" sheetId=\"1\" "
                    + "r:id=\"rId1\"/></sheets></workbook>"
            ),
            (
                "xl/_rels/workbook.xml.rels",
                relations([
                    ("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml"),
                ])
            ),
            ("xl/styles.xml", Self.head + Self.styles),
        ]
    }

    private static var styles: String {
        let formats = Style.allCases.map { style in
            let isName = style == .name
            let alignment =
                "<alignment vertical=\"top\"\(style == .text ? " wrapText=\"1\"" : "")/>"
            return "<xf numFmtId=\"\(style.numberFormat)\" fontId=\"\(isName ? 1 : 0)\" "
                + "fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\" "
                + "applyFont=\"1\" applyAlignment=\"1\">\(alignment)</xf>"
        }
        let font = "<sz val=\"11\"/><name val=\"Calibri\"/><family val=\"2\"/>"
        return "<styleSheet xmlns=\"\(main)\">"
            + "<fonts count=\"2\"><font>\(font)</font><font><b/>\(font)</font></fonts>"
            + "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
            + "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
            + "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border>"
            + "</borders><cellStyleXfs count=\"1\">"
            + "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
            + "<cellXfs count=\"\(formats.count)\">\(formats.joined())</cellXfs>"
            + "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/>"
            + "</cellStyles></styleSheet>"
    }

    private var sheet: [UInt8] {
        let columns = widths.enumerated().map { place, width in
            "<col min=\"\(place + 1)\" max=\"\(place + 1)\" width=\"\(width)\" customWidth=\"1\"/>"
        }
        let start =
            Self.head + "<worksheet xmlns=\"\(Self.main)\"><sheetViews>"
            + "<sheetView workbookViewId=\"0\"><pane ySplit=\"1\" topLeftCell=\"A2\" "
            + "activePane=\"bottomLeft\" state=\"frozen\"/></sheetView></sheetViews>"
            + "<cols>\(columns.joined())</cols><sheetData>"
        return Array(start.utf8) + rows + Array("</sheetData></worksheet>".utf8)
    }
}

/// Texts in XML.
enum XMLText {
    /// The text as a part of a workbook has it. Characters that XML does not have are written as
    /// `_x000B_`, and what looks like that, too.
    static func escaped(_ text: String) -> String {
        var made = String.UnicodeScalarView()
        let scalars = text.unicodeScalars
        for place in scalars.indices {
            let scalar = scalars[place]
            switch scalar {
            case "&": made.append(contentsOf: "&amp;".unicodeScalars)
            case "<": made.append(contentsOf: "&lt;".unicodeScalars)
            case ">": made.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": made.append(contentsOf: "&quot;".unicodeScalars)
            case "\t", "\n": made.append(scalar)
            case "_" where isCode(scalars[place...]):
                made.append(contentsOf: "_x005F_".unicodeScalars)
            case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value):
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let zeros = String(repeating: "0", count: 4 - digits.count)
                made.append(contentsOf: "_x\(zeros)\(digits)_".unicodeScalars)
            default: made.append(scalar)
            }
        }
        return String(made)
    }

    /// Whether a text begins with what stands for a character, such as `_x000B_`.
    private static func isCode(_ scalars: Substring.UnicodeScalarView) -> Bool {
        let start = Array(scalars.prefix(7))
        return start.count == 7 && start[1] == "x" && start[6] == "_"
            && start[2..<6].allSatisfy(\.properties.isASCIIHexDigit)
    }
}
