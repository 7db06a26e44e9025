/// The kind of a recruiting event (D-34).
public enum EventType: String, LabelledWord, Codable, JSONWritable, JSONReadable, Sendable,
    CaseIterable, Hashable
{
    case showcase
    case camp
    case officialVisit = "official_visit"
    case unofficialVisit = "unofficial_visit"
    case game
}

/// How the family heard of an event (D-34).
public enum EventSource: String, LabelledWord, Codable, JSONWritable, JSONReadable, Sendable,
    CaseIterable,
    Hashable
{
    case email
    case flyer
    case webSearch = "web_search"
    case recommendation
    case friend
    case other
}

/// The family's participation in an event (EV-05).
public enum EventStatus: String, LabelledWord, Codable, JSONWritable, JSONReadable, Sendable,
    CaseIterable, Hashable
{
    case attended
    case registered
    case notRegistered = "not_registered"

    /// Creates the status from the two flags; attendance takes precedence over registration.
    public init(registered: Bool, attended: Bool) {
        self = attended ? .attended : registered ? .registered : .notRegistered
    }
}

/// A period relative to today. An event that has started but not ended is upcoming.
public enum EventPeriod: String, LabelledWord, Codable, Sendable, CaseIterable, Hashable {
    case upcoming
    case past
    case thisMonth = "this_month"
    case nextMonth = "next_month"

    /// Returns the bounds for the days of the events in this period.
    public func days(from today: CivilDay) -> EventDays {
        switch self {
        case .upcoming: EventDays(endsFrom: today)
        case .past: EventDays(endsBefore: today)
        case .thisMonth:
            EventDays(
                endsFrom: today.firstOfMonth(), beginsBefore: today.firstOfMonth(later: 1))
        case .nextMonth:
            EventDays(
                endsFrom: today.firstOfMonth(later: 1), beginsBefore: today.firstOfMonth(later: 2))
        }
    }
}

/// Bounds for the first and last day of events.
public struct EventDays: Hashable, Sendable {
    /// The earliest permitted last day.
    public var endsFrom: CivilDay?
    /// The last day must be before this day.
    public var endsBefore: CivilDay?
    /// The first day must be before this day.
    public var beginsBefore: CivilDay?
}

/// The orders of the list of events. Events on the same day are ordered by name.
public enum EventOrder: String, Codable, JSONWritable, JSONReadable, ListOrder {
    case date
    case latest
    case name

    /// By the first day.
    public static let standard = EventOrder.date

    public var label: String {
        switch self {
        case .date: "Date (earliest first)"
        case .latest: "Date (latest first)"
        case .name: "Name (A-Z)"
        }
    }
}
