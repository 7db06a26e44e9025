import CommandKit
import Contracts
import ServiceKit

/// The questions for the fields of a new record that the flags leave out, as the record declares
/// them: each answer is checked when it is given, with the texts of the form (N-47).
struct FieldQuestions<Record: FormRecord> {
    private let questions: Questions
    private let days: TypedTimeReader
    private var form: RecordForm<Record>
    /// The keys of the fields without a flag or an answer.
    private var open: Set<String>

    private var run: CommandRun { questions.run }

    /// Completes a form that was filled from the flags: asks for the fields with these keys, or for
    /// all, if a required one is missing and somebody can be asked. What is wrong with a flag is
    /// left to the operation, before anything is asked.
    static func completed<Op: Operation>(
        _ form: RecordForm<Record>, for operation: Op.Type, _ run: CommandRun,
        asking keys: Set<String>? = nil
    ) throws -> RecordForm<Record> {
        let given = run.invocation
        let left = Record.fields.filter {
            given.text($0.flag) == nil && given.toggle($0.flag) == nil
        }
        let open = Set(left.map(\.key))
        guard run.mayAsk, !open.isDisjoint(with: RecordForm<Record>.requiredKeys),
            problem(of: form, open: open) == nil
        else { return form }
        try run.requireAccess(to: Op.self)
        do {
            return try Questions.asking(run) { questions in
                var asked = FieldQuestions(
                    questions: questions,
                    days: run.zone.reader(at: run.clock.now(), outlook: .either), form: form,
                    open: open)
                for field in left where keys?.contains(field.key) != false {
                    try asked.ask(field)
                }
                return asked.form
            }
        } catch is TerminalPrompt.Failure {
            throw CommandFailure.left("Nothing was added")
        }
    }

    /// Asks for a field until the answer is good; an optional one may be left out.
    private mutating func ask(_ field: RecordField<Record>) throws {
        open.remove(field.key)
        while let typed = try answer(field) {
            guard let problem = take(typed, field) else { return }
            questions.note(problem)
        }
    }

    /// What was typed for a field; nil for an optional one that is left out.
    private func answer(_ field: RecordField<Record>) throws -> String? {
        let flag = run.invocation.command.flags.first { $0.name == field.flag }
        let choices = flag?.type?.choices ?? []
        let isRequired = RecordForm<Record>.requiredKeys.contains(field.key)
        let standard = choices.first { $0.word == flag?.defaultText }?.shown
        let empty: String? = isRequired ? nil : standard ?? "none"
        let question = field.label + (empty.map { " (empty: \($0))" } ?? "")
        if field.control == .toggle { return try questions.isYes(field.label) ? "true" : nil }
        if !choices.isEmpty {
            return try questions.choice(field.label, of: choices, empty: empty)
        }
        if flag?.type?.completes == Values.school.completes {
            return try questions.record(question) { try run.schoolID($0).text }
        }
        let typed = try questions.line(question)
        return isRequired || !typed.trimmed.isEmpty ? typed : nil
    }

    /// Sets a field of the form from typed text. Returns why it cannot be; nil if it is set.
    private mutating func take(_ typed: String, _ field: RecordField<Record>) -> String? {
        if let problem = field.timeProblem(of: typed, days) { return problem }
        var wanted = form
        if case .refused(let problem) = wanted.fill(field, with: typed, isEdit: false, days: days) {
            return problem
        }
        if let problem = Self.problem(of: wanted, open: open) { return problem }
        form = wanted
        return nil
    }

    /// Why the form would be refused even if all open fields were filled; nil if it would not.
    private static func problem(of form: RecordForm<Record>, open: Set<String>) -> String? {
        do {
            _ = try form.validated()
            return nil
        } catch {
            return error.errors.filter { !open.contains($0.key) }.min { $0.key < $1.key }?.value
        }
    }
}
