/// Collects the refusals of a form's fields, so that all are reported at once.
struct FieldErrors {
    private(set) var errors: [String: String] = [:]
    private var firstText: String?

    /// Refuses a field; the first refusal of a field stands.
    mutating func refuse(_ field: String, _ text: String) {
        guard errors[field] == nil else { return }
        errors[field] = text
        firstText = firstText ?? text
    }

    /// Throws `validation_failed` if a field was refused.
    func throwIfAny() throws(ServiceError) {
        guard let firstText else { return }
        let message =
            errors.count == 1 ? firstText : "\(errors.count) fields need your attention"
        throw ServiceError(.validationFailed, message, errors: errors)
    }
}

extension FieldErrors {
    /// A text without surrounding blanks, of a length within limits; refused otherwise.
    mutating func requiredText(
        _ field: FormField<String>, named name: String, length: ClosedRange<Int>,
        _ text: @autoclosure () -> String
    ) -> String {
        let value = (field.value ?? "").trimmed
        if field.isMalformed || !length.contains(value.count) || !TextLimit.fits(value, length) {
            refuse(name, text())
        }
        return value
    }

    /// A text that may be missing; empty means missing. Refused if it is too long.
    mutating func optionalText(
        _ field: FormField<String>, named name: String, max: Int, _ text: @autoclosure () -> String
    ) -> String? {
        guard !field.isMalformed else {
            refuse(name, text())
            return nil
        }
        guard let value = field.value, !value.isEmpty else { return nil }
        if value.count > max || !TextLimit.fits(value, 0...max) {
            refuse(name, text())
        }
        return value
    }

    /// A text without surrounding blanks that may be missing; blank means missing.
    mutating func optionalTrimmedText(
        _ field: FormField<String>, named name: String, max: Int, _ text: @autoclosure () -> String
    ) -> String? {
        let value = optionalText(field, named: name, max: max, text())?.trimmed
        return value?.isEmpty == true ? nil : value
    }

    /// A word of a closed list that may be missing; empty means missing.
    mutating func optionalWord<Word: RawRepresentable<String>>(
        _ field: FormField<String>, named name: String, _ text: @autoclosure () -> String
    ) -> Word? {
        guard !field.isMalformed else {
            refuse(name, text())
            return nil
        }
        guard let value = field.value, !value.isEmpty else { return nil }
        guard let word = Word(rawValue: value) else {
            refuse(name, text())
            return nil
        }
        return word
    }

    /// A word of a closed list that must be there.
    mutating func requiredWord<Word: RawRepresentable<String>>(
        _ field: FormField<String>, named name: String, _ text: @autoclosure () -> String
    ) -> Word? {
        let word: Word? = optionalWord(field, named: name, text())
        if word == nil {
            refuse(name, text())
        }
        return word
    }

    /// An id that may be missing; empty means missing.
    mutating func optionalIdentifier<Tag>(
        _ field: FormField<String>, named name: String, _ text: @autoclosure () -> String
    ) -> Identifier<Tag>? {
        guard !field.isMalformed else {
            refuse(name, text())
            return nil
        }
        guard let value = field.value, !value.isEmpty else { return nil }
        guard let identifier = Identifier<Tag>(text: value) else {
            refuse(name, text())
            return nil
        }
        return identifier
    }
}

/// How long a text may be: a count of characters as people see them, and a cap in octets, so that
/// one character with thousands of combining marks does not slip through.
enum TextLimit {
    /// Octets allowed for each character of a limit.
    static let octetsPerCharacter = 32

    static func fits(_ text: String, _ length: ClosedRange<Int>) -> Bool {
        text.utf8.count <= length.upperBound * octetsPerCharacter
    }
}
