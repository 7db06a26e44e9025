/// What a value on the wire may look like: the part of JSON Schema (draft 2020-12) that the types
/// of the contracts need. Its JSON is written by `JSONCoding.encode`.
public indirect enum JSONSchema: Hashable, Sendable {
    /// Any value: the type gives no account of itself.
    case anything
    /// `true` or `false`.
    case boolean
    /// A whole number.
    case integer
    /// A number.
    case number
    /// A text.
    case text
    /// A text of a format that the draft names, such as `uuid` or `date-time`.
    case formatted(String)
    /// One of these texts.
    case words([String])
    /// One of these whole numbers.
    case integers([Int])
    /// A list of such values.
    case array(JSONSchema)
    /// An object with keys of any name and such values.
    case map(JSONSchema)
    /// An object with these properties; a closed one admits no others.
    case object([String: Property], isClosed: Bool)
    /// Such a value or `null`.
    case nullable(JSONSchema)

    /// The address of the draft, the value of `$schema`.
    public static let draft = "https://json-schema.org/draft/2020-12/schema"

    /// A key of an object.
    public struct Property: Hashable, Sendable {
        /// What stands under the key.
        public var schema: JSONSchema
        /// Whether the key must be there.
        public var isRequired: Bool

        /// A property with this schema.
        public init(_ schema: JSONSchema, isRequired: Bool) {
            self.schema = schema
            self.isRequired = isRequired
        }
    }

    /// The properties of an object; none for everything else.
    public var properties: [String: Property] {
        if case .object(let properties, _) = self { properties } else { [:] }
    }

    /// This schema, if it is an object's, without room for further keys.
    public var closed: JSONSchema {
        if case .object(let properties, _) = self {
            .object(properties, isClosed: true)
        } else {
            self
        }
    }
}

extension JSONSchema: Encodable {
    private enum Keyword: String, CodingKey {
        case type, format, items, properties, required, additionalProperties
        case words = "enum"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keyword.self)
        try write(to: &container, isNullable: false)
    }

    private func write(
        to container: inout KeyedEncodingContainer<Keyword>, isNullable: Bool
    ) throws {
        if let type = typeName {
            if isNullable {
                try container.encode([type, "null"], forKey: .type)
            } else {
                try container.encode(type, forKey: .type)
            }
        }
        switch self {
        case .anything, .boolean, .integer, .number, .text: break
        case .formatted(let format): try container.encode(format, forKey: .format)
        case .words(let words):
            try container.encode(
                words.map(Optional.some) + (isNullable ? [nil] : []), forKey: .words)
        case .integers(let numbers):
            try container.encode(
                numbers.map(Optional.some) + (isNullable ? [nil] : []), forKey: .words)
        case .array(let element): try container.encode(element, forKey: .items)
        case .map(let value): try container.encode(value, forKey: .additionalProperties)
        case .object(let properties, let isClosed):
            try container.encode(properties.mapValues(\.schema), forKey: .properties)
            let required = properties.filter(\.value.isRequired).keys.sorted()
            if !required.isEmpty {
                try container.encode(required, forKey: .required)
            }
            if isClosed {
                try container.encode(false, forKey: .additionalProperties)
            }
        case .nullable(let schema): try schema.write(to: &container, isNullable: true)
        }
    }

    private var typeName: String? {
        switch self {
        case .anything, .nullable: nil
        case .boolean: "boolean"
        case .integer, .integers: "integer"
        case .number: "number"
        case .text, .formatted, .words: "string"
        case .array: "array"
        case .map, .object: "object"
        }
    }
}
