public import Contracts
public import HTML
public import Imports

/// What is known about the file on the page of an import.
public enum ImportState: Sendable {
    /// No file was chosen.
    case empty
    /// The file cannot be imported, whatever its rows contain. Its columns are known if its header
    /// could be read.
    case refused(
        message: String, reason: String?, ImportColumns?, header: HeaderChoice? = nil)
    case checked(CheckedFile)
    /// The checked rows could not be stored.
    case failed(
        ServiceError, importID: OperationID, fingerprint: String, isReadyOnly: Bool = false)
    /// A file of posts, whose lines are stored or refused one by one.
    case sent(SentPosts)
    /// A family's own list of contacts, with what becomes of its rows.
    case planned(PlannedLog)
}

/// The page "Import schools", "Import coaches" and so on: choosing a file, matching its columns,
/// what is wrong with its rows, and storing them.
@Memberwise(labels: false)
public struct ImportPage: Sendable {
    /// The most refused values, and the most skipped rows, that the page lists.
    public static let listedMax = 100
    /// The most values of a row that are shown.
    static let shownValuesMax = 4

    let kind: ImportKind
    let state: ImportState
    /// Whether missing schools of coaches are added from the catalogue.
    private var addsSchools: Bool = false
    /// Whether rows update the records that they match.
    private var updates: Bool = false
    let context: PageContext

    /// The name of the field that assigns a column, counted from 0.
    public static func assignment(_ column: Int) -> String { "map-\(column)" }

    /// The name of the field that names the sheet of a workbook.
    public static let sheetField = "sheet"

    private var title: String { kind.pageTitle }

    /// Writes the page.
    public func write(to html: inout HTMLWriter) {
        html.subpage(
            title, isRefused: isRefused, in: .imports, context,
            below: { $0(.p, .class("sub"), .dir(.auto), text: subtitle) }
        ) { html in
            writeSteps(to: &html)
            writeBanner(to: &html)
            if case .planned(let log) = state { writeReport(log, to: &html) }
            if case .checked(let file) = state, file.isMendable { writeReport(file, to: &html) }
            html(.div, .class("detail")) { html in
                html(.div) { html in
                    switch state {
                    case .checked(let file) where !file.isMendable: write(file, to: &html)
                    case .sent(let posts): write(posts, to: &html)
                    case .planned, .checked: writeChoosing(to: &html)
                    case .failed: writeStoring(to: &html)
                    case .empty, .refused: writeChoosing(to: &html)
                    }
                }
                html(.div) { html in
                    switch state {
                    case .checked(let file) where !file.isMendable:
                        writeStoring(to: &html)
                        writeNotes(file.notes, to: &html)
                        writeChoosing(to: &html)
                    case .sent(let posts):
                        writeUndo(of: posts, to: &html)
                        writeChoosing(to: &html)
                    case .planned, .checked: break
                    case .failed: writeChoosing(to: &html)
                    case .empty, .refused: writeFields(to: &html)
                    }
                    html.command(CommandLine.text(command))
                }
            }
        }
    }

    // MARK: The head

    private var isRefused: Bool {
        switch state {
        case .empty: false
        case .refused, .failed: true
        case .checked(let file): file.report.refusedRowCount > 0 && file.readyCount == 0
        case .sent(let posts): posts.isRefused
        case .planned(let log): log.isRefused
        }
    }

    private var fileName: String? {
        switch state {
        case .checked(let file) where !file.name.isEmpty: file.name
        case .sent(let posts) where !posts.name.isEmpty: posts.name
        case .planned(let log) where !log.name.isEmpty: log.name
        default: nil
        }
    }

    private var subtitle: String {
        switch state {
        case .checked(let file): Self.subtitle(file.name, file.rowCount, isStored: false)
        case .sent(let posts):
            Self.subtitle(posts.name, posts.lineCount, isStored: !posts.summary.isCheck)
        case .planned(let log):
            Self.subtitle(log.name, log.plan.rowCount, isStored: false)
        case .empty, .refused, .failed: kind.summary
        }
    }

    private static func subtitle(_ name: String, _ rowCount: Int, isStored: Bool) -> String {
        "\(name) · \(CountedNoun.text(rowCount, "rows")) · "
            + (isStored ? "imported" : "checked, nothing changed yet")
    }

    private func writeSteps(to html: inout HTMLWriter) {
        let current =
            switch state {
            case .empty: 0
            case .refused(_, _, let columns, _): columns == nil ? 0 : 1
            case .checked: offersStoring ? 3 : 2
            case .sent(let posts): posts.summary.isCheck ? 2 : 3
            case .planned: offersStoring ? 3 : 2
            case .failed: 3
            }
        html(.ol, .class("steps"), .ariaLabel("Steps")) { html in
            for (place, text) in ["Choose file", "Match columns", "Check", "Import"].enumerated() {
                html(.li, .ariaCurrent(place == current ? .step : nil)) { html in
                    html(.b, text: "\(place + 1)")
                    html.text(text)
                }
            }
        }
    }

    private func writeBanner(to html: inout HTMLWriter) {
        switch state {
        case .empty: break
        case .sent(let posts): writeBanner(posts, to: &html)
        case .planned(let log): writeBanner(log, to: &html)
        case .refused(let message, let reason, _, _):
            html.banner(.bad, title: message, reason)
        case .failed(let error, _, _, _):
            html.failure(
                error,
                error.subject == .sameFile
                    ? "Its rows would be there twice."
                    : FailureText.explanation(of: error)
                        ?? "Nothing was changed. The checked rows wait for you to try again.")
        case .checked(let file): writeBanner(file, to: &html)
        }
    }

    func writeNothingNew(to html: inout HTMLWriter) {
        html.banner(.info, title: "Everything in the file is already there", nil)
    }

    // MARK: What was found

    func writeRefusals(_ report: ImportReport, to html: inout HTMLWriter) {
        html.sheet("What to fix") { html in
            html(.ul, .class("mini mend")) { html in
                for refusal in report.refusals.prefix(Self.listedMax) {
                    writeRefusal(
                        line: refusal.line, refusal.field, found: refusal.found, refusal.text,
                        to: &html)
                }
            }
            writeRest(of: report.refusals.count, to: &html)
        }
    }

    func writeRefusal(
        line: Int, _ field: String, found: String?, _ text: String, to html: inout HTMLWriter
    ) {
        html(.li) { html in
            html(.strong, text: "Line \(line)")
            html(.span, .title(field), text: kind.label(of: field))
            html(.bdi, .class("soft"), text: found.map { "“\($0)”" } ?? "")
            html(.div) { html in
                html(.p, text: text)
                if let advice = kind.advice(on: field) {
                    html(.small, .class("soft"), text: advice)
                }
            }
        }
    }

    func writeReady(_ report: ImportReport, to html: inout HTMLWriter) {
        html.sheet("First rows that are ready") { html in
            html(.ul, .class("mini")) { html in
                for row in report.firstReady {
                    html(.li) { html in
                        html(.strong, text: "Line \(row.line)")
                        html(.div, .class("text")) { html in
                            html(.bdi, text: summary(row, report.columns))
                        }
                    }
                }
            }
        }
    }

    /// N-81, N-152, N-155: rows that are imported, although they are probably there already, twice
    /// in the file, or unusual.
    func writeWarned(_ report: ImportReport, to html: inout HTMLWriter) {
        let title = report.kind == .metrics ? "Unusual values" : DuplicateText.title
        write(title, report.warned.map { ($0.line, $0.warning) }, to: &html)
    }

    func write(
        _ title: String, _ rows: [(line: Int, text: String)], to html: inout HTMLWriter
    ) {
        html.sheet(title) { html in
            html.rows(rows.prefix(Self.listedMax)) { row, html in
                html(.strong, text: "Line \(row.line)")
                html(.div, .class("text")) { $0(.bdi, text: row.text) }
            }
            writeRest(of: rows.count, to: &html)
        }
    }

    func writeRest(of count: Int, to html: inout HTMLWriter) {
        guard count > Self.listedMax else { return }
        html(.p, .class("soft"), text: "… and \(count - Self.listedMax) more")
    }

    // MARK: Forms

    private func writeStoring(to html: inout HTMLWriter) {
        switch state {
        case .empty, .refused, .sent, .planned: break
        case .checked(let file):
            guard file.readyCount > 0, let importID = file.importID else { return }
            var carried: [(name: String, value: String)] = []
            if let waiting = file.waiting {
                carried = [(Self.nameField, file.name), (Self.waitingField, waiting.rows)]
                carried += waiting.answers.map { (Self.answerField, $0) }
            }
            writeStoring(
                storingText(file), importID, file.fingerprint,
                isReadyOnly: file.report.refusedRowCount > 0, carried, to: &html)
        case .failed(let error, let importID, let fingerprint, let isReadyOnly):
            let isSame = error.subject == .sameFile
            writeStoring(
                isSame ? "Import it again" : "Try again", importID, fingerprint, isAgain: isSame,
                isReadyOnly: isReadyOnly, to: &html)
        }
    }

    private func writeStoring(
        _ text: String, _ importID: OperationID, _ fingerprint: String, isAgain: Bool = false,
        isReadyOnly: Bool, _ carried: [(name: String, value: String)] = [],
        to html: inout HTMLWriter
    ) {
        let values =
            carried + [
                ("import_id", importID.text), (Self.fingerprintField, fingerprint),
                ("again", isAgain ? "true" : ""), (Self.readyOnlyField, isReadyOnly ? "true" : ""),
            ]
        html.sheet("Import") { html in
            html.postForm(to: Place.commit(kind), context, place: 1) { html in
                for (name, value) in values where !value.isEmpty {
                    html(.input, .type(.hidden), .name(name), .value(value))
                }
                html.submit(text, .mainWide, busy: "Importing...")
                if carried.contains(where: { $0.name == Self.waitingField }) {
                    html(.p, .class("small soft"), text: Self.waitingText)
                }
            }
        }
    }

    private func writeChoosing(to html: inout HTMLWriter) {
        html.sheet(choosingTitle) { html in
            html.postForm(
                to: Place.importing(kind), context, class: "form", encoding: .multipart
            ) { html in
                html(.div, .class("field")) { html in
                    html(.label, .for("field-file"), text: kind.fileLabel)
                    html(
                        .input, .type(.file), .id("field-file"), .name("file"),
                        .accept(kind.acceptedFiles))
                }
                writeSwitches(to: &html)
                if kind == .log, !hasReport { writeDefaults(to: &html) }
                if let sheet, !hasReport { write(sheet, to: &html) }
                if !hasReport { writeHeaderChoice(header, to: &html) }
                if let columns, !hasReport {
                    writeWords(columns, to: &html)
                    writeMatch(columns, to: &html)
                }
                html.submit(
                    "Check the file", offersStoring || hasReport ? .wide : .mainWide,
                    busy: "Checking...")
                if kind == .posts {
                    let style = offersStoring && !hasReport ? ButtonStyle.mainWide : .wide
                    html(
                        .button, .class(style.rawValue),
                        .buttonType(.submit), .formAction(Place.commit(kind)),
                        .dataAction("Importing...")
                    ) { $0.text("Import the file") }
                }
            }
        }
    }

    /// The choices of what becomes of records that are there, or that rows name.
    func writeSwitches(to html: inout HTMLWriter) {
        if kind.updatesRecords {
            html.switchRow(
                "Update records that are already there", name: "update", value: "true",
                isOn: updates)
        }
        if kind == .coaches {
            html.switchRow(
                "Also add missing schools from the catalogue", name: "add_schools",
                value: "true", isOn: addsSchools)
        }
    }

    /// Whether the page has a report in which questions are answered.
    private var hasReport: Bool {
        switch state {
        case .planned: true
        case .checked(let file): file.isMendable
        case .empty, .refused, .sent, .failed: false
        }
    }

    private func writeNotes(_ notes: [String], to html: inout HTMLWriter) {
        guard !notes.isEmpty else { return }
        html.sheet("How the file is read") { html in
            for note in notes { html(.p, .dir(.auto), text: note) }
        }
    }

    private var choosingTitle: String {
        if hasReport { return "Another file" }
        // A browser does not keep the chosen file.
        if kind == .posts && offersStoring {
            return "Choose the file again to import it"
        }
        return columns == nil ? "Choose a file" : "Check again"
    }

    /// Whether the page offers to store rows, which is then its main action.
    private var offersStoring: Bool {
        switch state {
        case .empty, .refused: false
        case .sent(let posts): posts.isReady
        case .planned(let log): log.isReady
        case .checked(let file): file.readyCount > 0
        case .failed: true
        }
    }

    /// The words of the command that checks the file as the page does.
    private var command: [String] {
        var words = kind.command.split(separator: " ").map(String.init) + [fileName ?? "FILE"]
        if updates { words.append("--update") }
        if addsSchools, kind == .coaches { words.append("--add-schools") }
        if case .checked(let file) = state {
            words += file.report.leftOut.flatMap { ["--leave-out", "\($0.line)"] }
        }
        if let sheet, !sheet.others.isEmpty, sheet.schools == nil {
            words += ["--sheet", sheet.name]
        }
        if let header, header.isChosen { words += ["--header-row", "\(header.line)"] }
        if case .planned(let log) = state {
            let (type, direction) = (log.defaults.type, log.defaults.direction)
            if type != LogDefaults().type { words += ["--type", type.rawValue] }
            if direction != LogDefaults().direction {
                words += ["--direction", direction.rawValue]
            }
        }
        words += (columns?.assignments ?? []).flatMap { ["--map", $0] }
        return words + mapValueFlags + ["--dry-run"]
    }

    /// The `--map-value` flags for the texts explained on the page.
    private var mapValueFlags: [String] {
        (columns?.replaced ?? []).flatMap {
            ["--map-value", "\($0.field):\($0.text)=\($0.value)"]
        }
    }

    private var columns: ImportColumns? {
        switch state {
        case .empty, .failed: nil
        case .refused(_, _, let columns, _): columns
        case .checked(let file): file.report.columns
        case .sent(let posts): posts.columns
        case .planned(let log): log.plan.report.columns
        }
    }

    private var sheet: ReadSheet? {
        switch state {
        case .empty, .failed, .refused: nil
        case .checked(let file): file.sheet
        case .sent(let posts): posts.sheet
        case .planned(let log): log.sheet
        }
    }

    private var header: HeaderChoice? {
        switch state {
        case .empty, .failed, .sent: nil
        case .refused(_, _, _, let header): header
        case .checked(let file): file.header
        case .planned(let log): log.header
        }
    }

    /// The choice of another sheet, if the workbook has several.
    func write(_ sheet: ReadSheet, to html: inout HTMLWriter) {
        guard !sheet.others.isEmpty || sheet.schools != nil else { return }
        // Sheets that are read together are what is read without a choice.
        let read = sheet.schools == nil ? sheet.name : ""
        let others = (sheet.schools ?? []).map(\.name) + sheet.others
        html.selectField(
            FieldState(name: Self.sheetField, label: "Sheet", value: read),
            [Choice(value: read, label: sheet.name)]
                + others.map { Choice(value: $0, label: $0) }, none: nil)
    }

    /// Writes what the columns are, and the way to change it; `shown` are the positions of those
    /// that have a choice elsewhere on the page.
    func writeMatch(
        _ columns: ImportColumns, besides shown: Set<Int> = [], to html: inout HTMLWriter
    ) {
        let matched = columns.positions.count
        html(.p, .class("small")) { html in
            html.text("\(CountedNoun.text(matched, "columns")) matched by name.")
            if !columns.ignored.isEmpty, shown.isEmpty {
                html.text(" Not imported: ")
                html(.bdi, text: ImportColumns.listed(columns.ignored))
                html.text(".")
            }
        }
        html(.details) { html in
            html(.summary, .class("open")) { html in
                html.icon(.right)
                html.text("Change the match")
            }
            for (place, column) in columns.header.enumerated()
            where !column.isEmpty && !shown.contains(place) {
                let chosen = columns.field(at: place)
                html.selectField(
                    FieldState(
                        name: Self.assignment(place), label: column,
                        value: "\(column)=\(chosen ?? "")"),
                    [Choice(value: "\(column)=", label: "Not imported")]
                        + kind.fields.map {
                            Choice(value: "\(column)=\($0.name)", label: $0.label)
                        },
                    none: nil)
            }
        }
    }
}
