/// A member's rights in one family. A user's rights come only from the role *in that family*.
public enum Role: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable, Hashable {
    /// The athlete, who logs and sees their own records.
    case player
    /// Sees everything in the family and changes nothing.
    case parent
}

/// A coach's position on the staff.
public enum CoachRole: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable, Hashable
{
    case head
    case assistant
    case recruiting

    /// The label in forms and on detail pages.
    public var label: String {
        switch self {
        case .head: "Head Coach"
        case .assistant: "Assistant Coach"
        case .recruiting: "Recruiting Coordinator"
        }
    }

    /// The label in lists and filters.
    public var shortLabel: String {
        switch self {
        case .head: "Head Coach"
        case .assistant: "Assistant"
        case .recruiting: "Recruiting"
        }
    }
}

/// The division in which a college plays.
public enum Division: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable, Hashable
{
    case d1 = "D1"
    case d2 = "D2"
    case d3 = "D3"
    case naia = "NAIA"
    case juco = "JUCO"
}
