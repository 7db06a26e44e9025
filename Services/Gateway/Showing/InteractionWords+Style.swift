import CommandKit
import Contracts

extension Sentiment {
    /// IL-32: very positive emerald, positive blue, neutral gray, negative red.
    var style: TextStyle {
        switch self {
        case .veryPositive: .green
        case .positive: .blue
        case .neutral: .faint
        case .negative: .red
        }
    }
}

extension InterestLevel {
    /// IA-30: high green, medium amber, low and not set gray.
    var style: TextStyle {
        switch self {
        case .high: .green
        case .medium: .amber
        case .low, .notSet: .faint
        }
    }
}

extension Direction {
    /// IL-31: in the list, outbound blue and inbound emerald.
    var listStyle: TextStyle { self == .outbound ? .blue : .green }
    /// ID-04, U-01: in the detail, outbound purple and inbound green.
    var detailStyle: TextStyle { self == .outbound ? .purple : .green }
}

extension Interaction {
    /// The school's name; X-28 for a reference that cannot be resolved, nil for none.
    var schoolText: String? { schoolID == nil ? nil : schoolName ?? "Unknown School" }
    /// The coach's name, listed or not; X-28 and D-09.
    var coachText: String? { coachID == nil ? otherCoachName : coachName ?? "Unknown Coach" }
    /// "School • Coach"; nil when there is neither (IL-35).
    var placeText: String? {
        let parts = [schoolText, coachText].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " • ")
    }

    /// "You" for the reader, else the full name, else "Unknown" (IL-30, ID-09).
    func loggerText(for reader: UserID?) -> String {
        loggedBy == reader ? "You" : loggedByName ?? "Unknown"
    }
}
