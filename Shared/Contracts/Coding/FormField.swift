/// A field of a form as it came: absent (also `null`), a value, or a value of the wrong kind.
///
/// The wrong kind is kept and refused by the form's own validation, with the specification's text
/// for that field, beside the other refused fields.
public struct FormField<Value: Codable & Sendable & Hashable>: Hashable, Sendable {
    /// The value, if there is one of the right kind.
    public var value: Value?
    /// Whether something of the wrong kind stood there.
    public var isMalformed: Bool

    /// A field with this value, or an absent one.
    public init(_ value: Value?) {
        self.value = value
        isMalformed = false
    }
}

extension FormField {
    /// A field where something of the wrong kind stands.
    static var malformed: FormField {
        var field = FormField(nil)
        field.isMalformed = true
        return field
    }
}

extension FormField: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self.init(nil)
        } else if let value = try? container.decode(Value.self) {
            self.init(value)
        } else {
            self.init(nil)
            isMalformed = true
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension KeyedDecodingContainer {
    /// An absent key reads as an absent field.
    public func decode<Value>(
        _ type: FormField<Value>.Type, forKey key: Key
    ) throws -> FormField<Value> {
        try decodeIfPresent(type, forKey: key) ?? FormField(nil)
    }
}

extension KeyedEncodingContainer {
    /// An absent field writes no key.
    public mutating func encode<Value>(
        _ field: FormField<Value>, forKey key: Key
    ) throws {
        guard let value = field.value else { return }
        try encode(value, forKey: key)
    }
}

extension FormField: ExpressibleByUnicodeScalarLiteral, ExpressibleByStringLiteral,
    ExpressibleByExtendedGraphemeClusterLiteral
where Value == String {
    public init(stringLiteral value: String) {
        self.init(value)
    }
}
