/// A form field during validation.
struct FieldReading {
    let field: any AnyFormField
    /// The field's name in error replies.
    let key: String
    /// Whether the form describes a new record.
    let isNew: Bool
    /// Whether a new record needs the field.
    let isRequired: Bool
    /// Whether the form lists the field among those to clear.
    let isCleared: Bool

    /// Returns the field as this type, or an absent field if its values have another type.
    func typed<Raw: FormValue>(_ type: Raw.Type = Raw.self) -> FormField<Raw> {
        field as? FormField<Raw> ?? FormField(nil)
    }

    /// Whether the field may be left out: it has no value, and the form is an edit or the record
    /// needs none.
    func isLeftOut<Raw: FormValue>(_ field: FormField<Raw>, isBlank: Bool) -> Bool {
        let isAbsent = field.value == nil || isNew && isBlank
        return isAbsent && !field.isMalformed && !(isNew && isRequired)
    }
}

/// How the values of a field are validated.
public struct FieldKind<Value: Encodable & Sendable>: Sendable {
    /// The type of the field in a form.
    var type: any AnyFormField.Type = FormField<String>.self
    /// What a person fills in.
    var control = FieldControl.text
    /// Whether an edit can clear the property.
    var isClearable = false
    /// The message for an unknown word or a value of the wrong type.
    var refusal: String?
    /// Returns a text with which a form is valid, for templates of files; nil for none. It gets the
    /// field's label.
    var example: @Sendable (String) -> String? = { _ in nil }
    /// Returns the valid value; nil if the form leaves the property as it is or the field is
    /// invalid.
    let read: @Sendable (FieldReading, inout FieldErrors) -> Value?
}

/// What a person fills in for a field.
public enum FieldControl: Sendable {
    /// A text, an address, or digits that are not a quantity, such as a phone number.
    case text
    /// A text of several lines.
    case multilineText
    /// A word from a closed list.
    case choice
    /// A day, `YYYY-MM-DD`.
    case day
    /// A time of day, `HH:MM`.
    case time
    case number
    case toggle
    /// Statistics: lines of a name and a value, or a JSON object.
    case object
}

extension FieldKind {
    /// A property that may be absent. An edit clears it with blank text or with its key in the
    /// form's list of fields to clear, not with both a value and the key.
    static func optional<Wrapped, Raw: FormValue>(
        _ control: FieldControl = .text, isClearable: Bool = true, refusal: String? = nil,
        example: @escaping @Sendable (String) -> String? = { _ in nil },
        _ read: @escaping @Sendable (FormField<Raw>, String, inout FieldErrors) -> Wrapped?
    ) -> FieldKind where Value == Wrapped? {
        FieldKind(
            type: FormField<Raw>.self, control: control, isClearable: isClearable,
            refusal: refusal, example: example
        ) { reading, errors in
            let field = reading.typed(Raw.self)
            if reading.isCleared, field.value != nil, !field.isEmptied {
                errors.refuse(reading.key, FieldErrors.clearedValueRefusal)
                return nil
            }
            if let value = read(field, reading.key, &errors) { return .some(value) }
            guard isClearable, !reading.isNew, errors.errors[reading.key] == nil else { return nil }
            // A value of which nothing is left, such as markup only, clears the property as well.
            return reading.isCleared || field.value != nil ? .some(nil) : nil
        }
    }

    /// An optional id.
    public static func identifier<Tag>(
        _ type: Identifier<Tag>.Type
    ) -> FieldKind where Tag: NamedTag, Value == Identifier<Tag>? {
        let refusal = Tag.refusal
        return optional { $2.optionalIdentifier($0, named: $1, refusal) }
    }

    /// An optional word from a closed list.
    public static func optionalWord<Word: RawRepresentable<String> & CaseIterable>(
        _ type: Word.Type, _ refusal: String
    ) -> FieldKind where Value == Word? {
        optional(.choice, refusal: refusal, example: { _ in Word.allCases.first?.rawValue }) {
            $2.optionalWord($0, named: $1, refusal)
        }
    }

    /// A word from a closed list. A new record without it has a default; an edit cannot clear it.
    public static func word(
        _ type: Value.Type, _ refusal: String
    ) -> FieldKind where Value: RawRepresentable<String> & CaseIterable {
        choice(refusal) { field, reading, errors in
            if field.isEmptied, !reading.isNew { errors.refuse(reading.key, refusal) }
            return errors.optionalWord(field, named: reading.key, refusal)
        }
    }

    /// A word from a closed list, which every record has.
    public static func requiredWord(
        _ type: Value.Type, _ refusal: String
    ) -> FieldKind where Value: RawRepresentable<String> & CaseIterable {
        choice(refusal) { field, reading, errors in
            if reading.isLeftOut(field, isBlank: false) { return nil }
            return errors.requiredWord(field, named: reading.key, refusal)
        }
    }

    private static func choice(
        _ refusal: String,
        _ read: @escaping @Sendable (FormField<String>, FieldReading, inout FieldErrors) -> Value?
    ) -> FieldKind where Value: RawRepresentable<String> & CaseIterable {
        FieldKind(
            control: .choice, refusal: refusal, example: { _ in Value.allCases.first?.rawValue }
        ) { reading, errors in
            read(reading.typed(), reading, &errors)
        }
    }
}

extension FieldKind<String> {
    /// A text that every record has: trimmed, with a length within limits.
    public static func requiredText(_ length: ClosedRange<Int>, _ refusal: String) -> FieldKind {
        FieldKind(example: Self.words) { reading, errors in
            let field = reading.typed(String.self)
            if reading.isLeftOut(field, isBlank: field.value?.isEmpty == true) { return nil }
            return errors.requiredText(field, named: reading.key, length: length, refusal)
        }
    }

    /// What a metric measures: `Exit Velocity`, `exit-velo` and `EXIT_VELO` are the known type
    /// that they spell; any other text is a type of the family's own.
    static var metricType: FieldKind {
        let text = requiredText(EventLimit.metricTypeLength, MetricForm.invalidType)
        return FieldKind(example: Self.words) { reading, errors in
            ImportWords.metricType(text.read(reading, &errors))
        }
    }

    /// The example of a text in the family's own words.
    static var words: @Sendable (String) -> String? { { "Example \($0.lowercased())" } }

    /// A trimmed text with a default. If it is absent, the value is nil; if an edit clears it, the
    /// value is empty, and the operation stores the default.
    public static func textOrDefault(max: Int, _ refusal: String) -> FieldKind {
        FieldKind { reading, errors in
            let field = reading.typed(String.self)
            let value = errors.optionalTrimmedText(field, named: reading.key, max: max, refusal)
            return value ?? (reading.isNew || field.value == nil ? nil : "")
        }
    }
}

extension FieldKind<String?> {
    /// A text that is stored as typed and that an edit cannot clear.
    public static func lastingText(max: Int, _ refusal: String) -> FieldKind {
        optional(isClearable: false) { $2.optionalText($0, named: $1, max: max, refusal) }
    }

    /// A trimmed text.
    public static func text(max: Int, _ refusal: String) -> FieldKind {
        optional(example: FieldKind<String>.words) {
            $2.optionalTrimmedText($0, named: $1, max: max, refusal)
        }
    }

    /// A longer text without markup. `label` begins the message for a text that is too long.
    public static func plainText(_ label: String) -> FieldKind {
        optional(.multilineText, example: FieldKind<String>.words) {
            $2.optionalPlainText($0, named: $1, label)
        }
    }

    public static var email: FieldKind {
        optional(example: { _ in "coach@example.edu" }) { $2.optionalEmail($0, named: $1) }
    }
    /// A North American phone number.
    public static var phone: FieldKind {
        optional(example: { _ in "(919) 555-0100" }) { $2.optionalPhone($0, named: $1) }
    }
    public static var twitterHandle: FieldKind {
        optional(example: { _ in "example" }) { $2.optionalTwitterHandle($0, named: $1) }
    }
    public static var instagramHandle: FieldKind {
        optional(example: { _ in "example" }) { $2.optionalInstagramHandle($0, named: $1) }
    }
    public static var webAddress: FieldKind {
        optional(example: { _ in "https://example.edu" }) {
            $2.optionalWebAddress($0, named: $1)
        }
    }
    /// The two letters of a state.
    public static var state: FieldKind {
        optional(example: { _ in "NC" }) { $2.optionalState($0, named: $1) }
    }
    /// The family's notes on a record.
    public static var notes: FieldKind {
        optional(.multilineText, example: FieldKind<String>.words) {
            $2.optionalNotes($0, named: $1)
        }
    }
}

extension FieldKind<CivilDay> {
    /// A day that every record has.
    public static var requiredDay: FieldKind {
        FieldKind(control: .day, example: { _ in "2026-02-03" }) { reading, errors in
            let field = reading.typed(String.self)
            if reading.isLeftOut(field, isBlank: false) { return nil }
            return errors.day(field, named: reading.key, isOptional: false)
        }
    }
}

extension FieldKind<CivilDay?> {
    public static var day: FieldKind {
        optional(.day, example: { _ in "2026-02-03" }) { $2.day($0, named: $1, isOptional: true) }
    }
}

extension FieldKind<LocalTime?> {
    public static var time: FieldKind {
        optional(.time, example: { _ in "09:00" }) { $2.optionalTime($0, named: $1) }
    }
}

extension FieldKind<Double> {
    /// A finite number that every record has.
    public static var requiredNumber: FieldKind {
        FieldKind(
            type: FormField<Double>.self, control: .number, refusal: FieldErrors.numberRefusal,
            example: { _ in "1" }
        ) { reading, errors in
            let field = reading.typed(Double.self)
            if reading.isLeftOut(field, isBlank: false) { return nil }
            guard let value = field.value, value.isFinite else {
                errors.refuse(reading.key, FieldErrors.numberRefusal)
                return nil
            }
            return value
        }
    }
}

extension FieldKind<Double?> {
    /// An amount in dollars.
    public static var cost: FieldKind {
        optional(.number, refusal: FieldErrors.numberRefusal, example: { _ in "25" }) {
            $2.optionalCost($0, named: $1)
        }
    }
}

extension FieldKind<Int?> {
    /// A whole number within limits.
    public static func wholeNumber(_ values: ClosedRange<Int>, _ refusal: String) -> FieldKind {
        optional(.number, refusal: refusal, example: { _ in "\(values.lowerBound)" }) {
            (field: FormField<Int>, name, errors: inout FieldErrors) -> Int? in
            guard let value = field.value else {
                if field.isMalformed { errors.refuse(name, refusal) }
                return nil
            }
            guard values.contains(value) else {
                errors.refuse(name, refusal)
                return nil
            }
            return value
        }
    }
}

extension FieldKind<Bool> {
    /// A Boolean.
    public static var mark: FieldKind {
        FieldKind(type: FormField<Bool>.self, control: .toggle, example: { _ in "no" }) {
            $1.optionalMark($0.typed(), named: $0.key)
        }
    }
}

extension FieldKind<RecordedStats?> {
    /// Statistics in the family's own terms.
    public static var stats: FieldKind {
        optional(
            .object, refusal: RecordedStats.typedRefusal, example: { _ in "Hits: 3" }
        ) { $2.optionalStats($0, named: $1) }
    }
}
