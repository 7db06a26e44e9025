extension FieldErrors {
    /// Validates the optional version that an edit is based on.
    mutating func optionalVersion(_ field: FormField<Int>, named name: String) -> Int? {
        optionalNumber(field, named: name, title: "Version", from: 1)
    }

    /// Validates the family's optional notes on a record; returns them as plain text.
    mutating func optionalNotes(_ field: FormField<String>, named name: String) -> String? {
        Sanitizer.plainText(
            optionalText(
                field, named: name, max: CoachLimit.notesMax,
                "Notes must be 5,000 characters or less"))
    }
}
