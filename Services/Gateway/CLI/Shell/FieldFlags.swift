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
                refusal: field.control == .choice ? field.refusal : nil, field.help)
        }
    }

    /// The form with the run's flags. Throws for a text that its field cannot accept, and for a day
    /// or time that is not understood.
    static func form(_ run: CommandRun, isEdit: Bool) throws -> RecordForm<Record> {
        let given = run.invocation
        let days = run.zone.reader(at: run.clock.now(), outlook: .either)
        var form = RecordForm<Record>()
        for field in Record.fields {
            if field.control == .toggle {
                form[field.key] = FormField(given.toggle(field.flag))
            } else if let typed = given.text(field.flag) {
                if field.control == .day { try run.requireDay(typed, field.flag, days) }
                if field.control == .time { try run.requireTime(typed, field.flag) }
                if form.fill(field, with: typed, isEdit: isEdit, days: days) { continue }
                throw CommandFailure(
                    UsageError(
                        .badValue, field.refusal ?? "\(field.help) is not valid",
                        remedy: field.remedy, field: field.key))
            }
        }
        return form
    }
}

extension CommandRun {
    /// The day that a flag gives, as `YYYY-MM-DD`; nil if it is not given. Throws if it is not
    /// understood.
    func day(_ flag: String, outlook: TypedTimeReader.Outlook) throws -> String? {
        guard let typed = invocation.text(flag) else { return nil }
        let days = zone.reader(at: clock.now(), outlook: outlook)
        try requireDay(typed, flag, days)
        return days.day(typed).value?.text ?? typed
    }

    /// Throws if a day is not understood or has several meanings. A text of the form YYYY-MM-DD
    /// and a blank text are left to the operation.
    fileprivate func requireDay(
        _ typed: String, _ flag: String, _ days: TypedTimeReader
    ) throws {
        let isDate = typed.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
        guard !isDate, !typed.trimmed.isEmpty else { return }
        try require(
            days.day(typed), typed, flag, "Date not understood", "try 2026-03-04 or 3/4/26")
    }

    /// Throws if a time of day is not understood or has several meanings.
    fileprivate func requireTime(_ typed: String, _ flag: String) throws {
        let isTime = typed.wholeMatch(of: /[0-9]{2}:[0-9]{2}/) != nil
        guard !isTime, !typed.trimmed.isEmpty else { return }
        try require(
            TypedTimeReader.time(typed), typed, flag, "Time not understood",
            "try 14:15 or 2:15pm")
    }

    private func require<Value>(
        _ reading: TypedReading<Value>, _ typed: String, _ flag: String, _ problem: String,
        _ examples: String
    ) throws {
        guard reading.value == nil else { return }
        let quoted = QuotedText.of(typed)
        let message =
            reading.ambiguity.map { "--\(flag): \(quoted) \($0); type one of them" }
            ?? "\(problem): --\(flag) \(quoted) (\(examples))"
        let field = invocation.command.flags.first { $0.name == flag }?.field
        throw CommandFailure(
            UsageError(
                .badValue, message, field: field ?? flag.replacing("-", with: "_")))
    }
}

extension RecordField {
    /// What to type instead of a text that is not of the field's type.
    fileprivate var remedy: String {
        control == .object
            ? "Give --\(flag) a figure such as 'Hits: 3', or a JSON object such as '{\"hits\": 3}'"
            : "Give --\(flag) a number such as 92.5"
    }
}
