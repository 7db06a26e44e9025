/// Lists the events of the family.
public enum ListEvents: Operation {
    public static let name = "events.list"
    public static let service: ServiceName? = .events
    public static let isReadOnly = true
    public static let access = Access.members
    public static let summary = "List the events of the family"

    public typealias Request = ListRequest<EventFilter>

    /// The page.
    public struct Response: Codable, Sendable {
        /// The filters in force, in the order of the page's chips.
        public var activeFilters: [ActiveFilter]
        /// The rows in the order that was asked for.
        public var events: [Event]
        /// Whether a filter is in force.
        public var hasActiveFilters: Bool
        /// The order of the rows.
        public var sort: EventOrder
        /// How many rows the filters leave, also beyond the limit.
        public var total: Int

        enum CodingKeys: String, CodingKey {
            case events, sort, total
            case activeFilters = "active_filters"
            case hasActiveFilters = "has_active_filters"
        }

        /// A page with these parts; without a total the rows are all there are.
        public init(
            activeFilters: [ActiveFilter] = [], events: [Event], sort: EventOrder = .standard,
            total: Int? = nil
        ) {
            self.activeFilters = activeFilters
            self.events = events
            self.hasActiveFilters = !activeFilters.isEmpty
            self.sort = sort
            self.total = total ?? events.count
        }
    }
}

/// The filters of the page.
public enum EventFilter: String, ListFilter {
    case search, period, type, status
    case schoolID = "school_id"

    /// Rows can be asked for in several orders.
    public typealias Order = EventOrder
    /// Past and upcoming are told by the reader's day.
    public static let takesTimeZone = true

    public var rule: FilterRule {
        switch self {
        case .search: .search("Text in name, location, address or city")
        case .period: .word(EventPeriod.self, \.label, "Past or upcoming, by today's date")
        case .type: .word(EventType.self, \.label, "Only this kind of event")
        case .status: .word(EventStatus.self, \.label, "Only this status")
        case .schoolID: .school
        }
    }
}
