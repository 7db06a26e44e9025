/// Collects the errors of a form's fields, so that all are reported at once.
struct FieldErrors {
    static let clearedValueRefusal = "Give a value or clear it, not both"

    private(set) var errors: [String: String] = [:]
    private var firstText: String?

    /// Records the error of a field; the first error of each field is kept.
    mutating func refuse(_ field: String, _ text: String) {
        guard errors[field] == nil else { return }
        errors[field] = text
        firstText = firstText ?? text
    }

    /// Returns what `read` makes of a form's fields. Throws `validation_failed` if it refuses any.
    static func check<Input>(
        _ read: (inout FieldErrors) -> Input
    ) throws(ServiceError) -> Input {
        var errors = FieldErrors()
        let input = read(&errors)
        try errors.throwIfAny()
        return input
    }

    /// Returns what `read` makes of a form's fields. Throws `validation_failed` if it refuses any;
    /// `read` returns nil only if it refused a required one.
    static func require<Input>(
        _ read: (inout FieldErrors) -> Input?
    ) throws(ServiceError) -> Input {
        guard let input = try check(read) else {
            throw ServiceError(.validationFailed, "A required field is missing")
        }
        return input
    }

    /// Throws `validation_failed` for a number outside of its limits.
    static func check(
        _ number: Int, named name: String, from min: Int = 0, to max: Int
    ) throws(ServiceError) {
        _ = try check { $0.optionalNumber(FormField(number), named: name, from: min, to: max) }
    }

    /// Throws `validation_failed` if any field is invalid.
    func throwIfAny() throws(ServiceError) {
        guard let firstText else { return }
        let message =
            errors.count == 1 ? firstText : "\(errors.count) fields need your attention"
        throw ServiceError(.validationFailed, message, errors: errors)
    }
}

extension FieldErrors {
    /// Validates a required text of one line (`String.visibleLine`), with a length within limits.
    mutating func requiredText(
        _ field: FormField<String>, named name: String, length: ClosedRange<Int>,
        _ text: @autoclosure () -> String
    ) -> String {
        let value = (field.value ?? "").visibleLine
        if field.isMalformed || !length.contains(value.count) || !TextLimit.fits(value, length) {
            refuse(name, text())
        }
        return value
    }

    /// Validates an optional text of at most `max` characters; empty means absent.
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

    /// Validates an optional text of one line (`String.visibleLine`); blank means absent.
    mutating func optionalTrimmedText(
        _ field: FormField<String>, named name: String, max: Int, _ text: @autoclosure () -> String
    ) -> String? {
        let value = optionalText(field, named: name, max: max, text())?.visibleLine
        return value?.isEmpty == true ? nil : value
    }

    /// Validates an optional word from a closed list; empty means absent.
    mutating func optionalWord<Word: RawRepresentable<String>>(
        _ field: FormField<String>, named name: String, _ text: @autoclosure () -> String
    ) -> Word? {
        optionalValue(field, named: name, text()) { Word(rawValue: $0) }
    }

    /// Validates a required word from a closed list.
    mutating func requiredWord<Word: RawRepresentable<String>>(
        _ field: FormField<String>, named name: String, _ text: @autoclosure () -> String
    ) -> Word? {
        let word: Word? = optionalWord(field, named: name, text())
        if word == nil {
            refuse(name, text())
        }
        return word
    }

    /// Validates an optional id; empty means absent.
    mutating func optionalIdentifier<Tag>(
        _ field: FormField<String>, named name: String, _ text: @autoclosure () -> String
    ) -> Identifier<Tag>? {
        optionalValue(field, named: name, text()) { Identifier<Tag>(text: $0) }
    }

    /// Validates a required id. Returns zero if it is refused.
    mutating func requiredIdentifier<Tag>(
        _ field: FormField<String>, named name: String, _ text: @autoclosure () -> String
    ) -> Identifier<Tag> {
        let identifier: Identifier<Tag>? = optionalIdentifier(field, named: name, text())
        if identifier == nil { refuse(name, text()) }
        return identifier ?? .zero
    }

    /// Validates an optional value that is written as a text, and that `read` understands; empty
    /// means absent.
    mutating func optionalValue<Value>(
        _ field: FormField<String>, named name: String, _ text: @autoclosure () -> String,
        _ read: (String) -> Value?
    ) -> Value? {
        guard field.isMalformed || field.value?.isEmpty == false else { return nil }
        return givenValue(field, named: name, text(), read)
    }

    /// Validates an optional value like `optionalValue`, but refuses an empty text that `read` does
    /// not understand.
    mutating func givenValue<Value>(
        _ field: FormField<String>, named name: String, _ text: @autoclosure () -> String,
        _ read: (String) -> Value?
    ) -> Value? {
        guard field.isMalformed || field.value != nil else { return nil }
        let value = field.value.flatMap(read)
        if value == nil { refuse(name, text()) }
        return value
    }

    /// Validates an optional truth value.
    @discardableResult
    mutating func optionalMark(_ field: FormField<Bool>, named name: String) -> Bool? {
        if field.isMalformed { refuse(name, "Expected true or false") }
        return field.value
    }

    /// Validates an optional whole number; nil if it is refused. `title` begins the error's text:
    /// `Limit`.
    @discardableResult
    mutating func optionalNumber(
        _ field: FormField<Int>, named name: String, title: String? = nil, from min: Int,
        to max: Int? = nil
    ) -> Int? {
        guard field.isMalformed || field.value != nil else { return nil }
        if let value = field.value, (min...(max ?? Int.max)).contains(value) { return value }
        let limits = "a whole number from \(min)" + (max.map { " to \($0)" } ?? "")
        refuse(name, title.map { "\($0) must be \(limits)" } ?? "Expected \(limits)")
        return nil
    }
}

/// The length limit of a text: a count of characters as people see them and a cap in bytes, so that
/// one character cannot carry thousands of combining marks.
enum TextLimit {
    /// Bytes allowed for each character of a limit.
    static let bytesPerCharacter = 32

    static func fits(_ text: String, _ length: ClosedRange<Int>) -> Bool {
        text.utf8.count <= length.upperBound * bytesPerCharacter
    }
}
