import CommandKit
import Contracts
import Imports

/// What becomes of the rows of a file that cannot be imported: asked at a terminal, and listed for
/// scripts.
enum RowQuestions {
    /// What a person wants with the rows.
    enum Decision: String {
        case mend
        case leaveOut = "leave-out"
        case stop
    }

    /// How a remedy ends if there are other rows.
    static let readyOnly = " --ready-only imports the other rows and leaves these out."

    // MARK: At a terminal

    /// Shows the rows and asks what becomes of them.
    static func decision(
        _ report: ImportReport, ready: Int, of rowCount: Int, mayMend: Bool = true,
        _ questions: Questions
    ) throws -> Decision {
        report.tell(questions.run)
        var choices: [ValueType.Choice] = []
        if mayMend, report.refusedRowCount <= ImportReport.mendableMax {
            choices.append(.init(Decision.mend.rawValue, "write their cells anew"))
        }
        if ready > 0 {
            let others = ready == 1 ? "other row" : "other \(ready) rows"
            choices.append(.init(Decision.leaveOut.rawValue, "import the \(others)"))
        }
        choices.append(.init(Decision.stop.rawValue, "stop"))
        let title = "\(report.refusedRowCount) of \(rowCount) rows cannot be imported"
        let chosen = try questions.choice(title, of: choices, empty: nil)
        return chosen.flatMap(Decision.init) ?? .stop
    }

    /// Has the cell of a refused row written anew, the row put together, or the row left out.
    static func mend(
        _ refusal: ImportReport.Refusal, _ report: ImportReport, _ answers: inout RowAnswers,
        _ questions: Questions
    ) throws {
        let label = report.kind.label(of: refusal.field)
        let found = refusal.found.map { " \"\($0)\"" } ?? ""
        questions.note(
            VisibleText.line("line \(refusal.line): \(label)\(found): \(refusal.text)"))
        if let joined = report.joined(refusal) {
            let field = report.kind.label(of: joined.field)
            let text = VisibleText.line(joined.text)
            if try questions.isYes("Join them to \(field), \"\(text)\"") {
                return answers.edits.join(refusal.line)
            }
        } else if let field = report.field(mending: refusal) {
            let cell = report.kind.label(of: field)
            let typed = try questions.line("\(cell), or nothing to leave the row out").trimmed
            if !typed.isEmpty { return answers.edits.set(field, in: refusal.line, to: typed) }
        }
        questions.note("line \(refusal.line) is left out")
        answers.leftOut.insert(refusal.line)
    }

    // MARK: For scripts

    /// The questions that rows leave open, for programs: whether values belong together, and what
    /// words mean.
    static func json(_ report: ImportReport) -> [JSONValue] {
        let joins = report.refusals.compactMap { refusal -> JSONValue? in
            guard let joined = report.joined(refusal) else { return nil }
            return .object([
                ("field", .string(joined.field)), ("flag", .string("join")),
                ("lines", .array([.integer(refusal.line)])), ("text", .string(joined.text)),
            ])
        }
        let words = report.unread.words.map { word in
            let field = report.kind.wordedFields.first { $0.name == word.field }
            return JSONValue.object([
                ("candidates", .array((field?.choices ?? []).map { .string($0.value) })),
                ("field", .string(word.field)), ("flag", .string("map-value")),
                ("text", .string(word.text)),
            ])
        }
        return joins + words
    }
}

extension RowAnswers {
    /// What the flags of a command say about rows.
    init(_ run: CommandRun) {
        func lines(_ flag: String) -> [Int] { run.invocation.texts(flag).compactMap { Int($0) } }
        self.init(leftOut: Set(lines("leave-out")))
        for line in lines("join") { edits.join(line) }
    }
}
