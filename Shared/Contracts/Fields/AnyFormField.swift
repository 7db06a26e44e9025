/// A form field whose values are of any type.
protocol AnyFormField: Sendable {
    /// An absent field.
    static var absent: Self { get }
    static func decode(
        _ container: KeyedDecodingContainer<FieldKey>, forKey key: FieldKey
    ) throws -> Self
    func encode(to container: inout KeyedEncodingContainer<FieldKey>, forKey key: FieldKey) throws
}

extension FormField: AnyFormField {
    static var absent: FormField { FormField(nil) }

    static func decode(
        _ container: KeyedDecodingContainer<FieldKey>, forKey key: FieldKey
    ) throws -> FormField {
        try container.decode(FormField.self, forKey: key)
    }

    func encode(
        to container: inout KeyedEncodingContainer<FieldKey>, forKey key: FieldKey
    ) throws {
        try container.encode(self, forKey: key)
    }

    /// Whether the field was given as blank text, which clears the stored value. An absent field or
    /// `null` leaves it unchanged.
    var isEmptied: Bool { (value as? String)?.trimmed.isEmpty == true }
}
