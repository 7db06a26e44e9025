import CommandKit
import Contracts
import Imports
import ServiceKit

/// What a log leaves open: asked at a terminal, and listed for scripts.
enum LogQuestions {
    /// The most names, columns or rows of one kind that are told.
    private static let toldMax = 20

    // MARK: At a terminal

    /// Asks until nothing is open. `again` makes the plan with what was said.
    static func answered(
        _ plan: LogPlan, _ said: inout LogSaid, _ run: CommandRun,
        _ again: (LogSaid) throws -> LogPlan
    ) throws -> LogPlan {
        var answers = said
        defer { said = answers }
        return try Questions.asking(run) { questions in
            var plan = plan
            while let column = plan.openColumns.first {
                answers.mapped.append(try meaning(of: column, questions))
                plan = try again(answers)
            }
            while let name = plan.openNames.first {
                let answer = try school(name, questions)
                answers.values.append("school:\(name.name)=\(answer.value)")
                plan = try again(answers)
            }
            if !plan.report.refusals.isEmpty {
                let ready = plan.entries.count
                switch try RowQuestions.decision(
                    plan.report, ready: ready, of: plan.rowCount, questions)
                {
                case .mend: break
                case .leaveOut:
                    answers.rows.leftOut.formUnion(plan.report.refusals.map(\.line))
                    plan = try again(answers)
                case .stop: throw failure(plan, run)
                }
            }
            while let refusal = plan.report.refusals.first {
                try RowQuestions.mend(refusal, plan.report, &answers.rows, questions)
                plan = try again(answers)
            }
            return plan
        }
    }

    /// The assignment of a column whose texts are probably a field.
    private static func meaning(of column: UnreadColumn, _ questions: Questions) throws -> String {
        let field = column.proposal ?? ""
        let label = ImportKind.log.label(of: field)
        let isMeant = try questions.isYes(
            "\(shown(column)): read it as \(label) of the contacts")
        return "\(column.name)=\(isMeant ? field : "")"
    }

    private static func school(
        _ name: LogSchoolName, _ questions: Questions
    ) throws -> SchoolAnswer {
        let candidates = name.candidates.compactMap { candidate in
            SchoolAnswer(candidate).map {
                ValueType.Choice($0.value, VisibleText.line(candidate.text))
            }
        }
        let choices =
            candidates + [
                .init(SchoolAnswer.newWord, "a new school called \(VisibleText.line(name.name))"),
                .init("other", "another school"),
            ]
        let title = "Which school is \"\(VisibleText.line(name.name))\" (\(lines(name.lines)))?"
        let chosen = try questions.choice(title, of: choices, empty: nil)
        guard chosen == "other" else { return SchoolAnswer(chosen ?? "") }
        return SchoolAnswer(try questions.line("Its name"))
    }

    // MARK: For scripts

    /// The failure of a log that leaves something open, with all questions.
    static func failure(_ plan: LogPlan, _ run: CommandRun) -> CommandFailure {
        for name in plan.openNames.prefix(toldMax) { run.note(question(name)) }
        for column in plan.openColumns.prefix(toldMax) {
            run.note(
                "\(shown(column)) is not read: --map "
                    + VisibleText.line("'\(column.name)=\(column.proposal ?? "")'")
                    + " reads it, --map " + VisibleText.line("'\(column.name)='")
                    + " leaves it out")
        }
        tellUnread(plan.unreadColumns.filter { !plan.openColumns.contains($0) }, run)
        let rowCount = plan.rowCount
        var failure = plan.report.failure(rowCount: rowCount, ready: 0, run)
        failure.message =
            plan.waitingCount == 0
            ? "It is open what the columns of the file are; nothing was changed"
            : "\(plan.waitingCount) of \(rowCount) rows cannot be imported; nothing was changed"
        if !plan.openNames.isEmpty || !plan.openColumns.isEmpty {
            failure.remedy = "Answer these with --map-value and --map, then rerun with --dry-run."
        }
        if plan.waitingCount > 0, !plan.entries.isEmpty {
            failure.remedy = (failure.remedy ?? "") + RowQuestions.readyOnly
        }
        for name in plan.openNames {
            let text = LogNameError.several(name.name, name.candidates.map(\.name)).text
            failure.errors["school"] = failure.errors["school"] ?? text
            failure.rows += name.lines.map { CommandFailure.Row($0, "school", text) }
        }
        failure.rows.sort { $0.line < $1.line }
        failure.questions =
            plan.openNames.map(json) + plan.openColumns.map(json) + failure.questions
        return failure
    }

    private static func question(_ name: LogSchoolName) -> String {
        let candidates = name.candidates.compactMap { candidate in
            SchoolAnswer(candidate).map {
                "  --map-value 'school:\(name.name)=\($0.value)'  \(candidate.text)"
            }
        }
        let asked = "Which school is \"\(name.name)\" (\(lines(name.lines)))?"
        let new = "  --map-value 'school:\(name.name)=\(SchoolAnswer.newWord)'  a new school"
        return ([asked] + candidates + [new]).map { VisibleText.line($0) }.joined(separator: "\n")
    }

    private static func json(_ name: LogSchoolName) -> JSONValue {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return .object([
            (
                "candidates",
                .array(
                    name.candidates.map { candidate in
                        .object([
                            ("catalogue_id", text(candidate.catalogueID)),
                            ("city", text(candidate.city)), ("name", .string(candidate.name)),
                            ("school_id", text(candidate.schoolID?.text)),
                            ("state", text(candidate.state)),
                        ])
                    })
            ),
            ("field", .string("school")), ("flag", .string("map-value")),
            ("lines", .array(name.lines.map { .integer($0) })), ("text", .string(name.name)),
        ])
    }

    private static func json(_ column: UnreadColumn) -> JSONValue {
        .object([
            ("column", .string(column.name)), ("field", .string(column.proposal ?? "")),
            ("flag", .string("map")), ("row_count", .integer(column.rowCount)),
            ("samples", .array(column.samples.map { .string($0) })),
        ])
    }

    // MARK: What was settled

    /// Says what is not read, and how what is read was understood where the file does not say it in
    /// so many words.
    static func tell(_ plan: LogPlan, _ dates: LogDates?, _ run: CommandRun) {
        tellUnread(plan.unreadColumns, run)
        var notes: [String] = []
        if let order = dates?.order, !order.isCertain, let example = order.examples.first {
            notes.append(
                order.order == .monthFirst
                    ? "Dates such as \"\(example)\" are read with the month first; --day-first "
                        + "reads them with the day first"
                    : "Dates such as \"\(example)\" are read with the day first")
        }
        let inferred = plan.entries.filter { $0.row.inferredYear != nil }
        if let first = inferred.first, let year = first.row.inferredYear {
            notes.append(
                "\(CountedNoun.text(inferred.count, "rows")) without a year have that of the rows "
                    + "around them, such as \(year) in line \(first.row.line)")
        }
        let names = plan.schoolNames.filter { name in
            name.certainty != .open && name.school.map { plan.name(of: $0) != name.name } ?? false
        }
        notes += names.prefix(toldMax).map { name in
            "\"\(name.name)\" is read as \(name.school.map(plan.name(of:)) ?? "")"
        }
        if names.count > toldMax { notes.append("… and \(names.count - toldMax) more schools") }
        notes += plan.schoolNames.filter { $0.certainty == .new }.prefix(toldMax).map {
            "\"\($0.name)\" (\(lines($0.lines))) is a new school: the catalogue has none of "
                + "that name"
        }
        notes += plan.leftOut.prefix(toldMax).compactMap { row in
            row.repeated.map {
                "line \(row.row.line) says the same as line \($0) and is left out; "
                    + "--take-in \(row.row.line) imports it"
            }
        }
        if plan.waitingCount > 0 {
            notes.append("\(CountedNoun.text(plan.waitingCount, "rows")) left out, which need you")
        }
        for note in notes { run.note(VisibleText.line(note)) }
    }

    private static func tellUnread(_ columns: [UnreadColumn], _ run: CommandRun) {
        for column in columns.prefix(toldMax) { run.note("\(shown(column)) is not imported") }
    }

    private static func shown(_ column: UnreadColumn) -> String {
        let samples = column.samples.map { "\"\($0)\"" }.joined(separator: ", ")
        return "Column \"\(VisibleText.line(column.name))\" "
            + "(\(CountedNoun.text(column.rowCount, "rows")): \(VisibleText.line(samples)))"
    }

    /// The lines of a question, at most three of them by number.
    private static func lines(_ lines: [Int]) -> String {
        let shown = lines.prefix(3).map { "\($0)" }.joined(separator: ", ")
        return (lines.count == 1 ? "line " : "lines ") + shown + (lines.count > 3 ? ", …" : "")
    }
}
