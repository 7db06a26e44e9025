import Contracts
import HTML
import Imports

/// The rows of a file that a person mends in the report, or leaves out.
extension ImportPage {
    /// The name of the field with the cell of a field in a line.
    static func cell(_ field: String, _ line: Int) -> String { "\(cellPrefix)\(line)-\(field)" }

    /// How the names of the fields begin that write a cell anew; the line and the field follow.
    public static let cellPrefix = "cell-"
    /// How the names of the fields begin that leave out the row of a line.
    public static let leavePrefix = "leave-"
    /// How the names of the fields begin that join the values of a line beyond the last column.
    public static let joinPrefix = "join-"

    /// Writes the rows that cannot be imported, each with its cells to write anew, and then what
    /// `more` writes in the same list.
    func writeOpenRows(
        _ report: ImportReport, to html: inout HTMLWriter, more: (inout HTMLWriter) -> Void
    ) {
        let lines = Dictionary(grouping: report.refusals, by: \.line).sorted { $0.key < $1.key }
        html.sheet("Rows that need you") { html in
            html(.ul, .class("mini mend")) { html in
                for (line, refusals) in lines.prefix(Self.listedMax) {
                    html(.li) { write(line, refusals, report, to: &$0) }
                }
                more(&html)
            }
            writeRest(of: lines.count, to: &html)
        }
    }

    private func write(
        _ line: Int, _ refusals: [ImportReport.Refusal], _ report: ImportReport,
        to html: inout HTMLWriter
    ) {
        html(.strong, text: "Line \(line)")
        html(.div) { html in
            // Two problems of one cell have one field.
            var fields: Set<String> = []
            for refusal in refusals {
                let found = refusal.found.map { "“\($0)”: " } ?? ""
                if let cell = report.cell(refusal), fields.insert(cell.field).inserted {
                    writeCell(cell, of: refusal, found + refusal.text, to: &html)
                } else {
                    html.fieldError(
                        "\(kind.label(of: refusal.field)): \(found)\(refusal.text)",
                        id: "row-\(line)-\(refusal.field)")
                }
                if let joined = report.joined(refusal) {
                    let label = kind.label(of: joined.field)
                    html.switchRow(
                        "Read the rest as one text, \(label): “\(joined.text)”",
                        name: "\(Self.joinPrefix)\(line)", value: "true", isOn: false)
                }
            }
            html.switchRow(
                "Leave out", name: "\(Self.leavePrefix)\(line)", value: "true", isOn: false)
        }
    }

    /// The field in which a cell is written anew.
    private func writeCell(
        _ cell: (field: String, text: String), of refusal: ImportReport.Refusal, _ error: String,
        to html: inout HTMLWriter
    ) {
        var field = FieldState(
            name: Self.cell(cell.field, refusal.line), label: kind.label(of: cell.field),
            value: cell.text, error: error)
        guard let words = kind.wordedFields.first(where: { $0.name == cell.field }) else {
            field.hint = refusal.hasAdvice ? nil : kind.advice(on: cell.field)
            return html.textField(field)
        }
        html.selectField(
            field, words.choices.map { Choice(value: $0.value, label: $0.label) },
            none: refusal.found ?? "Choose one")
    }

    /// A row that is left out, with the way to take it in again.
    func writeLeftOut(_ line: Int, _ summary: String, to html: inout HTMLWriter) {
        html(.li) { html in
            html(.strong, text: "Line \(line)")
            html(.div) { html in
                html(.p) { $0(.bdi, text: summary) }
                html(.p, .class("small soft"), text: "Left out")
                html.switchRow(
                    "Leave out", name: "\(Self.leavePrefix)\(line)", value: "true", isOn: true)
            }
        }
    }
}
