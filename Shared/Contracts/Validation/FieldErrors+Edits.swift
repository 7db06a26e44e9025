extension FieldErrors {
    /// The version that an edit starts from; it may be missing.
    mutating func optionalVersion(_ field: FormField<Int>, named name: String) -> Int? {
        if field.isMalformed || field.value.map({ $0 < 1 }) == true {
            refuse(name, "Version must be a whole number from 1")
        }
        return field.value
    }

    /// The family's notes on a record, as plain text; they may be missing.
    mutating func optionalNotes(_ field: FormField<String>, named name: String) -> String? {
        Sanitizer.plainText(
            optionalText(
                field, named: name, max: CoachLimit.notesMax,
                "Notes must be 5,000 characters or less"))
    }
}

extension FormField<String> {
    /// Whether the field was given without a text, which takes an entry away. What is absent, or
    /// `null`, says nothing.
    var isEmptied: Bool { value?.trimmed.isEmpty == true }
}
