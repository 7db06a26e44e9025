import CommandKit
import Contracts

/// The flags of the commands that fill in a record's form.
enum FieldFlags<Record: FormRecord> {
    /// A flag for each field of the form, except for those with the keys in `without`. `types` has
    /// the types of values that are completed or checked, and `defaults` the defaults that help
    /// shows, by flag.
    static func flags(
        _ types: [String: ValueType] = [:], defaults: [String: String] = [:],
        without: Set<String> = []
    ) -> [Flag] {
        Record.fields.filter { !without.contains($0.key) }.map { field in
            .value(
                field.flag, types[field.flag] ?? .text(field.placeholder),
                default: defaults[field.flag], refusal: field.wordRefusal, field.help)
        }
    }

    /// The form with the given flags.
    static func form(_ given: Invocation) -> RecordForm<Record> {
        var form = RecordForm<Record>()
        for field in Record.fields { form[field.key] = FormField(given.text(field.flag)) }
        return form
    }
}
