/// Reads the cells of a sheet.
final class SheetReader: XMLHandler {
    /// The values of the rows that have any, by the numbers of rows and columns from 1.
    private(set) var rows: [Int: [Int: String]] = [:]
    /// The cells with formulas without their results, at most `WorkbookLimit.unworkedMax`.
    private(set) var unworked: [(column: Int, row: Int)] = []
    private let sharedTexts: [String]
    private let formats: [NumberFormat]
    private let countsFrom1904: Bool

    private var row = 0
    private var column = 0
    private var rowBytes = 0
    private var sheetBytes = 0
    private var merges: [(rows: ClosedRange<Int>, column: Int)] = []
    /// The cell that is being read.
    private var cell: Cell?
    private var target = Target.nothing
    private var isInReading = false

    private struct Cell {
        var type: String
        var format: NumberFormat
        var value: [UInt8]?
        var inline: [UInt8] = []
        var hasFormula = false
    }

    private enum Target {
        case nothing
        case value
        case inline
    }

    init(sharedTexts: [String], formats: [NumberFormat], countsFrom1904: Bool) {
        self.sharedTexts = sharedTexts
        self.formats = formats
        self.countsFrom1904 = countsFrom1904
    }

    func begin(_ name: String, _ attributes: XMLAttributes) throws(WorkbookError) {
        switch name {
        case "row":
            let number = attributes["r"].map { Int($0) } ?? row + 1
            // Some programs write rows in the order in which they were filled in.
            guard let number, (1...WorkbookLimit.rowNumberMax).contains(number) else {
                throw .damaged("a row has no place")
            }
            (row, column, rowBytes) = (number, 0, 0)
        case "c":
            guard row > 0 else { throw .damaged("a cell is in no row") }
            try beginCell(attributes)
        case "v":
            cell?.value = []
            target = cell == nil ? .nothing : .value
        case "f": cell?.hasFormula = true
        case "rPh": isInReading = true
        case "t": if cell != nil, !isInReading { target = .inline }
        case "mergeCell": try merge(attributes["ref"] ?? "")
        default: break
        }
    }

    func end(_ name: String) throws(WorkbookError) {
        switch name {
        case "c":
            if let cell { try store(cell) }
            cell = nil
        case "v", "t": target = .nothing
        case "rPh": isInReading = false
        default: break
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(WorkbookError) {
        switch target {
        case .nothing: return
        case .value: unsafe cell?.value?.append(contentsOf: bytes)
        case .inline: unsafe cell?.inline.append(contentsOf: bytes)
        }
        let count = max(cell?.value?.count ?? 0, cell?.inline.count ?? 0)
        guard count <= WorkbookLimit.cellBytesMax else { throw CellText.tooLong("Cell \(place)") }
    }

    // MARK: Cells

    /// The name of the current cell, such as `B2`.
    private var place: String { CellPlace.name(column: column, row: row) }

    private func beginCell(_ attributes: XMLAttributes) throws(WorkbookError) {
        if let reference = attributes["r"] {
            guard let place = CellPlace.read(reference), place.row == row else {
                throw .damaged("a cell has no place")
            }
            column = place.column
        } else {
            column += 1
        }
        let style = attributes["s"].flatMap { Int($0) } ?? 0
        let format = formats.indices.contains(style) ? formats[style] : .plain
        cell = Cell(type: attributes["t"] ?? "n", format: format)
    }

    private func store(_ cell: Cell) throws(WorkbookError) {
        let text = try text(of: cell)
        guard !text.isEmpty else {
            let isUnworked = cell.hasFormula && cell.type != "str" && cell.type != "e"
            if isUnworked, unworked.count < WorkbookLimit.unworkedMax {
                unworked.append((column, row))
            }
            return
        }
        guard column <= WorkbookLimit.columnsMax else {
            throw WorkbookError(
                "Row \(row) has more than \(WorkbookLimit.columnsMax) columns",
                remedy: "Remove the columns that are not needed.")
        }
        if rows[row] == nil {
            guard rows.count < WorkbookLimit.rowsMax else {
                throw WorkbookError(
                    "The sheet has more than \(WorkbookLimit.rowsMax) rows",
                    remedy: "Split it and import the parts one after the other.")
            }
        }
        guard rows[row]?[column] == nil else { throw .damaged("cell \(place) is there twice") }
        try count(text)
        rows[row, default: [:]][column] = text
    }

    private func count(_ text: String) throws(WorkbookError) {
        let bytes = text.utf8.count
        guard bytes <= WorkbookLimit.cellBytesMax else { throw CellText.tooLong("Cell \(place)") }
        rowBytes += bytes
        guard rowBytes <= WorkbookLimit.rowBytesMax else {
            throw WorkbookError("Row \(row) is over \(WorkbookLimit.rowBytesMax) bytes")
        }
        sheetBytes += bytes
        guard sheetBytes <= WorkbookLimit.sheetBytesMax else {
            throw WorkbookError(
                "The sheet has over \(WorkbookLimit.sheetBytesMax) bytes of values",
                remedy: "Split it and import the parts one after the other.")
        }
    }

    private func text(of cell: Cell) throws(WorkbookError) -> String {
        if cell.type == "inlineStr" { return CellText.decoded(cell.inline) }
        guard let bytes = cell.value else { return "" }
        let value = CellText.decoded(bytes)
        switch cell.type {
        case "s":
            guard !value.isEmpty else { return "" }
            guard let number = Int(value), sharedTexts.indices.contains(number) else {
                throw .damaged("cell \(place) has no text")
            }
            return sharedTexts[number]
        case "b": return value == "1" ? "TRUE" : value == "0" ? "FALSE" : value
        case "d": return Self.moment(value, cell.format)
        case "str": return value
        // What is shown for a formula that failed, such as `#N/A`, is no value.
        case "e": return ""
        default:
            guard let number = Double(value) else {
                guard value.allSatisfy(\.isWhitespace) else {
                    throw .damaged("cell \(place) has no number")
                }
                return ""
            }
            return cell.format.text(of: number, countsFrom1904: countsFrom1904)
        }
    }

    /// A moment that is written as `2026-02-03T14:15:00`.
    private static func moment(_ text: String, _ format: NumberFormat) -> String {
        let halves = text.split(separator: "T", maxSplits: 1)
        guard halves.count == 2 else { return text }
        switch format {
        case .day: return String(halves[0])
        case .time: return String(halves[1].prefix(5))
        default: return "\(halves[0]) \(halves[1].prefix(5))"
        }
    }

    // MARK: Merged areas

    private func merge(_ reference: String) throws(WorkbookError) {
        let ends = reference.split(separator: ":").map { CellPlace.read($0) }
        guard ends.count == 2, let start = ends[0], let end = ends[1], start.row <= end.row else {
            return
        }
        guard merges.count < WorkbookLimit.mergesMax else {
            throw WorkbookError(
                "The sheet has over \(WorkbookLimit.mergesMax) merged areas")
        }
        if end.row > start.row { merges.append((start.row...end.row, start.column)) }
    }

    /// Writes the value of an area that spans several rows into each of them that has values, as
    /// people read it. Nothing is written to the right: a title over several columns names none of
    /// them.
    func fillMerged() throws(WorkbookError) {
        let numbers = rows.keys.sorted()
        var stepsLeft = WorkbookLimit.mergedRowsMax
        for merge in merges {
            guard let value = rows[merge.rows.lowerBound]?[merge.column] else { continue }
            let start = Self.place(of: merge.rows.lowerBound, in: numbers) + 1
            for number in numbers[start...].prefix(while: { $0 <= merge.rows.upperBound }) {
                stepsLeft -= 1
                guard stepsLeft >= 0 else { throw .damaged("its merged areas are too many") }
                guard rows[number]?[merge.column] == nil else { continue }
                row = number
                rowBytes = rows[number]?.values.reduce(0) { $0 + $1.utf8.count } ?? 0
                try count(value)
                rows[number]?[merge.column] = value
            }
        }
    }

    /// The place of a number that is among others in their order.
    private static func place(of number: Int, in numbers: [Int]) -> Int {
        var (low, high) = (0, numbers.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Names of cells: `B2` is the second cell of the second row.
enum CellPlace {
    /// The most letters of a column.
    private static let lettersMax = 3

    static func read(_ text: some StringProtocol) -> (column: Int, row: Int)? {
        let letters = text.utf8.prefix { (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0) }
        let digits = text.utf8.dropFirst(letters.count)
        guard (1...lettersMax).contains(letters.count), (1...7).contains(digits.count),
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        let column = letters.reduce(0) { $0 * 26 + Int($1 & 0x1f) }
        let row = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return row > 0 ? (column, row) : nil
    }

    static func name(column: Int, row: Int) -> String {
        var letters: [UInt8] = []
        var rest = column
        while rest > 0 {
            rest -= 1
            letters.insert(0x41 + UInt8(rest % 26), at: 0)
            rest /= 26
        }
        return String(decoding: letters, as: UTF8.self) + "\(row)"
    }
}
