/// Statistics of an event in a family's own terms: a JSON object with arbitrary keys.
public struct RecordedStats: Codable, Hashable, Sendable {
    /// A value in the object.
    public enum Value: Hashable, Sendable {
        case null
        case truth(Bool)
        case number(Double)
        case text(String)
        case list([Value])
        case object([String: Value])
    }

    public var entries: [String: Value]

    public init(_ entries: [String: Value]) { self.entries = entries }

    public init(from decoder: any Decoder) throws {
        entries = try decoder.singleValueContainer().decode([String: Value].self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(entries)
    }
}

extension RecordedStats: JSONReadable {
    public init(reading json: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONScanner.Unusual) {
        self = try json.decoded(RecordedStats.self, bytes)
    }
}

extension RecordedStats: JSONWritable {
    public func write(to json: inout JSONWriter) { entries.write(to: &json) }
}

extension RecordedStats.Value: JSONWritable {
    public func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .truth(let truth): json.bool(truth)
        case .number(let number): json.number(number)
        case .text(let text): json.string(text)
        case .list(let list): list.write(to: &json)
        case .object(let entries): entries.write(to: &json)
        }
    }
}

extension RecordedStats.Value: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([RecordedStats.Value].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: RecordedStats.Value].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .truth(let truth): try container.encode(truth)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let entries): try container.encode(entries)
        }
    }
}
