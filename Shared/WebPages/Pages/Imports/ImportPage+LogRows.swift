import Contracts
import HTML
import Imports

/// What the report of a log says about its columns and rows.
extension ImportPage {
    /// How the names of the fields begin that take in the row of a line.
    public static let takePrefix = "take-"

    // MARK: Columns

    /// The columns whose texts fill no field, each with the fields that they may fill.
    func writeColumns(_ log: PlannedLog, to html: inout HTMLWriter) {
        let unread = log.plan.unreadColumns
        let columns = (log.proposed + unread).sorted { $0.position < $1.position }
        guard !columns.isEmpty else { return }
        html.sheet(unread.isEmpty ? "Columns read by their words" : "Columns that are not read") {
            html in
            for column in columns {
                let samples = column.samples.map { "“\($0)”" }.joined(separator: ", ")
                let isProposed = log.proposed.contains(column)
                html.selectField(
                    FieldState(
                        name: Self.assignment(column.position), label: "“\(column.name)”",
                        value: isProposed ? "\(column.name)=\(column.proposal ?? "")" : "",
                        hint: "\(CountedNoun.text(column.rowCount, "rows")): \(samples)"),
                    [Choice(value: "\(column.name)=", label: "Leave it out")]
                        + kind.fields.map {
                            Choice(value: "\(column.name)=\($0.name)", label: $0.label)
                        },
                    none: isProposed ? nil : "What is it?")
            }
            if !log.proposed.isEmpty {
                html(
                    .p, .class("small soft"),
                    text: "Proposed from the words inside. Nothing is dropped without your word.")
            }
        }
    }

    /// The words that stand for none of the values of their fields.
    func writeUnreadWords(_ plan: LogPlan, to html: inout HTMLWriter) {
        let columns = plan.report.columns
        guard hasWords(columns) else { return }
        html.sheet("Words") { writeWords(columns, to: &$0) }
    }

    // MARK: Rows

    /// The rows that a person has to mend, and those that are left out.
    func writeOpenRows(_ plan: LogPlan, to html: inout HTMLWriter) {
        guard !plan.report.refusals.isEmpty || !plan.leftOut.isEmpty else { return }
        writeOpenRows(plan.report, to: &html) { html in
            for row in plan.leftOut.prefix(Self.listedMax) {
                guard row.repeated != nil else {
                    writeLeftOut(row.row.line, row.row.summary, to: &html)
                    continue
                }
                html(.li) { write(row, to: &$0) }
            }
        }
    }

    /// A row that says the same as an earlier one.
    private func write(_ row: LogPlan.LeftOutRow, to html: inout HTMLWriter) {
        html(.strong, text: "Line \(row.row.line)")
        html(.div) { html in
            html(.p) { $0(.bdi, text: row.row.summary) }
            html(
                .p, .class("small soft"),
                text: row.repeated.map { "Left out: the same contact as line \($0)" } ?? "Left out")
            html.switchRow(
                "Take in", name: "\(Self.takePrefix)\(row.row.line)", value: "true", isOn: false)
        }
    }

    /// The rows that are ready: as the file says it, and as it is read.
    func writeEntries(_ plan: LogPlan, to html: inout HTMLWriter) {
        guard !plan.entries.isEmpty else { return }
        html.sheet("Ready") { html in
            html(.p, .class("small soft"), text: "As the file says it → as it will be read.")
            html.rows(plan.entries.prefix(Self.shownEntriesMax)) { write($0, of: plan, to: &$1) }
            let rest = plan.entries.dropFirst(Self.shownEntriesMax)
            guard !rest.isEmpty else { return }
            html(.details) { html in
                html(.summary, .class("open")) { html in
                    html.icon(.right)
                    html.text(rest.count == 1 ? "1 more row" : "\(rest.count) more rows")
                }
                html.rows(rest.prefix(Self.listedMax)) { write($0, of: plan, to: &$1) }
                writeRest(of: rest.count, to: &html)
            }
        }
    }

    /// The most ready rows that are shown at once.
    private static let shownEntriesMax = 4

    private func write(_ entry: LogPlan.Entry, of plan: LogPlan, to html: inout HTMLWriter) {
        let school = plan.school(of: entry)
        let coach = plan.coach(of: entry)
        html(.strong, text: "Line \(entry.row.line)")
        html(.div, .class("text")) { html in
            html(.bdi, text: coach.map { "\($0.name), \(school.name)" } ?? school.name)
            var facts =
                entry.row.occurredAt.map {
                    [$0.dayLabel ?? context.zone.text($0.instant)]
                } ?? []
            if let year = entry.row.inferredYear {
                facts.append("\(year), as in the rows around it")
            }
            if entry.isThere {
                facts.append("already logged")
            } else {
                let type = InteractionType(rawValue: entry.row.type)?.label ?? entry.row.type
                facts.append("\(type), \(entry.row.direction)")
            }
            if school.isNew { facts.append("new school") }
            if coach?.isNew == true { facts.append("new coach") }
            let written = entry.row.writtenTime.map { "“\($0)” → " } ?? ""
            html(
                .small, .class("soft"), .dir(.auto),
                text: written + facts.joined(separator: " · "))
        }
    }
}
