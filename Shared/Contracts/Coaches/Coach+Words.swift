extension CoachRole {
    /// CO-15: head purple, assistant blue, recruiting green.
    public var tone: Tone {
        switch self {
        case .head: .purple
        case .assistant: .blue
        case .recruiting: .green
        }
    }
}

extension Responsiveness {
    /// CO-17: from 75 % emerald, from 50 % amber, below red.
    public var tone: Tone {
        switch self {
        case .high: .green
        case .medium: .amber
        case .low: .red
        }
    }
}

/// What pages and terminals say about a coach.
extension Coach {
    /// Stands for a missing score (D-27).
    public static let noScore = "--"

    /// CO-38, D-26: the school's name, or a placeholder.
    public var schoolText: String { schoolName ?? "Unknown School" }

    /// "65%", or "--" without a score (CO-18).
    public var scoreText: String { scoreNumber.map { "\($0)%" } ?? Self.noScore }

    /// The score without a trailing zero: `65`, `74.9`; nil if missing.
    public var scoreNumber: String? {
        guard let score = responsivenessScore else { return nil }
        let text = String(score)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// "65% Responsive" (U-06).
    public var responsivenessText: String { "\(scoreText) Responsive" }

    /// The text for a coach without any contact (CO-19).
    public static let neverContacted = "Never contacted"

    /// CO-44: the announcement of a card.
    public var announcement: String {
        let score = scoreNumber.map { "\($0)%" } ?? "unknown"
        return "\(fullName), \(role.shortLabel) at \(schoolText), responsiveness \(score)"
    }

    /// "Last contact: Jan 15, 2026" (CO-19).
    public static func lastContact(_ day: String) -> String { "Last contact: \(day)" }
}

/// The texts of the list of coaches.
public enum CoachListText {
    /// CO-03.
    public static let title = "Coaches"
    /// CO-36.
    public static let nothing = "No coaches found"
    /// CO-35.
    public static let nothingYet = "Add coaches through school detail pages"
    /// CO-35.
    public static let nothingMatches = (
        title: "No coaches match your filters", line: "Try adjusting your search or filters",
        action: "Clear Filters"
    )
    public static let add = "Add Coach"
    /// IA-46.
    public static func added(_ coach: Coach) -> String { "\(coach.fullName) was added" }

    /// R-05: whose contacts the figures of the list count, which those of a player's own list of
    /// contacts do not.
    public static let scope = "Responsiveness and last contact: of the whole family's contacts"

    /// CO-12.
    public static func count(_ total: Int) -> String {
        "\(CountedNoun.text(total, "coaches")) found"
    }
}
