@testable import Contracts

/// Any JSON, for a look at its structure.
enum JSONValue: Decodable, Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    init(json: [UInt8]) throws {
        self = try JSONCoding.decodeResponse(JSONValue.self, from: json)
    }

    subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }
}

extension JSONSchema {
    /// What of the value the schema does not allow, by path. Unlike the draft, keys that an open
    /// object does not name count too, so that a type cannot write what its schema hides.
    func problems(in value: JSONValue, at path: String = "$") -> [String] {
        switch (self, value) {
        case (.anything, _), (.boolean, .bool), (.integer, .integer), (.number, .integer),
            (.number, .number), (.text, .text), (.nullable, .null):
            return []
        case (.formatted("uuid"), .text(let text)):
            return UserID(text: text) == nil ? ["\(path): not a UUID"] : []
        case (.formatted("date"), .text(let text)):
            return CivilDay(text: text) == nil ? ["\(path): not a day"] : []
        case (.formatted("date-time"), .text(let text)):
            return Instant(text: text) == nil ? ["\(path): not an instant"] : []
        case (.words(let words), .text(let text)):
            return words.contains(text) ? [] : ["\(path): '\(text)' is not listed"]
        case (.integers(let numbers), .integer(let number)):
            return numbers.contains(number) ? [] : ["\(path): \(number) is not listed"]
        case (.nullable(let schema), _): return schema.problems(in: value, at: path)
        case (.array(let element), .array(let values)):
            return values.enumerated().flatMap {
                element.problems(in: $1, at: "\(path)[\($0)]")
            }
        case (.map(let element), .object(let members)):
            return members.flatMap { element.problems(in: $1, at: "\(path).\($0)") }
        case (.object(let properties, _), .object(let members)):
            let missing = properties.filter { $1.isRequired && members[$0] == nil }.keys
            return missing.map { "\(path).\($0): missing" }
                + members.flatMap { key, member in
                    properties[key]?.schema.problems(in: member, at: "\(path).\(key)")
                        ?? ["\(path).\(key): unknown"]
                }
        default: return ["\(path): \(value) is not \(self)"]
        }
    }
}
