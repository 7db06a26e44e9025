import Contracts
import Imports
import Workbooks

/// Turns a line of JSON (`SheetOrder`) and the comma-separated values behind it into a workbook.
struct SheetTableWriter {
    private let input: [UInt8]

    init(_ input: [UInt8]) { self.input = input }

    /// The workbook. Throws `WorkbookError` for a table that is too large for one.
    func workbook() throws -> [UInt8] {
        let head = input.prefix { $0 != UInt8(ascii: "\n") }
        let order = try JSONCoding.decodeDocument(SheetOrder.self, from: Array(head))
        var reader = CSVReader(Array(input.dropFirst(head.count + 1)))
        var writer = try WorkbookWriter(sheet: order.name, columns: reader.next()?.fields ?? [])
        while let row = try reader.next() {
            let cells = row.fields.enumerated().map { place, text in
                place < order.columns.count ? cell(text, order.columns[place]) : .text(text)
            }
            try writer.append(cells)
        }
        return try writer.workbook(modified: order.modified)
    }

    private func cell(_ text: String, _ values: SheetOrder.Values) -> WorkbookWriter.Cell {
        let found: WorkbookWriter.Cell? =
            switch values {
            case .text: nil
            case .number: number(text).map { .number($0) }
            case .time: time(text)
            }
        return found ?? .text(text)
    }

    /// The number of a text that is nothing else: digits with a point.
    private func number(_ text: String) -> Double? {
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        return isPlain ? Double(text) : nil
    }

    /// A day, or a time of day: `2026-02-03`, `2026-02-03T14:15`.
    private func time(_ text: String) -> WorkbookWriter.Cell? {
        guard let day = CivilDay(text: text.prefix(10)) else { return nil }
        let rest = text.dropFirst(10)
        if rest.isEmpty { return .day(day.daysSince1970) }
        let clock = rest.dropFirst().split(separator: ":").map { Int($0) }
        guard rest.first == "T", clock.count == 2, let hour = clock[0], let minute = clock[1],
            let time = LocalTime(hour: hour, minute: minute)
        else { return nil }
        return .moment(day: day.daysSince1970, minute: time.minutesOfDay)
    }
}
