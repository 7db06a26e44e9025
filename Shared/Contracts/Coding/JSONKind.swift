/// The kinds of JSON values.
enum JSONKind: Sendable {
    case text
    case number
    case truth
    case null
    case list
    case object

    /// The kind of the value that begins with this byte.
    private init(of first: UInt8) {
        self =
            switch first {
            case UInt8(ascii: "\""): .text
            case UInt8(ascii: "t"), UInt8(ascii: "f"): .truth
            case UInt8(ascii: "n"): .null
            case UInt8(ascii: "["): .list
            case UInt8(ascii: "{"): .object
            default: .number
            }
    }

    /// The kinds of an object's members by their keys; empty for JSON that is no object.
    static func ofMembers(of json: [UInt8]) -> [String: JSONKind] {
        var kinds: [String: JSONKind] = [:]
        var (scanner, isFirst) = (JSONScanner(), true)
        let bytes = json.span
        do throws(JSONScanner.Unusual) {
            scanner.skipBlanks(bytes)
            try scanner.take("{", bytes)
            while let key = try scanner.nextKey(bytes, &isFirst)?.string(bytes) {
                guard scanner.at < bytes.count else { return kinds }
                kinds[key] = JSONKind(of: bytes[scanner.at])
                try scanner.skipValue(bytes)
            }
        } catch {
            // Only what is read up to here is known.
        }
        return kinds
    }

    /// As messages name a value of this kind.
    var words: String {
        switch self {
        case .text: "a text"
        case .number: "a number"
        case .truth: "true or false"
        case .null: "null"
        case .list: "a list"
        case .object: "an object"
        }
    }

    /// Whether a value of this kind can have a schema.
    fileprivate func fits(_ schema: JSONSchema) -> Bool {
        switch (schema, self) {
        case (.anything, _), (.nullable, .null): true
        case (.nullable(let schema), _): fits(schema)
        case (.boolean, .truth), (.integer, .number), (.integers, .number), (.number, .number):
            true
        case (.text, .text), (.formatted, .text), (.words, .text): true
        case (.array, .list), (.map, .object), (.object, .object): true
        default: false
        }
    }
}

extension JSONSchema {
    /// Whether the text of a field that takes a number or a truth value says so, as those that the
    /// specifications quote do (EV-36).
    fileprivate func isSaid(in text: String) -> Bool {
        switch self {
        case .number, .integer, .integers:
            text.contains("number") || text.contains(where: \.isNumber)
        case .boolean: text.contains("true")
        default: false
        }
    }

    /// What values of this schema are, as messages name it.
    fileprivate var words: String {
        switch self {
        case .anything: "a value"
        case .boolean: JSONKind.truth.words
        case .integer, .integers: "a whole number"
        case .number: JSONKind.number.words
        case .text, .formatted, .words: JSONKind.text.words
        case .array: JSONKind.list.words
        case .map, .object: JSONKind.object.words
        case .nullable(let schema): schema.words
        }
    }
}

extension ServiceError {
    /// The error of a request, saying of each refused field whose value has another kind than the
    /// request takes what it should be: "Expected a text, not a number". A field whose own text
    /// says that it takes a number or a truth value keeps it.
    func namingKinds<Request: Decodable>(
        of request: Request.Type, in json: [UInt8]
    ) -> ServiceError {
        guard code == .validationFailed, !errors.isEmpty else { return self }
        let kinds = JSONKind.ofMembers(of: json).filter {
            errors[$0.key] != nil && $0.value != .null
        }
        guard !kinds.isEmpty, let schema = try? SchemaProbe.schema(of: request) else { return self }
        var named = self
        for (key, kind) in kinds {
            guard let expected = schema.properties[key]?.schema.withoutNull, !kind.fits(expected),
                errors[key].map(expected.isSaid) != true
            else { continue }
            let text = "Expected \(expected.words), not \(kind.words)"
            named.errors[key] = text
            if errors.count == 1 { named.message = "\(key): \(text)" }
        }
        return named
    }
}
