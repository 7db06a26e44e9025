/// The filters of a list that is answered by a `ListReply`.
public protocol RowFilter: ListFilter where Order: Codable & JSONWritable & JSONReadable {
    /// The records in the list.
    associatedtype Row: ListedRecord
}

/// A record that a `ListReply` contains.
public protocol ListedRecord: Codable, JSONWritable, JSONReadable, Sendable {
    /// The key of the records in the reply, such as `coaches`. It comes after `active_filters` and
    /// before `sort`, because the reader expects the keys in alphabetical order.
    static var listKey: StaticString { get }
}

/// The reply of a list: the matching records with the active filters.
public struct ListReply<Filter: RowFilter>: Sendable {
    /// The active filters, in the order of the page's chips.
    public var activeFilters: [ActiveFilter]
    /// The records in the requested order, under their key.
    public var rows: [Filter.Row]
    /// The order, for lists that offer several.
    public var sort: Filter.Order
    /// The number of matching records, including those beyond the limit.
    public var total: Int

    /// Whether any filter is active; a member of the JSON as well.
    public var hasActiveFilters: Bool { !activeFilters.isEmpty }

    public init(
        activeFilters: [ActiveFilter] = [], _ rows: [Filter.Row],
        sort: Filter.Order = .standard, total: Int
    ) {
        self.activeFilters = activeFilters
        self.rows = rows
        self.sort = sort
        self.total = total
    }
}

extension ListReply: Codable {
    private static var rowsKey: FieldKey { FieldKey("\(Filter.Row.listKey)") }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldKey.self)
        activeFilters = try container.decode([ActiveFilter].self, forKey: .activeFilters)
        rows = try container.decode([Filter.Row].self, forKey: Self.rowsKey)
        sort =
            Filter.takesOrder
            ? try container.decode(Filter.Order.self, forKey: .sort) : .standard
        total = try container.decode(Int.self, forKey: .total)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldKey.self)
        for (key, value) in members { try container.encode(value, forKey: FieldKey(key)) }
    }

    private var members: [(key: String, value: any Encodable & JSONWritable)] {
        let order: [(String, any Encodable & JSONWritable)] =
            Filter.takesOrder ? [(FieldKey.sort.stringValue, sort)] : []
        return order + [
            (FieldKey.activeFilters.stringValue, activeFilters),
            (Self.rowsKey.stringValue, rows),
            (FieldKey.hasActiveFilters.stringValue, hasActiveFilters),
            (FieldKey.total.stringValue, total),
        ]
    }
}

extension ListReply: JSONWritable, JSONReadable {
    public func write(to json: inout JSONWriter) {
        json.object(members.map { ($0.key, $0.value) })
    }

    public init(reading json: inout JSONScanner, _ bytes: Span<UInt8>) throws(JSONScanner.Unusual) {
        var object = try json.beginObject(bytes)
        activeFilters = try json.member("active_filters", of: &object, bytes)
        rows = try json.member(Filter.Row.listKey, of: &object, bytes)
        sort = Filter.takesOrder ? try json.member("sort", of: &object, bytes) : .standard
        total = try json.member("total", of: &object, bytes)
        try json.endObject(&object, bytes)
    }
}

extension CoachFilter: RowFilter {
    public typealias Row = Coach
}

extension EventFilter: RowFilter {
    public typealias Row = Event
}

extension MetricFilter: RowFilter {
    public typealias Row = Metric
}

extension SchoolFilter: RowFilter {
    public typealias Row = School
}

extension PostFilter: RowFilter {
    public typealias Row = Post
}

extension Coach: ListedRecord {
    public static let listKey: StaticString = "coaches"
}

extension Event: ListedRecord {
    public static let listKey: StaticString = "events"
}

extension Metric: ListedRecord {
    public static let listKey: StaticString = "metrics"
}

extension School: ListedRecord {
    public static let listKey: StaticString = "schools"
}

extension Post: ListedRecord {
    public static let listKey: StaticString = "posts"
}

extension ListReply<CoachFilter> {
    public var coaches: [Coach] { rows }
}

extension ListReply<EventFilter> {
    public var events: [Event] { rows }
}

extension ListReply<MetricFilter> {
    public var metrics: [Metric] { rows }
}

extension ListReply<SchoolFilter> {
    public var schools: [School] { rows }
}

extension ListReply<PostFilter> {
    public var posts: [Post] { rows }
}
