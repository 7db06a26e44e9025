public import Contracts

/// A list whose page offers what others log while it is open.
public enum LiveList: String, Sendable, CaseIterable {
    case interactions
    case coaches
    case schools
    case events
    case posts

    /// The service that keeps the records.
    public var service: ServiceName {
        switch self {
        case .interactions: .interactions
        case .coaches, .schools: .coaches
        case .events: .events
        case .posts: .analytics
        }
    }

    /// The word for one record.
    var noun: String {
        switch self {
        case .interactions: "interaction"
        case .coaches: "coach"
        case .schools: "school"
        case .events: "event"
        case .posts: "post"
        }
    }
}
