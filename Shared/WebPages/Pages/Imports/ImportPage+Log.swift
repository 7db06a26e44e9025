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
    /// The sheet, if the file is a workbook.
    public var sheet: ReadSheet?
    /// The rows as comma-separated values, for the form that stores them; nil if they are too long
    /// for a form, so that the file has to be chosen again.
    public let rows: String?
    /// Why the rows were not stored when that was tried; nil if it was not.
    public var failure: ServiceError?
    /// The imports that an attempt to store the rows completed before it failed, oldest first.
    public var stored: [OperationID] = []
}

extension PlannedLog {
    /// The most bytes of the rows in a form: 192 KiB.
    public static let formBytesMax = 196_608

    var isRefused: Bool { failure != nil || !plan.report.refusals.isEmpty }

    /// Whether there is something to store.
    var isReady: Bool { plan.report.refusals.isEmpty && !plan.isEmpty }
}

/// What the page says about a family's own list of contacts.
extension ImportPage {
    /// The fields of the form that stores the rows.
    public static let rowsField = "rows"
    public static let nameField = "name"
    public static let typeField = "type"
    public static let directionField = "direction"
    /// What an attempt before has stored.
    public static let storedField = "stored"

    func writeBanner(_ log: PlannedLog, to html: inout HTMLWriter) {
        let count = log.plan.report.refusedRowCount
        if let failure = log.failure {
            html.failure(
                failure,
                FailureText.explained(
                    failure, "Try again: what is stored is not stored twice."))
        } else if count > 0 {
            writeRefused(count, of: log.plan.rowCount, to: &html)
        } else if log.plan.isEmpty {
            writeNothingNew(to: &html)
        } else {
            let there = log.plan.thereCount
            html.banner(
                .good, title: "\(log.plan.countsText) ready",
                there == 0
                    ? nil : "\(CountedNoun.text(there, "rows")) already logged and left out.")
        }
    }

    func write(_ log: PlannedLog, to html: inout HTMLWriter) {
        let plan = log.plan
        if !plan.report.refusals.isEmpty { writeRefusals(plan.report, to: &html) }
        let assumptions = plan.assumptions(log.defaults)
        if !assumptions.isEmpty {
            html.sheet("What the file leaves open") { html in
                html(.ul, .class("mini")) { html in
                    for text in assumptions {
                        html(.li) { html in html(.div, .class("text"), text: text) }
                    }
                }
            }
        }
        guard !plan.entries.isEmpty else { return }
        html.sheet("What becomes of the rows") { html in
            html(.ul, .class("mini")) { html in
                for entry in plan.entries.prefix(Self.listedMax) {
                    write(entry, of: plan, to: &html)
                }
            }
            writeRest(of: plan.entries.count, to: &html)
        }
    }

    private func write(_ entry: LogPlan.Entry, of plan: LogPlan, to html: inout HTMLWriter) {
        let school = plan.school(of: entry)
        let coach = plan.coach(of: entry)
        html(.li) { html in
            html(.strong, text: "Line \(entry.row.line)")
            html(.div, .class("text")) { html in
                html(.bdi, text: coach.map { "\($0.name), \(school.name)" } ?? school.name)
                var facts = entry.row.occurredAt.map { [context.zone.text($0)] } ?? []
                if school.isNew { facts.append("new school") }
                if coach?.isNew == true { facts.append("new coach") }
                facts.append(
                    entry.isThere
                        ? "already logged"
                        : InteractionType(rawValue: entry.row.type)?.label ?? entry.row.type)
                html(.small, .class("soft"), text: facts.joined(separator: " · "))
            }
        }
    }

    /// The form that stores the rows.
    func writeStoring(_ log: PlannedLog, to html: inout HTMLWriter) {
        guard log.isReady, let rows = log.rows else { return }
        html.sheet("Import") { html in
            html.postForm(
                to: Place.commit(.log), context, place: 1, encoding: .multipart
            ) { html in
                let columns = log.plan.report.columns
                var values = [
                    (Self.rowsField, rows), (Self.nameField, log.name),
                    (Self.typeField, log.defaults.type.rawValue),
                    (Self.directionField, log.defaults.direction.rawValue),
                ]
                for (place, column) in columns.header.enumerated() where !column.isEmpty {
                    values.append(
                        (Self.assignment(place), "\(column)=\(columns.field(at: place) ?? "")"))
                }
                if !log.stored.isEmpty {
                    values.append((Self.storedField, Place.text(of: log.stored)))
                }
                for (name, value) in values {
                    html(.input, .type(.hidden), .name(name), .value(value))
                }
                writeChosenWords(columns, to: &html)
                html.submit(
                    "Import \(CountedNoun.text(log.plan.contactCount, "rows"))", .mainWide,
                    busy: "Importing...")
            }
        }
    }

    /// The form that takes back what was stored before it failed.
    func writeUndo(of log: PlannedLog, to html: inout HTMLWriter) {
        guard !log.stored.isEmpty else { return }
        html.sheet("Undo") { html in
            html(.p, text: "A part of the file is stored. Try again, or take it back.")
            html.postForm(
                to: Place.undo(log.stored.reversed()), context, place: Self.undoPlace
            ) { $0.submit("Undo what is stored", .wide) }
        }
    }

    /// The place of the form among those of the page.
    private static let undoPlace = 2

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
