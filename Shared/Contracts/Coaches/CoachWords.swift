/// How readily a coach answers, by the stored score (CO-08). No score falls under low (D-27).
public enum Responsiveness: String, Codable, Sendable, CaseIterable, Hashable {
    case high
    case medium
    case low

    /// The lowest score, in percent, that is high.
    public static let highMin = 75.0
    /// The lowest score, in percent, that is medium.
    public static let mediumMin = 50.0

    /// The level of a score in percent.
    public init(score: Double?) {
        self =
            switch score {
            case .some(Self.highMin...): .high
            case .some(Self.mediumMin...): .medium
            default: .low
            }
    }

    /// The label that people read.
    public var label: String {
        switch self {
        case .high: "High (75%+)"
        case .medium: "Medium (50-74%)"
        case .low: "Low (<50%)"
        }
    }
}

/// Where a coach's score comes from (D-28).
public enum FigureSource: String, Codable, Sendable, CaseIterable, Hashable {
    /// From the logged interactions.
    case computed
    /// From a file, as long as there are not enough interactions.
    case imported
}

/// The orders of the coaches list (CO-09). Rows without the value come last, equal ones by name
/// (D-33).
public enum CoachOrder: String, Codable, ListOrder {
    case name
    case school
    case lastContact = "last_contact"
    case responsiveness
    case role

    /// By name.
    public static let standard = CoachOrder.name

    /// The label that people read.
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
