/// Statistics as people type them.
extension RecordedStats {
    /// The message for a text that is neither lines nor a JSON object.
    static let typedRefusal =
        "Write one figure per line, such as \"Hits: 3\", or a JSON object"

    /// Reads a line `name: value` for each figure, or a JSON object. Returns nil for any other
    /// text, and if a name stands twice.
    public init?(typed text: String) {
        if text.trimmed.hasPrefix("{") {
            guard let stats = try? JSONCoding.decodedText(RecordedStats.self, from: text) else {
                return nil
            }
            self = stats
            return
        }
        var entries: [String: Value] = [:]
        for line in text.split(whereSeparator: \.isNewline) where !line.allSatisfy(\.isWhitespace) {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let name = String(line[..<colon]).trimmed
            let value = String(line[line.index(after: colon)...]).trimmed
            guard !name.isEmpty, !value.isEmpty, entries[name] == nil else { return nil }
            entries[name] = TypedNumber.value(of: value).map(Value.number) ?? .text(value)
        }
        self.init(entries)
    }

    /// A line for each figure, by name.
    var lines: String {
        entries.sorted { $0.key < $1.key }
            .map { name, value in "\(name): \(value.typedText)" }
            .joined(separator: "\n")
    }

    /// The text that `init(typed:)` reads as these statistics: lines if they say everything, else
    /// a JSON object.
    public var typedText: String {
        let lines = lines
        if RecordedStats(typed: lines) == self { return lines }
        return (try? JSONCoding.encodedText(self)) ?? ""
    }
}

extension RecordedStats.Value {
    /// A text without quotation marks, or JSON.
    fileprivate var typedText: String {
        if case .text(let text) = self { return text }
        let json = (try? JSONCoding.encode([self])) ?? []
        return String(decoding: json.dropFirst().dropLast(), as: UTF8.self)
    }
}
