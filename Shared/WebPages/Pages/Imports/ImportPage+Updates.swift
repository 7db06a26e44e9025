import Contracts
import HTML
import Imports

/// What the page says about rows that change records, and about the columns of a file.
extension ImportPage {
    /// N-101: each changed field with its value before and after.
    func writeUpdated(_ rows: [ImportedRow], to html: inout HTMLWriter) {
        html.sheet("What changes") { html in
            html.rows(rows.prefix(Self.listedMax)) { write($0, to: &$1) }
            writeRest(of: rows.count, to: &html)
        }
    }

    private func write(_ row: ImportedRow, to html: inout HTMLWriter) {
        html(.strong, text: "Line \(row.line)")
        html(.div, .class("text")) { html in
            html(.p) { $0(.bdi, text: row.name ?? "") }
            for change in row.changes ?? [] {
                html(.p, .class("small")) { html in
                    html.text("\(kind.label(of: change.field)): ")
                    html(.bdi, text: change.before ?? "none")
                    html.text(" → ")
                    html(.bdi, text: change.after ?? "none")
                }
            }
        }
    }

    func writeFields(to html: inout HTMLWriter) {
        html.sheet("What the file looks like") { html in
            html(
                .p,
                text: "A workbook (.xlsx), or comma-separated values as spreadsheet programs save "
                    + "them\(kind == .coaches ? ", or an address book (.vcf)" : ""). One of the "
                    + "first lines names the columns; \(kind.rule).")
            if kind == .posts {
                html(
                    .p,
                    text: "Or JSON Lines: an object on each line, with these names as keys and "
                        + "times such as 2026-02-10T12:00:00Z.")
            }
            html(.p) { html in
                html.text(kind == .posts ? "Names: " : "Columns: ")
                for (place, field) in kind.fields.enumerated() {
                    if place > 0 { html.text(", ") }
                    html(.code, text: field.name)
                    if !field.isNamedByLabel { html.text(" (\(field.label))") }
                }
            }
            html(.p, text: kind.recognition)
            html(.p) { html in
                html.linkButton(
                    "Template", to: Place.template(kind), icon: .download,
                    download: true)
            }
        }
    }
}
