public import Contracts
import HTML
public import Imports

/// A file whose rows were checked.
@Memberwise
public struct CheckedFile: Sendable {
    /// The name as the browser sent it.
    public let name: String
    public let rowCount: Int
    public let report: ImportReport
    /// The staged rows; nil for posts, which are sent when they are stored.
    public let importID: OperationID?
    /// The fingerprint of the table's bytes.
    public let fingerprint: String
    /// What a person should know about how the file was read.
    public var notes: [String] = []
    /// The sheet, if the file is a workbook.
    public var sheet: ReadSheet?
    /// The rows that may name the columns; nil for a table whose columns have no names of its own.
    public var header: HeaderChoice?
    /// The rows as comma-separated values, for a form that checks them again; nil if they are too
    /// long for a form.
    public var rows: String?
    /// The rows that need somebody, if the form does not carry all; nil if there are none, or if
    /// they are too long.
    public var waiting: WaitingRows?
    /// The rows that wait on this page, if they do.
    public var keptID: KeptImportID?
    /// Why the rows were not stored when that was tried; nil if it was not.
    public var failure: ServiceError?
    /// The number of posts whose coach is unknown; they have none.
    public var unknownCoachCount: Int = 0
}

/// Rows of a long file that wait for a person, as the form carries them that stores the others.
@Memberwise
public struct WaitingRows: Sendable {
    /// Comma-separated values: a header and the rows.
    public let rows: String
    /// What was said about the file.
    public let answers: [String]
}

extension CheckedFile {
    var readyCount: Int { report.readyCount(of: rowCount) }
    public var takenCount: Int { report.takenCount(of: rowCount) }

    /// Whether a row that somebody wrote anew still cannot be imported.
    public var refusesMended: Bool {
        report.refusals.contains { report.mended.contains($0.line) }
    }

    /// Whether rows can be mended in the report, or were left out in it.
    var isMendable: Bool {
        let isOpen = !report.refusals.isEmpty || !report.leftOut.isEmpty || keptID != nil
        // Posts have no staged rows that another form could store.
        return rows != nil && (isOpen || importID == nil)
    }
}

/// What the page says about a file whose rows were checked.
extension ImportPage {
    /// The number of rows that the report said can be imported.
    public static let takenField = "taken"
    /// Whether the rows that are ready are stored although others are not.
    public static let readyOnlyField = "ready_only"
    /// The rows that are kept when the others are stored, and what was said about their file.
    public static let waitingField = "waiting"
    public static let answerField = "answer"

    func writeBanner(_ file: CheckedFile, to html: inout HTMLWriter) {
        let refused = file.report.refusedRowCount
        let open = refused == 1 ? "1 row needs you." : "\(refused) rows need you."
        if let failure = file.failure {
            html.failure(failure, FailureText.explained(failure, "Nothing was changed."))
        } else if refused > 0, file.readyCount > 0 {
            html.banner(
                .warning, title: open,
                "\(file.readyCount) of \(CountedNoun.text(file.rowCount, "rows")) are ready. You "
                    + "can import them "
                    + (file.rows == nil && file.waiting == nil
                        ? "and leave the others out." : "now and the others later."))
        } else if refused > 0, file.keptID != nil {
            html.banner(
                .warning, title: open,
                refused == 1 ? "Mend it, or leave it out." : "Mend them, or leave them out.")
        } else if refused > 0 {
            html.banner(
                .bad, title: "\(refused) of \(file.rowCount) rows cannot be imported",
                "Nothing was changed. No row is ready.")
        } else if file.readyCount == 0 {
            writeNothingNew(to: &html)
        } else {
            html.banner(
                .good, title: "\(CountedNoun.text(file.readyCount, "rows")) ready",
                Self.rest(of: file.report))
        }
    }

    /// What becomes of the rows that add nothing; nil if there are none.
    private static func rest(of report: ImportReport) -> String? {
        let parts = [
            (report.updated.count, "to change what is there"),
            (report.unchanged.count, "without a change"),
            (report.skipped.count, "already there and left out"),
            (report.leftOut.count, "left out"),
        ]
        let said = parts.filter { $0.0 > 0 }
            .map { "\(CountedNoun.text($0.0, "rows")) \($0.1)." }
        return said.isEmpty ? nil : said.joined(separator: " ")
    }

    /// What the button says that stores the rows.
    func storingText(_ file: CheckedFile) -> String {
        let count = file.readyCount
        guard file.report.refusedRowCount > 0 else {
            return "Import \(CountedNoun.text(count, "rows"))"
        }
        return count == 1 ? "Import the ready row" : "Import the \(count) ready rows"
    }

    /// Writes what was found in the rows.
    func write(_ file: CheckedFile, to html: inout HTMLWriter) {
        let report = file.report
        if !report.refusals.isEmpty, !file.isMendable { writeRefusals(report, to: &html) }
        if !report.updated.isEmpty { writeUpdated(report.updated, to: &html) }
        if !report.firstReady.isEmpty { writeReady(report, to: &html) }
        if !report.warned.isEmpty { writeWarned(report, to: &html) }
        writeUnknownCoaches(file.unknownCoachCount, to: &html)
        if !report.unchanged.isEmpty {
            write("Unchanged", report.unchanged.map { ($0.line, $0.name ?? "") }, to: &html)
        }
        if !report.skipped.isEmpty {
            write("Already there", report.skipped.map { ($0.line, $0.reason) }, to: &html)
        }
    }

    /// Writes the report as one form, in which rows are mended or left out.
    func writeReport(_ file: CheckedFile, to html: inout HTMLWriter) {
        html.postForm(
            to: Place.importing(kind), context, class: "form", place: 1, encoding: .multipart
        ) { html in
            writeCarried(file, to: &html)
            html(.div, .class("detail")) { html in
                html(.div) { html in
                    if hasWords(file.report.columns) {
                        html.sheet("Words") { writeWords(file.report.columns, to: &$0) }
                    }
                    writeOpenRows(file.report, to: &html) { html in
                        for row in file.report.leftOut.prefix(Self.listedMax) {
                            writeLeftOut(row.line, summary(row, file.report.columns), to: &html)
                        }
                    }
                    write(file, to: &html)
                }
                html(.div) { html in
                    writeActs(file, to: &html)
                    html.sheet("How the file is read") { html in
                        for note in file.notes { html(.p, .dir(.auto), text: note) }
                        if let sheet = file.sheet { write(sheet, to: &html) }
                        writeHeaderChoice(file.header, to: &html)
                        writeMatch(file.report.columns, to: &html)
                    }
                }
            }
        }
        if let id = file.keptID { writeDropping(id, to: &html) }
    }

    /// The rows, and what was said before and is not shown in a field.
    private func writeCarried(_ file: CheckedFile, to html: inout HTMLWriter) {
        var values = [
            (Self.nameField, file.name), (Self.rowsField, file.rows ?? ""),
            (Self.fingerprintField, file.fingerprint), (Self.takenField, "\(file.takenCount)"),
        ]
        if let id = file.keptID { values.append((Self.keptField, id.text)) }
        for (name, value) in values + file.notes.map({ (Self.noteField, $0) }) {
            html(.input, .type(.hidden), .name(name), .value(value))
        }
    }

    /// What is imported, and the buttons.
    private func writeActs(_ file: CheckedFile, to html: inout HTMLWriter) {
        let report = file.report
        html.sheet("Import") { html in
            let lines = [
                ("Ready", file.readyCount, true), ("Need you", report.refusedRowCount, false),
                ("Left out", report.leftOut.count, false),
                ("Already there", report.skipped.count, false),
                ("Unchanged", report.unchanged.count, false),
            ]
            html(.ul, .class("mini")) { html in
                for (label, count, isWanted) in lines where isWanted || count > 0 {
                    html(.li) { html in
                        html(.span, .class("text"), text: label)
                        html(.strong, text: "\(count)")
                    }
                }
            }
            writeSwitches(to: &html)
            if file.readyCount > 0 {
                html(
                    .button, .class(ButtonStyle.mainWide.rawValue), .buttonType(.submit),
                    .formAction(Place.commit(kind)), .dataAction("Importing...")
                ) { $0.text(storingText(file)) }
            }
            html.submit(
                "Check again", file.readyCount > 0 ? .wide : .mainWide, busy: "Checking...")
            html(
                .p, .class("small soft"),
                text: "Can be undone as a whole. A row that you write anew is imported with the "
                    + "others. " + Self.waitingText)
        }
    }

    static let waitingText = "Rows that need you stay on a page of their own for 30 days."

    /// The first values of a row.
    func summary(_ row: CSVReader.Row, _ columns: ImportColumns) -> String {
        let values = kind.fields.compactMap { columns.value($0.name, in: row.fields) }
        return values.prefix(Self.shownValuesMax).joined(separator: " · ")
    }
}
