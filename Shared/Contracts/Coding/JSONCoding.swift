import Foundation

/// Encodes and decodes the JSON of the wire: UTF-8, keys in alphabetical order, slashes unescaped.
public enum JSONCoding {
    /// The maximum length of a request, in bytes.
    public static let requestBytesMax = 1_048_576

    /// The maximum number of unknown fields that an error names.
    static let unknownFieldsNamedMax = 16

    /// Returns the JSON of a value. Keys are sorted, so equal values have equal bytes.
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        guard let writable = value as? any JSONWritable else { return try encodeByCoder(value) }
        let json = writable.json
        // Numbers that JSON cannot represent are null in the one and an error in the other.
        assert(
            (try? encodeByCoder(value)).map { $0 == json } ?? true,
            "\(type(of: value)) writes itself otherwise than it is coded")
        return json
    }

    /// Returns the JSON of a value as `JSONEncoder` writes it, which is what `write(to:)` writes.
    static func encodeByCoder(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// Returns the JSON of a value as a text, for columns of tables.
    public static func encodedText(_ value: some Encodable) throws -> String {
        String(decoding: try encode(value), as: UTF8.self)
    }

    /// Returns a value as text: a text as it is, anything else as its JSON without quotation marks;
    /// nil for nil.
    static func text(_ value: some Encodable) throws -> String? {
        if let text = value as? String { return text }
        let json = try encodedText(value)
        if json == "null" { return nil }
        return json.hasPrefix("\"") ? String(json.dropFirst().dropLast()) : json
    }

    /// Decodes a reply. Unknown keys are ignored, so that replies of a newer service remain
    /// readable.
    public static func decodeResponse<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8]
    ) throws(ServiceError) -> Value {
        if let readable = type as? any JSONReadable.Type,
            let value = readable.init(json: bytes) as? Value
        {
            return value
        }
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw ServiceError(
                .internal, "The answer does not have the expected form: \(explain(error))")
        }
    }

    /// Decodes a value from JSON text, as `decodeResponse` does from bytes.
    public static func decodedText<Value: Decodable>(
        _ type: Value.Type, from text: String
    ) throws(ServiceError) -> Value {
        try decodeResponse(type, from: Array(text.utf8))
    }

    /// Strictly decodes and validates a request, and returns the operation's input. The error names
    /// each refused field and, if its value has the wrong type, what it should be.
    public static func decodeInput<Request: OperationRequest>(
        _ type: Request.Type, from bytes: [UInt8]
    ) throws(ServiceError) -> Request.Input {
        if bytes.count <= requestBytesMax, let input = type.input(reading: bytes) {
            return input
        }
        do throws(ServiceError) {
            return try decodeRequest(type, from: bytes).validated()
        } catch {
            throw error.namingKinds(of: type, in: bytes)
        }
    }

    /// Strictly decodes a request: an object without duplicate keys, U+0000 or unknown fields. The
    /// error names the field.
    public static func decodeRequest<Request: OperationRequest>(
        _ type: Request.Type, from bytes: [UInt8]
    ) throws(ServiceError) -> Request {
        guard bytes.count <= requestBytesMax else {
            throw ServiceError(
                .tooLarge, "The request is over \(requestBytesMax) bytes; send less at once")
        }
        let text = bytes.isEmpty ? Array("{}".utf8) : bytes
        let checked = try JSONGuard(checking: text)
        guard text.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") else {
            throw ServiceError(.validationFailed, "The request is not a JSON object")
        }
        let unknown = type.unknownFields(of: checked.topLevelKeys)
        guard unknown.isEmpty else {
            let known = type.fieldNames
            throw ServiceError(
                .validationFailed,
                "Unknown field '\(JSONGuard.shown(unknown[0]))'. Known fields: "
                    + (known.isEmpty ? "none" : known.sorted().joined(separator: ", ")),
                errors: Dictionary(
                    unknown.prefix(unknownFieldsNamedMax).map {
                        (JSONGuard.shown($0), "Unknown field")
                    },
                    uniquingKeysWith: { first, _ in first }))
        }
        if let flat = type as? any FlatFormRequest.Type, let form = checked.form,
            let request = flat.init(form) as? Request
        {
            return request
        }
        return try decode(type, from: text, "The request does not have the expected form")
    }

    /// Decodes a JSON document exchanged between programs, as strictly as a request except that any
    /// length and unknown keys are permitted. The error names the field.
    public static func decodeDocument<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8]
    ) throws(ServiceError) -> Value {
        _ = try JSONGuard(checking: bytes)
        return try decode(type, from: bytes, "The document does not have the expected form")
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], _ problem: String
    ) throws(ServiceError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw refusal(of: error)
        } catch {
            throw ServiceError(.validationFailed, problem)
        }
    }

    private static func refusal(of error: DecodingError) -> ServiceError {
        let (field, text) = fieldAndText(of: error)
        guard let field else { return ServiceError(.validationFailed, text) }
        return ServiceError(.validationFailed, "\(field): \(text)", errors: [field: text])
    }

    private static func explain(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        let (field, text) = fieldAndText(of: error)
        return field.map { "\($0): \(text)" } ?? text
    }

    private static func fieldAndText(of error: DecodingError) -> (String?, String) {
        switch error {
        case .keyNotFound(let key, let context):
            (path(context.codingPath + [key]), "This field is required")
        case .typeMismatch(let type, let context):
            (path(context.codingPath), "Expected \(name(of: type))")
        case .valueNotFound(let type, let context):
            (path(context.codingPath), "Expected \(name(of: type)), not null")
        case .dataCorrupted(let context):
            (path(context.codingPath), "Invalid value")
        @unknown default:
            (nil, "The request does not have the expected form")
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String? {
        let parts = keys.map { $0.intValue.map(String.init) ?? $0.stringValue }
        return parts.isEmpty ? nil : parts.joined(separator: ".")
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is Int.Type, is Int64.Type, is UInt64.Type: "a whole number"
        case is Double.Type: "a number"
        default: "another kind of value"
        }
    }
}
