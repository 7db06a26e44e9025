/// A value that reads itself from JSON as `JSONWriter` writes it, several times faster than
/// `JSONDecoder` and with the same result. `@JSONObject` implements `init(reading:)` for structs
/// that declare the conformance.
public protocol JSONReadable: Decodable {
    /// Throws if `JSONDecoder` must decide.
    init(reading json: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONScanner.Unusual)
}

extension JSONReadable {
    /// Creates a value from a whole JSON text; nil if `JSONDecoder` must decide.
    init?(json bytes: [UInt8]) {
        var scanner = JSONScanner()
        guard let value = try? Self(reading: &scanner, bytes.span) else { return nil }
        scanner.skipBlanks(bytes.span)
        guard scanner.at == bytes.count else { return nil }
        self = value
    }
}

/// Types with texts as raw values are read from their raw value.
extension JSONReadable where Self: RawRepresentable<String> {
    public init(reading json: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONScanner.Unusual) {
        guard let value = Self(rawValue: try json.string(bytes)) else {
            throw JSONScanner.Unusual()
        }
        self = value
    }
}

extension String: JSONReadable {
    public init(reading json: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONScanner.Unusual) {
        self = try json.string(bytes)
    }
}

extension Int: JSONReadable {
    public init(reading json: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONScanner.Unusual) {
        let isNegative = json.takes("-", bytes)
        let magnitude = try json.integer(bytes)
        self = isNegative ? -magnitude : magnitude
    }
}

extension Int64: JSONReadable {
    public init(reading json: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONScanner.Unusual) {
        self = Int64(try Int(reading: &json, bytes))
    }
}

extension Double: JSONReadable {
    public init(reading json: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONScanner.Unusual) {
        self = try json.number(bytes)
    }
}

extension Bool: JSONReadable {
    public init(reading json: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONScanner.Unusual) {
        self = try json.truth(bytes)
    }
}

extension Instant: JSONReadable {
    public init(reading json: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONScanner.Unusual) {
        guard let instant = try json.text(bytes).instant(bytes) else {
            throw JSONScanner.Unusual()
        }
        self = instant
    }
}

extension Identifier: JSONReadable {
    public init(reading json: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONScanner.Unusual) {
        guard let id: Self = try json.text(bytes).identifier(bytes) else {
            throw JSONScanner.Unusual()
        }
        self = id
    }
}

extension JSONReadable where Self: TextCodable {
    public init(reading json: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONScanner.Unusual) {
        guard let value = Self(text: try json.string(bytes)) else { throw JSONScanner.Unusual() }
        self = value
    }
}

extension CivilDay: JSONReadable {}
extension LocalTime: JSONReadable {}

extension Optional: JSONReadable where Wrapped: JSONReadable {
    /// Reads `null` as nil.
    public init(reading json: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONScanner.Unusual) {
        self = json.takesNull(bytes) ? nil : try Wrapped(reading: &json, bytes)
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    public init(reading json: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONScanner.Unusual) {
        self = []
        try json.take("[", bytes)
        var isFirst = true
        while try json.nextElement(bytes, &isFirst) { append(try Element(reading: &json, bytes)) }
    }
}
