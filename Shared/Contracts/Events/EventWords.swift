/// The kind of a recruiting event (D-34).
public enum EventType: String, Codable, Sendable, CaseIterable, Hashable {
    case showcase
    case camp
    case officialVisit = "official_visit"
    case unofficialVisit = "unofficial_visit"
    case game

    /// The label that people read.
    public var label: String {
        switch self {
        case .showcase: "Showcase"
        case .camp: "Camp"
        case .officialVisit: "Official Visit"
        case .unofficialVisit: "Unofficial Visit"
        case .game: "Game"
        }
    }
}

/// How the family heard of an event (D-34).
public enum EventSource: String, Codable, Sendable, CaseIterable, Hashable {
    case email
    case flyer
    case webSearch = "web_search"
    case recommendation
    case friend
    case other

    /// The label that people read.
    public var label: String {
        switch self {
        case .email: "Email"
        case .flyer: "Flyer"
        case .webSearch: "Web Search"
        case .recommendation: "Recommendation"
        case .friend: "Friend"
        case .other: "Other"
        }
    }
}

/// Where a family stands with an event (EV-05).
public enum EventStatus: String, Codable, Sendable, CaseIterable, Hashable {
    case attended
    case registered
    case notRegistered = "not_registered"

    /// The status of these two marks: having been there goes before being registered.
    public init(registered: Bool, attended: Bool) {
        self = attended ? .attended : registered ? .registered : .notRegistered
    }

    /// The label that people read.
    public var label: String {
        switch self {
        case .attended: "Attended"
        case .registered: "Registered"
        case .notRegistered: "Not Registered"
        }
    }
}

/// Which side of today an event lies on. One that has begun and not ended is upcoming.
public enum EventPeriod: String, Codable, Sendable, CaseIterable, Hashable {
    case upcoming
    case past
    case thisMonth = "this_month"
    case nextMonth = "next_month"

    /// The label that people read.
    public var label: String {
        switch self {
        case .upcoming: "Upcoming"
        case .past: "Past"
        case .thisMonth: "This Month"
        case .nextMonth: "Next Month"
        }
    }

    /// The days that an event of this period touches, seen from today: not before `from`, and
    /// before `until`.
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

/// The bounds of events' days.
public struct EventDays: Hashable, Sendable {
    /// The last day is this one or a later one.
    public var endsFrom: CivilDay?
    /// The last day is before this one.
    public var endsBefore: CivilDay?
    /// The first day is before this one.
    public var beginsBefore: CivilDay?
}

/// The orders of the list of events. Equal days are ordered by name.
public enum EventOrder: String, Codable, ListOrder {
    case date
    case latest
    case name

    /// By the first day.
    public static let standard = EventOrder.date

    /// The label that people read.
    public var label: String {
        switch self {
        case .date: "Date (earliest first)"
        case .latest: "Date (latest first)"
        case .name: "Name (A-Z)"
        }
    }
}
