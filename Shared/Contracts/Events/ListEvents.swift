/// Lists the events of the family.
public enum ListEvents: Operation {
    public static let definition = OperationDefinition.list("events", of: .events)

    public typealias Request = ListRequest<EventFilter>
    public typealias Response = ListReply<EventFilter>
}

/// The filters of the list of events.
public enum EventFilter: String, ListFilter {
    case search, period, type, status
    case schoolID = "school_id"

    public typealias Order = EventOrder
    /// Past and upcoming depend on the reader's current day.
    public static let takesTimeZone = true

    public var rule: FilterRule {
        switch self {
        case .search: .search("Text in name, location, address or city")
        case .period: .word(EventPeriod.self, \.label, "Past or upcoming, by today's date")
        case .type: .words(EventType.self, \.label, "Only these kinds of events")
        case .status: .words(EventStatus.self, \.label, "Only with one of these statuses")
        case .schoolID: .school
        }
    }
}
