import Foundation

/// Derives a type's schema by decoding it from a decoder that records the requested keys and types,
/// and returns samples as values.
///
/// Supports `SchemaDescribed` types, `CaseIterable` enumerations with a text or a whole number as
/// raw value, and objects of keys. Throws for anything else.
enum SchemaProbe {
    /// A type whose schema cannot be derived.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Returns the schema of the type's JSON.
    static func schema<Value: Decodable>(of type: Value.Type) throws -> JSONSchema {
        if let described = type as? any SchemaDescribed.Type {
            return try described.schema()
        }
        if let listed = type as? any (CaseIterable & RawRepresentable).Type {
            return try cases(of: listed)
        }
        let object = ObjectProbe(reading: "\(type)")
        let written = try writtenProperties(of: try Value(from: object))
        return .object(
            object.properties.merging(written, uniquingKeysWith: { read, _ in read }),
            isClosed: false)
    }

    /// Returns the texts, whole numbers and Booleans in a value's JSON, which include properties
    /// that are written but not decoded.
    private static func writtenProperties(of value: Any) throws -> [String: JSONSchema.Property] {
        guard let value = value as? any Encodable else { return [:] }
        let members = try JSONDecoder().decode(
            [String: RecordedStats.Value].self, from: Data(JSONCoding.encode(value)))
        return members.compactMapValues { member in
            switch member {
            case .text: JSONSchema.Property(.text, isRequired: true)
            case .number: JSONSchema.Property(.integer, isRequired: true)
            case .truth: JSONSchema.Property(.boolean, isRequired: true)
            case .null, .list, .object: nil
            }
        }
    }

    /// Returns an arbitrary value of the type.
    static func sample<Value: Decodable>(of type: Value.Type) throws -> Value {
        let sample: Any
        if let described = type as? any SchemaDescribed.Type {
            sample = try described.sample()
        } else if let listed = type as? any (CaseIterable & RawRepresentable).Type {
            sample = try firstCase(of: listed)
        } else {
            return try Value(from: ObjectProbe(reading: "\(type)"))
        }
        guard let value = sample as? Value else { throw Failure(description: "no \(type)") }
        return value
    }

    private static func cases<Listed: CaseIterable & RawRepresentable>(
        of type: Listed.Type
    ) throws -> JSONSchema {
        let values = type.allCases.map(\.rawValue)
        if let words = values as? [String] {
            return .words(words)
        }
        if let numbers = values as? [Int] {
            return .integers(numbers)
        }
        throw Failure(description: "\(type) has neither texts nor whole numbers as raw values")
    }

    private static func firstCase<Listed: CaseIterable>(of type: Listed.Type) throws -> Listed {
        guard let first = type.allCases.first else {
            throw Failure(description: "\(type) has no cases")
        }
        return first
    }
}

/// The decoder of one object.
private final class ObjectProbe: Decoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private let typeName: String
    fileprivate(set) var properties: [String: JSONSchema.Property] = [:]

    init(reading typeName: String) {
        self.typeName = typeName
    }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedProbe<Key>(object: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw SchemaProbe.Failure(description: "\(typeName) reads a list")
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw SchemaProbe.Failure(description: "\(typeName) reads a single value")
    }
}

/// Records each key. A key is optional if decoding asks whether it is `null` before it reads the
/// value.
private struct KeyedProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: ObjectProbe

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) -> Bool {
        object.properties[key.stringValue] = JSONSchema.Property(.anything, isRequired: false)
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let schema = try SchemaProbe.schema(of: type)
        if object.properties[key.stringValue] != nil {
            object.properties[key.stringValue]?.schema = nullable(schema)
        } else {
            object.properties[key.stringValue] = JSONSchema.Property(schema, isRequired: true)
        }
        return try SchemaProbe.sample(of: type)
    }

    private func nullable(_ schema: JSONSchema) -> JSONSchema {
        if case .nullable = schema { schema } else { .nullable(schema) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        throw SchemaProbe.Failure(description: "'\(key.stringValue)' nests keys by hand")
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw SchemaProbe.Failure(description: "'\(key.stringValue)' nests a list by hand")
    }

    func superDecoder() throws -> any Decoder {
        throw SchemaProbe.Failure(description: "a class with a superclass")
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }
}
