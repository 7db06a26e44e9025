import Contracts
import Imports
import WebPages

/// The rows of a table as a form carries them: comma-separated values in which each row has its
/// line.
struct CarriedRows {
    private var lines: String
    private var line = 1
    private var isTooLong = false

    init(header: [String]) { lines = Self.line(header) }

    mutating func add(_ row: CSVReader.Row) {
        guard !isTooLong else { return }
        line += 1
        while line < row.line {
            lines += "\n"
            line += 1
        }
        lines += Self.line(row.fields)
        isTooLong = lines.utf8.count > PlannedLog.formBytesMax
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
}
