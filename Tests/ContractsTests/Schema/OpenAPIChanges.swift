/// What a program written for one document of the HTTP API no longer finds in another.
struct OpenAPIChanges {
    private(set) var all: [String] = []

    init(from old: JSONValue, to new: JSONValue) {
        for (path, methods) in old["paths"].members {
            for (method, operation) in methods.members {
                let place = "\(method) \(path)"
                guard let present = new["paths"]?[path]?[method] else {
                    all.append("\(place) is gone")
                    continue
                }
                compareParameters(operation, present, place)
                compareRequest(
                    operation["requestBody"].schema, present["requestBody"].schema,
                    "\(place): request")
                for (status, response) in operation["responses"].members {
                    compareResponse(
                        Optional(response).schema, present["responses"]?[status].schema,
                        "\(place): response")
                }
            }
        }
    }

    private mutating func compareParameters(
        _ old: JSONValue, _ new: JSONValue, _ place: String
    ) {
        let before = old["parameters"].elements
        let after = new["parameters"].elements
        for item in before where !after.contains(where: { $0["name"] == item["name"] }) {
            all.append("\(place): the parameter \(item["name"].text) is gone")
        }
        for item in after where item["required"] == .bool(true) {
            let known = before.first { $0["name"] == item["name"] }
            if known?["required"] != .bool(true) {
                all.append("\(place): the parameter \(item["name"].text) is now required")
            }
        }
    }

    private mutating func compareRequest(
        _ old: JSONValue?, _ new: JSONValue?, _ place: String
    ) {
        for (key, property) in old?["properties"].members ?? [] {
            guard let present = new?["properties"]?[key] else {
                all.append("\(place).\(key) is gone")
                continue
            }
            compareTypes(of: property, within: present, "\(place).\(key)")
        }
        for key in new?["required"].elements ?? []
        where old?["required"].elements.contains(key) != true {
            all.append("\(place).\(Optional(key).text) is now required")
        }
    }

    private mutating func compareResponse(
        _ old: JSONValue?, _ new: JSONValue?, _ place: String
    ) {
        compareTypes(of: new, within: old, place)
        for (key, property) in old?["properties"].members ?? [] {
            guard let present = new?["properties"]?[key] else {
                all.append("\(place).\(key) is gone")
                continue
            }
            compareResponse(property, present, "\(place).\(key)")
        }
        if let elements = old?["items"] {
            compareResponse(elements, new?["items"], "\(place)[]")
        }
    }

    /// Reports types that the one schema admits and the other does not.
    private mutating func compareTypes(
        of schema: JSONValue?, within other: JSONValue?, _ place: String
    ) {
        let admitted = other?["type"].alternatives ?? []
        if schema?["type"].alternatives.contains(where: { !admitted.contains($0) }) == true {
            all.append("\(place) has another type")
        }
    }
}

extension JSONValue? {
    /// The members of an object, ordered by key.
    fileprivate var members: [(key: String, value: JSONValue)] {
        guard case .object(let members)? = self else { return [] }
        return members.sorted { $0.key < $1.key }
    }

    fileprivate var elements: [JSONValue] {
        if case .array(let elements)? = self { elements } else { [] }
    }

    fileprivate var text: String {
        if case .text(let text)? = self { text } else { "" }
    }

    /// The elements of an array, or the value itself.
    fileprivate var alternatives: [JSONValue] {
        switch self {
        case .array(let elements)?: elements
        case .some(let value): [value]
        case nil: []
        }
    }

    /// The schema of a body.
    fileprivate var schema: JSONValue? {
        self?["content"].members.first?.value["schema"]
    }
}

extension JSONValue {
    fileprivate var members: [(key: String, value: JSONValue)] { Optional(self).members }
}
