/// The field of a form that is being validated.
struct FieldReading {
    let field: FormField<String>
    /// The field's name in error replies.
    let key: String
    /// Whether the form describes a new record.
    let isNew: Bool
    /// Whether a new record needs the field.
    let isRequired: Bool
}

/// How the values of a field are validated.
public struct FieldKind<Value: Sendable>: Sendable {
    /// Returns the valid value; nil if the form leaves the property as it is or the field is
    /// invalid.
    let read: @Sendable (FieldReading, inout FieldErrors) -> Value?
    /// The message for a word that is not in the list, for fields with a closed list.
    var wordRefusal: String?
}

extension FieldKind {
    /// A property that may be absent. Blank text clears it in an edit.
    private static func optional<Wrapped>(
        isClearable: Bool = true,
        _ read:
            @escaping @Sendable (
                FormField<String>, String, inout FieldErrors
            ) -> Wrapped?
    ) -> FieldKind where Value == Wrapped? {
        FieldKind { reading, errors in
            if let value = read(reading.field, reading.key, &errors) { return .some(value) }
            let isCleared = isClearable && !reading.isNew && reading.field.isEmptied
            return isCleared ? .some(nil) : nil
        }
    }

    /// An optional id.
    public static func identifier<Tag>(
        _ type: Identifier<Tag>.Type, _ refusal: String
    ) -> FieldKind where Value == Identifier<Tag>? {
        optional { $2.optionalIdentifier($0, named: $1, refusal) }
    }

    /// An optional word from a closed list.
    public static func optionalWord<Word: RawRepresentable<String>>(
        _ type: Word.Type, _ refusal: String
    ) -> FieldKind where Value == Word? {
        var kind = optional { $2.optionalWord($0, named: $1, refusal) }
        kind.wordRefusal = refusal
        return kind
    }

    /// A word from a closed list, with a default value.
    public static func word(
        _ type: Value.Type, _ refusal: String
    ) -> FieldKind where Value: RawRepresentable<String> {
        FieldKind(
            read: { $1.optionalWord($0.field, named: $0.key, refusal) }, wordRefusal: refusal)
    }
}

extension FieldKind<String> {
    /// A text that every record has: trimmed, with a length within limits.
    public static func requiredText(_ length: ClosedRange<Int>, _ refusal: String) -> FieldKind {
        FieldKind { reading, errors in
            let text = reading.field.value
            let isLeftOut = text == nil || reading.isNew && text?.isEmpty == true
            let isNeeded = reading.isNew && reading.isRequired
            if isLeftOut, !isNeeded, !reading.field.isMalformed { return nil }
            return errors.requiredText(
                reading.field, named: reading.key, length: length, refusal)
        }
    }
}

extension FieldKind<String?> {
    /// A text as typed, which an edit cannot clear.
    public static func lastingText(max: Int, _ refusal: String) -> FieldKind {
        optional(isClearable: false) { $2.optionalText($0, named: $1, max: max, refusal) }
    }

    /// A trimmed text.
    public static func text(max: Int, _ refusal: String) -> FieldKind {
        optional { $2.optionalTrimmedText($0, named: $1, max: max, refusal) }
    }

    public static var email: FieldKind { optional { $2.optionalEmail($0, named: $1) } }
    /// A North American phone number.
    public static var phone: FieldKind { optional { $2.optionalPhone($0, named: $1) } }
    public static var twitterHandle: FieldKind {
        optional { $2.optionalTwitterHandle($0, named: $1) }
    }
    public static var instagramHandle: FieldKind {
        optional { $2.optionalInstagramHandle($0, named: $1) }
    }
    public static var webAddress: FieldKind { optional { $2.optionalWebAddress($0, named: $1) } }
    /// The two letters of a state.
    public static var state: FieldKind { optional { $2.optionalState($0, named: $1) } }
    /// The family's notes on a record.
    public static var notes: FieldKind { optional { $2.optionalNotes($0, named: $1) } }
}
