import CommandKit
import Contracts

/// The flags of the commands that fill in a record's form.
enum FieldFlags<Record: FormRecord> {
    /// A flag for each field of the form. `replacing` has flags with further rules, such as
    /// completion, for fields of the same flag; `without` has the keys of fields without a flag.
    static func flags(_ replacing: [Flag] = [], without: Set<String> = []) -> [Flag] {
        Record.fields.filter { !without.contains($0.key) }.map { field in
            replacing.first { $0.name == field.flag }
                ?? .value(field.flag, .text(field.placeholder), field.help)
        }
    }

    /// The form with the given flags.
    static func form(_ given: Invocation) -> RecordForm<Record> {
        var form = RecordForm<Record>()
        for field in Record.fields { form[field.key] = FormField(given.text(field.flag)) }
        return form
    }
}
