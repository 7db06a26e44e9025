/// A type that fields of a form can have.
public typealias FormValue = Codable & Sendable & Hashable

/// A field of a form as received: absent (or `null`), a value, or a value of the wrong type.
///
/// A value of the wrong type does not fail decoding. The form's validation refuses it together with
/// the other invalid fields, and `JSONCoding.decodeInput` says which type the field takes.
public struct FormField<Value: FormValue>: Hashable, Sendable {
    /// The value, if present and of the right type.
    public var value: Value?
    /// Whether the field held a value of the wrong type.
    public var isMalformed: Bool

    public init(_ value: Value?) {
        self.value = value
        isMalformed = false
    }
}

extension FormField {
    /// A field that held a value of the wrong type.
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
    /// Decodes an absent key as an absent field.
    public func decode<Value>(
        _ type: FormField<Value>.Type, forKey key: Key
    ) throws -> FormField<Value> {
        try decodeIfPresent(type, forKey: key) ?? FormField(nil)
    }
}

extension KeyedEncodingContainer {
    /// Omits the key of an absent field.
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
