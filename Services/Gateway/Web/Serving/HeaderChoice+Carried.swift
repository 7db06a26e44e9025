import Contracts
import Imports
import WebPages

extension HeaderChoice {
    /// The most rows below the header that are offered as the one that names the columns.
    static let belowMax = 3
    /// The most bytes of the rows down to the header that a form carries: 16 KiB.
    static let topBytesMax = 16_384
    /// The most characters of a row that are shown.
    private static let textMax = 60

    /// The choice among the rows down to the header and the first ones below it.
    init?(_ top: [CSVReader.Row], _ below: [CSVReader.Row], isChosen: Bool) {
        guard let header = top.last else { return nil }
        var carried = CarriedRows(bytesMax: Self.topBytesMax)
        for row in top { carried.add(row) }
        let lines = (top + below).map { row in
            let values = row.fields.map(\.trimmed).filter { !$0.isEmpty }
            let text = values.joined(separator: " · ").shortened(to: Self.textMax)
            return Line(line: row.line, text: text)
        }
        self.init(line: header.line, lines: lines, isChosen: isChosen, top: carried.text)
    }

    /// The whole table from the rows that a form carries: those down to the header, and those
    /// below it, whose first line is the header as it was read.
    static func table(_ top: String, _ rows: String) throws -> String? {
        var carried = CarriedRows(bytesMax: topBytesMax + PlannedLog.formBytesMax)
        var last = 0
        for row in try CarriedRows.rows(of: top) + CarriedRows.rows(of: rows).dropFirst()
        where row.line > last {
            carried.add(row)
            last = row.line
        }
        return carried.text
    }
}
