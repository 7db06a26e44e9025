import Contracts
import Imports
import WebPages

/// The rows of a table as a form carries them: comma-separated values in which each row has its
/// line.
struct CarriedRows {
    private var lines = ""
    private var line = 0
    private var isTooLong = false
    private let bytesMax: Int

    init(bytesMax: Int = PlannedLog.formBytesMax) { self.bytesMax = bytesMax }

    /// The rows below a header, which is the first line.
    init(header: [String]) {
        self.init()
        add(CSVReader.Row(line: 1, fields: header))
    }

    mutating func add(_ row: CSVReader.Row) {
        guard !isTooLong else { return }
        line += 1
        while line < row.line {
            lines += "\n"
            line += 1
        }
        lines += Self.line(row.fields)
        isTooLong = lines.utf8.count > bytesMax
    }

    /// The rows; nil if they are too long for a form.
    var text: String? { isTooLong ? nil : lines }

    private static func line(_ fields: [String]) -> String {
        fields.map { field in
            let text = field.replacing("\r\n", with: "\n").replacing("\n", with: "\u{2028}")
                .replacing("\r", with: "\u{2028}").replacing("\"", with: "\"\"")
            return text.isEmpty ? "" : "\"\(text)\""
        }.joined(separator: ",") + "\n"
    }

    /// The rows that a form carries.
    static func rows(of text: String) throws -> [CSVReader.Row] {
        var reader = CSVReader(Array(text.utf8))
        var rows: [CSVReader.Row] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }
}
