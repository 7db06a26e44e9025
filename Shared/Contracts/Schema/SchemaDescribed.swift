/// A type that provides its own schema because it is not an object of keys: numbers, texts, lists,
/// ids. Objects and enumerations with a text or number as raw value do not need it; see
/// `SchemaProbe`.
protocol SchemaDescribed {
    /// Returns the schema of the type's JSON.
    static func schema() throws -> JSONSchema
    /// Returns an arbitrary value of the type.
    static func sample() throws -> Self
}

extension Bool: SchemaDescribed {
    static func schema() -> JSONSchema { .boolean }
    static func sample() -> Bool { false }
}

extension SchemaDescribed where Self: FixedWidthInteger {
    static func schema() -> JSONSchema { .integer }
    static func sample() -> Self { 0 }
}

extension Int: SchemaDescribed {}
extension Int64: SchemaDescribed {}
extension UInt32: SchemaDescribed {}
extension UInt64: SchemaDescribed {}

extension Double: SchemaDescribed {
    static func schema() -> JSONSchema { .number }
    static func sample() -> Double { 0 }
}

extension String: SchemaDescribed {
    static func schema() -> JSONSchema { .text }
    static func sample() -> String { "" }
}

extension Identifier: SchemaDescribed {
    static func schema() -> JSONSchema { .formatted("uuid") }
    static func sample() -> Identifier { Identifier(high: 0, low: 0) }
}

extension Instant: SchemaDescribed {
    static func schema() -> JSONSchema { .formatted("date-time") }
    static func sample() -> Instant { Instant(milliseconds: 0) }
}

extension CivilDay: SchemaDescribed {
    static func schema() -> JSONSchema { .formatted("date") }
    static func sample() -> CivilDay { CivilDay(daysSince1970: 0) }
}

extension LocalTime: SchemaDescribed {
    static func schema() -> JSONSchema { .text }
    static func sample() -> LocalTime { .noon }
}

/// The only object with keys chosen by the family.
extension RecordedStats: SchemaDescribed {
    static func schema() -> JSONSchema { .map(.anything) }
    static func sample() -> RecordedStats { RecordedStats([:]) }
}

extension Array: SchemaDescribed where Element: Decodable {
    static func schema() throws -> JSONSchema { .array(try SchemaProbe.schema(of: Element.self)) }
    static func sample() throws -> [Element] { [try SchemaProbe.sample(of: Element.self)] }
}

extension Dictionary: SchemaDescribed where Key == String, Value: Decodable {
    static func schema() throws -> JSONSchema { .map(try SchemaProbe.schema(of: Value.self)) }
    static func sample() throws -> [String: Value] { [:] }
}

extension Optional: SchemaDescribed where Wrapped: Decodable {
    static func schema() throws -> JSONSchema {
        .nullable(try SchemaProbe.schema(of: Wrapped.self))
    }
    static func sample() throws -> Wrapped? { try SchemaProbe.sample(of: Wrapped.self) }
}

extension FormField: SchemaDescribed {
    static func schema() throws -> JSONSchema { .nullable(try SchemaProbe.schema(of: Value.self)) }
    static func sample() throws -> FormField { FormField(try SchemaProbe.sample(of: Value.self)) }
}

/// The schema of a schema is left open; the draft defines it.
extension JSONSchema: SchemaDescribed {
    static func schema() -> JSONSchema { .anything }
    static func sample() -> JSONSchema { .anything }
}
