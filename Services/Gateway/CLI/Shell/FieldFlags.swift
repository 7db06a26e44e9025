import CommandKit
import Contracts

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

    /// The form with the given flags. Throws for a text that its field cannot
    /// accept.
    static func form(_ given: Invocation, isEdit: Bool) throws -> RecordForm<Record> {
        var form = RecordForm<Record>()
        for field in Record.fields {
            if field.control == .toggle {
                form[field.key] = FormField(given.toggle(field.flag))
            } else if let typed = given.text(field.flag),
                !form.fill(field, with: typed, isEdit: isEdit)
            {
                throw CommandFailure(
                    UsageError(
                        .badValue, field.refusal ?? "\(field.help) is not valid",
                        remedy: field.remedy, field: field.key))
            }
        }
        return form
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
