import CommandKit
import Contracts
import ServiceKit

/// The flags of the commands that fill in a record's form.
enum FieldFlags<Record: FormRecord> {
    /// A flag for each field of the form, except for the fields with the keys in `without`. `types`
    /// and `defaults` are by flag: the types of values that are completed or checked, and the
    /// defaults that help shows.
    static func flags(
        _ types: [String: ValueType] = [:], defaults: [String: String] = [:],
        without: Set<String> = []
    ) -> [Flag] {
        Record.fields.filter { !without.contains($0.key) }.map { field in
            if field.control == .toggle {
                return .toggle(field.flag, negatable: true, field.help)
            }
            return .value(
                field.flag, types[field.flag] ?? .text(field.placeholder),
                default: defaults[field.flag],
                refusal: field.control == .choice ? field.refusal : nil,
                takesNone: field.control == .choice && field.isClearable, field.help)
        }
    }

    /// Returns the form filled from the run's flags. Throws one error for all values that are not
    /// valid. When a record is added without questions, the error also names the required flags
    /// that are missing; `asks` says whether the command can ask for them.
    static func form(
        _ run: CommandRun, isEdit: Bool, outlook: TypedTimeReader.Outlook = .either,
        asks: Bool = true
    ) throws -> RecordForm<Record> {
        let given = run.invocation
        let days = run.zone.reader(at: run.clock.now(), outlook: outlook)
        var form = RecordForm<Record>()
        var invalid: [(flag: String, error: UsageError)] = []
        for field in Record.fields {
            // A number that every record has cannot be blank in a new one either.
            let refusesBlank = isEdit || !field.isClearable
            if field.control == .toggle {
                form[field.key] = FormField(given.toggle(field.flag))
            } else if let typed = given.text(field.flag) {
                if let problem = field.timeProblem(of: typed, days, flag: field.flag) {
                    let error = UsageError(.badValue, problem, field: field.key)
                    invalid.append(("--\(field.flag)", error))
                } else if case .refused(let problem) = form.fill(
                    field, with: typed, isEdit: refusesBlank, days: days)
                {
                    let error = UsageError(
                        .badValue, problem, remedy: field.remedy, field: field.key)
                    invalid.append(("--\(field.flag)", error))
                }
            }
        }
        guard let error = UsageError.joined(invalid) else { return form }
        var failure = CommandFailure(error)
        if !isEdit, !(asks && run.mayAsk) { failure.add(missing: missing(in: form, given)) }
        throw failure
    }

    /// The required values that no flag gives; none if an argument may give them.
    private static func missing(
        in form: RecordForm<Record>, _ given: Invocation
    ) -> [MissingValue] {
        guard given.arguments.isEmpty else { return [] }
        let flags = Set(given.command.flags.map(\.name))
        let required = RecordForm<Record>.requiredKeys
        do {
            _ = try form.validated()
            return []
        } catch {
            return Record.fields.compactMap { field in
                guard required.contains(field.key), flags.contains(field.flag),
                    given.text(field.flag) == nil, given.toggle(field.flag) == nil,
                    let text = error.errors[field.key]
                else { return nil }
                return MissingValue(flag: field.flag, field: field.key, text: text)
            }
        }
    }
}

extension CommandRun {
    /// The day that a flag gives, as `YYYY-MM-DD`; nil if it is not given. Throws if it is not
    /// understood.
    func day(_ flag: String, outlook: TypedTimeReader.Outlook) throws -> String? {
        guard let typed = invocation.text(flag) else { return nil }
        let days = zone.reader(at: clock.now(), outlook: outlook)
        if let problem = TypedText.problem(ofDay: typed, days, flag: flag) {
            throw CommandFailure(badValue(problem, of: flag))
        }
        return days.day(typed).value?.text ?? typed
    }

    /// The error of a flag's value.
    private func badValue(_ problem: String, of flag: String) -> UsageError {
        let field = invocation.command.flags.first { $0.name == flag }?.field
        return UsageError(
            .badValue, problem, field: field ?? flag.replacing("-", with: "_"))
    }
}

/// What is wrong with a typed day or time: it is not understood or has several meanings. `flag` is
/// the flag that gave it; nil for an answer. A text of the form of the wire and a blank text are
/// left to the operation.
private enum TypedText {
    static func problem(
        ofDay typed: String, _ days: TypedTimeReader, flag: String?
    ) -> String? {
        let isDate = typed.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
        guard !isDate, !typed.trimmed.isEmpty else { return nil }
        return problem(
            days.day(typed), typed, flag, "Date not understood", "try 2026-03-04 or 3/4/26")
    }

    static func problem(ofTime typed: String, flag: String?) -> String? {
        let isTime = typed.wholeMatch(of: /[0-9]{2}:[0-9]{2}/) != nil
        guard !isTime, !typed.trimmed.isEmpty else { return nil }
        return problem(
            TypedTimeReader.time(typed), typed, flag, "Time not understood",
            "try 14:15 or 2:15pm")
    }

    private static func problem<Value>(
        _ reading: TypedReading<Value>, _ typed: String, _ flag: String?, _ problem: String,
        _ examples: String
    ) -> String? {
        guard reading.value == nil else { return nil }
        let quoted = QuotedText.of(typed)
        if let ambiguity = reading.ambiguity {
            let place = flag.map { "--\($0): " } ?? ""
            return "\(place)\(quoted) \(ambiguity); type one of them"
        }
        let place = flag.map { "--\($0) " } ?? ""
        return "\(problem): \(place)\(quoted) (\(examples))"
    }
}

extension RecordField {
    /// What is wrong with a day or time that was typed for this field; nil for other fields.
    func timeProblem(of typed: String, _ days: TypedTimeReader, flag: String? = nil) -> String? {
        switch control {
        case .day: TypedText.problem(ofDay: typed, days, flag: flag)
        case .time: TypedText.problem(ofTime: typed, flag: flag)
        default: nil
        }
    }

    /// What to type instead of a text that is not of the field's type.
    fileprivate var remedy: String {
        control == .object
            ? "Give --\(flag) a figure such as 'Hits: 3', or a JSON object such as '{\"hits\": 3}'"
            : "Give --\(flag) a number such as 92.5"
    }
}
