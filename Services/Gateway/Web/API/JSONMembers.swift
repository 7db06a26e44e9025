import Contracts

/// The members of a JSON object that is put together from texts.
struct JSONMembers {
    /// A value.
    enum Value {
        case text(String)
        /// A number in JSON's notation.
        case number(String)
        case truth(Bool)
        case list([String])
    }

    /// A field that is given as text.
    struct Field: Sendable {
        let key: String
        let schema: JSONSchema
        /// Whether commas separate several values in the text.
        let takesSeveral: Bool

        init(key: String, schema: JSONSchema, of operation: OperationDescriptor) {
            self.key = key
            self.schema = schema
            let isList = if case .array = schema.withoutNull { true } else { false }
            takesSeveral = isList || operation.commaSeparatedFields.contains(key)
        }

        /// The value in the field's type. A text that is not a value of the type remains a text,
        /// which the service refuses with the field's own message.
        fileprivate func value(_ text: String) -> Value {
            switch schema.withoutNull {
            case .integer, .integers: Int(text).map { .number(String($0)) } ?? .text(text)
            case .number: Double(text)?.isFinite == true ? .number(text) : .text(text)
            case .boolean: Bool(text).map(Value.truth) ?? .text(text)
            case .array: .list(text.split(separator: ",").map(String.init))
            default: .text(text)
            }
        }
    }

    private var members: [(key: String, json: [UInt8])] = []

    mutating func add(_ key: String, _ value: Value) {
        members.append((key, Self.json(value)))
    }

    mutating func add(_ field: Field, _ text: String) {
        add(field.key, field.value(text))
    }

    mutating func addMissing(_ key: String, _ value: Value) {
        if !members.contains(where: { $0.key == key }) { add(key, value) }
    }

    /// The object with these members and those of a body, which is empty or the JSON of an object.
    /// The service refuses a key that stands twice.
    func joined(with body: [UInt8]) throws(ServiceError) -> [UInt8] {
        guard !body.isEmpty else { return object }
        guard let start = body.firstIndex(where: { !Self.isBlank($0) }),
            body[start] == UInt8(ascii: "{")
        else {
            throw ServiceError(.validationFailed, "The body must be a JSON object")
        }
        guard !members.isEmpty else { return body }
        let rest = body[(start + 1)...].drop(while: Self.isBlank)
        let comma = rest.first == UInt8(ascii: "}") ? [] : [UInt8(ascii: ",")]
        return object.dropLast() + comma + rest
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }

    private var object: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        for member in members {
            writer.key(dynamic: member.key)
            writer.raw(json: member.json)
        }
        writer.endObject()
        return writer.bytes
    }

    private static func json(_ value: Value) -> [UInt8] {
        var writer = JSONWriter()
        switch value {
        case .text(let text): writer.string(text)
        case .number(let number): return Array(number.utf8)
        case .truth(let truth): writer.bool(truth)
        case .list(let texts):
            writer.beginArray()
            for text in texts { writer.string(text) }
            writer.endArray()
        }
        return writer.bytes
    }
}
