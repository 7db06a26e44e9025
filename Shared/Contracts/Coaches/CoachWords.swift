/// How readily a coach answers, derived from the stored score (CO-08). A missing score counts as
/// low (D-27).
public enum Responsiveness: String, Codable, Sendable, CaseIterable, Hashable {
    case high
    case medium
    case low

    /// The lowest score of `high`, in percent.
    public static let highMin = 75.0
    /// The lowest score of `medium`, in percent.
    public static let mediumMin = 50.0

    /// Creates the level of a score in percent.
    public init(score: Double?) {
        self =
            switch score {
            case .some(Self.highMin...): .high
            case .some(Self.mediumMin...): .medium
            default: .low
            }
    }

    public var label: String {
        switch self {
        case .high: "High (75%+)"
        case .medium: "Medium (50-74%)"
        case .low: "Low (<50%)"
        }
    }
}

/// The origin of a coach's score (D-28).
public enum FigureSource: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable,
    Hashable
{
    /// From the logged interactions.
    case computed
    /// From an imported file, while there are too few interactions.
    case imported
}

/// The orders of the coaches list (CO-09). Coaches without a value come last; equal values are
/// ordered by name (D-33).
public enum CoachOrder: String, JSONWritable, JSONReadable, Codable, ListOrder {
    case name
    case school
    case lastContact = "last_contact"
    case responsiveness
    case role

    public static let standard = CoachOrder.name

    public var label: String {
        switch self {
        case .name: "Name (A-Z)"
        case .school: "School (A-Z)"
        case .lastContact: "Last Contacted (newest)"
        case .responsiveness: "Responsiveness (highest)"
        case .role: "Role (head first)"
        }
    }
}
