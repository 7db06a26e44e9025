import Contracts
import HTML

/// The rows of a table among which a person chooses the one that names the columns.
@Memberwise
public struct HeaderChoice: Sendable {
    /// A row that may name the columns.
    @Memberwise
    public struct Line: Sendable {
        public let line: Int
        /// Its first values.
        public let text: String
    }

    /// The line that names the columns.
    public let line: Int
    public let lines: [Line]
    /// Whether a person has chosen the line.
    public var isChosen: Bool = false
    /// The rows down to the header as comma-separated values, for a form that carries the others;
    /// nil for a form without rows.
    public var top: String?
}

/// The choice of the row that names the columns.
extension ImportPage {
    /// The name of the field that says which line of a table names the columns, if it is another
    /// one.
    public static let headerRowField = "header_row"
    /// The name of the field with the line that a person chose before.
    public static let chosenHeaderField = "header_line"
    /// The name of the field with the rows down to the header.
    public static let topField = "top"

    func writeHeaderChoice(_ choice: HeaderChoice?, to html: inout HTMLWriter) {
        guard let choice, choice.lines.count > 1 else { return }
        let values = [
            (Self.topField, choice.top ?? ""),
            (Self.chosenHeaderField, choice.isChosen ? "\(choice.line)" : ""),
        ]
        for (name, value) in values where !value.isEmpty {
            html(.input, .type(.hidden), .name(name), .value(value))
        }
        html.selectField(
            FieldState(name: Self.headerRowField, label: "Names of the columns", value: ""),
            choice.lines.map { line in
                Choice(
                    value: line.line == choice.line ? "" : "\(line.line)",
                    label: "Line \(line.line): \(line.text)")
            }, none: nil)
    }
}
