/// A key of a request's JSON object that is not known at compile time.
struct FieldKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }

    static var id: FieldKey { FieldKey("id") }
    static var version: FieldKey { FieldKey("version") }
    static var clear: FieldKey { FieldKey("clear") }
    static var timeZone: FieldKey { FieldKey("time_zone") }
    static var sort: FieldKey { FieldKey("sort") }
    static var limit: FieldKey { FieldKey("limit") }
    static var activeFilters: FieldKey { FieldKey("active_filters") }
    static var hasActiveFilters: FieldKey { FieldKey("has_active_filters") }
    static var total: FieldKey { FieldKey("total") }
}
