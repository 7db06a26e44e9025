/// The form of a JSON value on the wire: the subset of JSON Schema (draft 2020-12) that the types
/// of the contracts need. `JSONCoding` encodes and decodes it.
public indirect enum JSONSchema: Hashable, Sendable {
    /// Any value; the type does not describe itself.
    case anything
    case boolean
    case integer
    case number
    case text
    /// A text in a format that the draft names, such as `uuid` or `date-time`.
    case formatted(String)
    /// One of these texts.
    case words([String])
    /// One of these whole numbers.
    case integers([Int])
    /// A list whose elements have this schema.
    case array(JSONSchema)
    /// An object with arbitrary keys whose values have this schema.
    case map(JSONSchema)
    /// An object with these properties; a closed one permits no others.
    case object([String: Property], isClosed: Bool)
    /// A value with this schema or `null`.
    case nullable(JSONSchema)

    /// The address of the draft, the value of `$schema`.
    public static let draft = "https://json-schema.org/draft/2020-12/schema"

    /// A property of an object.
    public struct Property: Hashable, Sendable {
        /// The schema of its value.
        public var schema: JSONSchema
        /// Whether the key is required.
        public var isRequired: Bool

        public init(_ schema: JSONSchema, isRequired: Bool) {
            self.schema = schema
            self.isRequired = isRequired
        }
    }

    /// The properties of an object; empty for other schemas.
    public var properties: [String: Property] {
        if case .object(let properties, _) = self { properties } else { [:] }
    }

    /// This schema without room for further keys, if it is an object's.
    public var closed: JSONSchema {
        if case .object(let properties, _) = self {
            .object(properties, isClosed: true)
        } else {
            self
        }
    }
}

extension JSONSchema: Codable {
    private enum Keyword: String, CodingKey {
        case type, format, items, properties, required, additionalProperties
        case words = "enum"
    }

    /// Decodes the output of `encode(to:)`; other keywords are ignored.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keyword.self)
        guard container.contains(.type) else {
            self = .anything
            return
        }
        let types: [String]
        if let several = try? container.decode([String].self, forKey: .type) {
            types = several
        } else {
            types = [try container.decode(String.self, forKey: .type)]
        }
        let schema = try JSONSchema.read(types.first ?? "", from: container)
        self = types.contains("null") ? .nullable(schema) : schema
    }

    private static func read(
        _ type: String, from container: KeyedDecodingContainer<Keyword>
    ) throws -> JSONSchema {
        switch type {
        case "boolean": return .boolean
        case "number": return .number
        case "integer":
            let numbers = try container.decodeIfPresent([Int?].self, forKey: .words)
            return numbers.map { .integers($0.compactMap(\.self)) } ?? .integer
        case "string":
            if let words = try container.decodeIfPresent([String?].self, forKey: .words) {
                return .words(words.compactMap(\.self))
            }
            return try container.decodeIfPresent(String.self, forKey: .format)
                .map(JSONSchema.formatted) ?? .text
        case "array":
            return .array(try container.decode(JSONSchema.self, forKey: .items))
        case "object": return try readObject(from: container)
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container, debugDescription: "no such type")
        }
    }

    private static func readObject(
        from container: KeyedDecodingContainer<Keyword>
    ) throws -> JSONSchema {
        guard container.contains(.properties) else {
            return .map(try container.decode(JSONSchema.self, forKey: .additionalProperties))
        }
        let schemas = try container.decode([String: JSONSchema].self, forKey: .properties)
        let required = try container.decodeIfPresent([String].self, forKey: .required) ?? []
        var properties = schemas.mapValues { Property($0, isRequired: false) }
        for key in required {
            properties[key]?.isRequired = true
        }
        return .object(properties, isClosed: container.contains(.additionalProperties))
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
