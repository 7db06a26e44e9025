extension FieldErrors {
    /// Validates the optional version that an edit is based on.
    mutating func optionalVersion(
        _ field: FormField<Int>, named name: String, from first: Int = 1
    ) -> Int? {
        optionalNumber(field, named: name, title: "Version", from: first)
    }

    /// Validates the keys of the properties that an edit clears, which are some of `known`.
    mutating func cleared(
        _ field: FormField<[String]>, of known: [String], isEdit: Bool = true
    ) -> Set<String> {
        let keys = field.value ?? []
        if field.isMalformed || !keys.allSatisfy(known.contains) || !isEdit && !keys.isEmpty {
            refuse(
                FieldKey.clear.stringValue, "An edit can clear: \(known.joined(separator: ", "))")
        }
        return Set(keys)
    }

    /// Validates the family's optional notes on a record; returns them as plain text.
    mutating func optionalNotes(_ field: FormField<String>, named name: String) -> String? {
        Sanitizer.plainText(
            optionalText(
                field, named: name, max: CoachLimit.notesMax,
                "Notes must be 5,000 characters or less"))
    }
}
