public import Contracts
import HTML
public import Imports

/// A family's own list of contacts that was checked.
@Memberwise
public struct PlannedLog: Sendable {
    /// The name as the browser sent it.
    public let name: String
    public let plan: LogPlan
    public let defaults: LogDefaults
    public var dates: LogDates?
    /// What a person should know about how the file was read.
    public var notes: [String] = []
    /// The sheet, if the file is a workbook.
    public var sheet: ReadSheet?
    /// The rows that may name the columns; nil for a table whose columns have no names of its own.
    public var header: HeaderChoice?
    /// The rows as comma-separated values, for the form that stores them; nil if they are too long
    /// for a form, so that the file has to be chosen again.
    public let rows: String?
    /// Whether the rows that wait can be kept.
    public var canWait: Bool = true
    /// The columns that are read as the field that their texts propose.
    public var proposed: [UnreadColumn] = []
    /// The rows that wait on this page, if they do.
    public var keptID: KeptImportID?
    /// Why the rows were not stored when that was tried; nil if it was not.
    public var failure: ServiceError?
    /// The imports that an attempt to store the rows completed before it failed, oldest first.
    public var stored: [OperationID] = []
}

extension PlannedLog {
    /// The most bytes of the rows in a form: 192 KiB.
    public static let formBytesMax = KeptImportLimit.rowsBytesMax

    var isRefused: Bool { failure != nil || plan.entries.isEmpty && plan.waitingCount > 0 }

    /// Whether there is something to store.
    public var isReady: Bool { !plan.isEmpty }

    /// Whether a person has to say something.
    var isOpen: Bool { plan.waitingCount > 0 || !plan.unreadColumns.isEmpty }
}

/// What the page says about a family's own list of contacts.
extension ImportPage {
    /// The fields of the form that stores the rows.
    public static let rowsField = "rows"
    public static let nameField = "name"
    public static let typeField = "type"
    public static let directionField = "direction"
    public static let dayOrderField = "day_order"
    /// What an attempt before has stored.
    public static let storedField = "stored"
    /// The rows that wait.
    public static let keptField = "kept"
    /// What was found out about how the file was read.
    public static let noteField = "note"

    func writeBanner(_ log: PlannedLog, to html: inout HTMLWriter) {
        let plan = log.plan
        if let failure = log.failure {
            html.failure(
                failure,
                FailureText.explained(
                    failure, "Try again: what is stored is not stored twice."))
        } else if log.isOpen {
            let count = plan.contactCount
            html.banner(
                .warning, title: Self.opening(plan) + ".",
                count == 0
                    ? "No row is ready yet."
                    : "\(count) of \(CountedNoun.text(plan.rowCount, "rows")) are ready. You can "
                        + "import them now and the others later.")
        } else if plan.isEmpty {
            writeNothingNew(to: &html)
        } else {
            let there = plan.thereCount
            html.banner(
                .good, title: "\(plan.countsText) ready",
                there == 0
                    ? nil : "\(CountedNoun.text(there, "rows")) already logged and left out.")
        }
    }

    /// What needs a person, in words.
    private static func opening(_ plan: LogPlan) -> String {
        var parts: [String] = []
        let columns = plan.unreadColumns.count
        if columns > 0 {
            parts.append(
                "\(CountedNoun.text(columns, "columns")) \(columns == 1 ? "is" : "are") not read")
        }
        let names = plan.openNames.count
        if names > 0 {
            parts.append(
                names == 1 ? "1 school name is open" : "\(names) school names are open")
        }
        let rows = plan.report.refusedRowCount
        if rows > 0 { parts.append(rows == 1 ? "1 row needs you" : "\(rows) rows need you") }
        return parts.joined(separator: ", ")
    }

    /// Writes the report: one form, in which everything that is open can be answered.
    func writeReport(_ log: PlannedLog, to html: inout HTMLWriter) {
        html.postForm(
            to: Place.importing(.log), context, class: "form", place: 1, encoding: .multipart
        ) { html in
            writeCarried(log, to: &html)
            html(.div, .class("detail")) { html in
                html(.div) { html in
                    writeColumns(log, to: &html)
                    writeUnreadWords(log.plan, to: &html)
                    writeSchools(log.plan, to: &html)
                    writeOpenRows(log.plan, to: &html)
                    writeEntries(log.plan, to: &html)
                }
                html(.div) { html in
                    writeActs(log, to: &html)
                    if let order = log.dates?.order { writeDates(order, to: &html) }
                    writeReading(log, to: &html)
                }
            }
        }
        writeUndo(of: log, to: &html)
        if let id = log.keptID { writeDropping(id, to: &html) }
    }

    /// The rows, and what was said before and is not shown in a field.
    private func writeCarried(_ log: PlannedLog, to html: inout HTMLWriter) {
        var values = [(Self.nameField, log.name)]
        if let rows = log.rows { values.append((Self.rowsField, rows)) }
        if let id = log.keptID { values.append((Self.keptField, id.text)) }
        if !log.stored.isEmpty { values.append((Self.storedField, Place.text(of: log.stored))) }
        for (name, value) in values + log.notes.map({ (Self.noteField, $0) }) {
            html(.input, .type(.hidden), .name(name), .value(value))
        }
    }

    /// What is imported, and the buttons.
    private func writeActs(_ log: PlannedLog, to html: inout HTMLWriter) {
        let plan = log.plan
        html.sheet("Import") { html in
            let lines = [
                ("Contacts", plan.contactCount, true),
                ("New schools", plan.newSchools.count, false),
                ("New coaches", plan.newCoaches.count, false),
                ("Already logged", plan.thereCount, false),
                ("Left out", plan.leftOut.count, false),
                ("Rows left for later", plan.waitingCount, false),
            ]
            html(.ul, .class("mini")) { html in
                for (label, count, isWanted) in lines where isWanted || count > 0 {
                    html(.li) { html in
                        html(.span, .class("text"), text: label)
                        html(.strong, text: "\(count)")
                    }
                }
            }
            if log.rows == nil {
                html(.div, .class("field")) { html in
                    html(.label, .for("field-again"), text: "The file once more")
                    html(
                        .input, .type(.file), .id("field-again"), .name("file"),
                        .accept(kind.acceptedFiles))
                }
            }
            if log.isReady {
                html(
                    .button, .class(ButtonStyle.mainWide.rawValue), .buttonType(.submit),
                    .formAction(Place.commit(.log)), .dataAction("Importing...")
                ) { $0.text("Import \(CountedNoun.text(plan.contactCount, "rows"))") }
            }
            html.submit(
                "Check again", log.isReady ? .wide : .mainWide, busy: "Checking...")
            html(
                .p, .class("small soft"),
                text: "Can be undone as a whole, from here or from History."
                    + (log.isOpen && log.canWait
                        ? " Rows left for later stay on this page for 30 days." : ""))
        }
    }

    /// The order of day and month, if the file does not show it.
    private func writeDates(_ order: DayOrder.Guess, to html: inout HTMLWriter) {
        guard !order.isCertain, let example = order.examples.first else { return }
        html.sheet("Dates") { html in
            html(.fieldset, .class("field")) { html in
                html(.legend, .class("legend-text"), text: "Read “\(example)” as")
                html(.div, .class("segments")) { html in
                    for choice in [DayOrder.monthFirst, .dayFirst] {
                        let moment = TypedTimeReader(today: nil, dayOrder: choice).moment(example)
                        html(.label) { html in
                            html(
                                .input, .type(.radio), .name(Self.dayOrderField),
                                .value(choice.rawValue), .checked(choice == order.order))
                            html.text(moment.value?.day.label ?? example)
                            html(
                                .small,
                                text: choice == .monthFirst ? "month first" : "day first")
                        }
                    }
                }
            }
        }
    }

    /// How the file is read, where it does not say it.
    private func writeReading(_ log: PlannedLog, to html: inout HTMLWriter) {
        html.sheet("How the file is read") { html in
            for text in log.notes + log.plan.assumptions(log.defaults) {
                html(.p, .dir(.auto), text: text)
            }
            writeDefaults(to: &html)
            if let sheet = log.sheet { write(sheet, to: &html) }
            writeHeaderChoice(log.header, to: &html)
            let shown = (log.proposed + log.plan.unreadColumns).map(\.position)
            writeMatch(log.plan.report.columns, besides: Set(shown), to: &html)
        }
    }

    /// The form that takes back what was stored before it failed.
    private func writeUndo(of log: PlannedLog, to html: inout HTMLWriter) {
        guard !log.stored.isEmpty else { return }
        html.sheet("Undo") { html in
            html(.p, text: "A part of the file is stored. Try again, or take it back.")
            html.postForm(
                to: Place.undo(log.stored.reversed()), context, place: Self.undoPlace
            ) { $0.submit("Undo what is stored", .wide) }
        }
    }

    /// The form that gives up the rows that wait.
    func writeDropping(_ id: KeptImportID, to html: inout HTMLWriter) {
        html.sheet("Rows left for later") { html in
            html(.p, text: "If you need none of these rows any more, give them up.")
            html.postForm(to: Place.dropKeptImport(id), context, place: Self.dropPlace) {
                $0.submit("Give these rows up", .wide)
            }
        }
    }

    /// The places of the forms among those of the page.
    private static let undoPlace = 2
    private static let dropPlace = 3

    /// What rows mean that have no type or direction.
    func writeDefaults(to html: inout HTMLWriter) {
        let defaults = if case .planned(let log) = state { log.defaults } else { LogDefaults() }
        html.selectField(
            FieldState(
                name: Self.typeField, label: "Type of rows without one",
                value: defaults.type.rawValue),
            InteractionType.allCases.map { Choice(value: $0.rawValue, label: $0.label) }, none: nil)
        html.selectField(
            FieldState(
                name: Self.directionField, label: "Direction of rows without one",
                value: defaults.direction.rawValue),
            Direction.allCases.map { Choice(value: $0.rawValue, label: $0.label) }, none: nil)
    }
}
