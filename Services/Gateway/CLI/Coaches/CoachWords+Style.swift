import CommandKit
import Contracts

extension CoachRole {
    /// CO-15: head purple, assistant blue, recruiting green.
    var style: TextStyle {
        switch self {
        case .head: .purple
        case .assistant: .blue
        case .recruiting: .green
        }
    }
}

extension Responsiveness {
    /// CO-17: from 75 % emerald, from 50 % amber, below red.
    var style: TextStyle {
        switch self {
        case .high: .green
        case .medium: .amber
        case .low: .red
        }
    }
}

extension Coach {
    /// What stands where there is no score (D-27).
    static let noScore = "--"
    /// Signs that a full bar has.
    private static let barSigns = 7

    /// CO-38, D-26: the school, also of a coach without one that can be named.
    var schoolText: String { schoolName ?? "Unknown School" }

    /// "65%", or "--" where there is no score (CO-18).
    var scoreText: String { scoreNumber.map { "\($0)%" } ?? Self.noScore }

    /// The score as people write it: `65`, `74.9`; nil for none.
    var scoreNumber: String? {
        guard let score = responsivenessScore else { return nil }
        let text = String(score)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// "65% Responsive" (U-06).
    var responsivenessText: String { "\(scoreText) Responsive" }

    /// The colour of the score; none without one.
    var scoreStyle: TextStyle? {
        responsivenessScore == nil ? nil : Responsiveness(score: responsivenessScore).style
    }

    /// CO-17: the bar beside the label; nil without a score.
    var scoreBar: String? {
        guard let score = responsivenessScore else { return nil }
        let full = Int((min(max(score, 0), 100) / 100 * Double(Self.barSigns)).rounded())
        return String(repeating: "▮", count: full)
            + String(repeating: "▯", count: Self.barSigns - full)
    }

    /// What stands where there was no contact (CO-19).
    static let neverContacted = "Never contacted"

    /// "Last contact: Jan 15, 2026" (CO-19).
    func lastContactText(_ zone: LocalZone) -> String {
        lastContactDate.map { "Last contact: \(zone.dayText($0))" } ?? Self.neverContacted
    }

    /// The last contact as a value: a day for people, the instant elsewhere.
    func lastContactCell(_ zone: LocalZone) -> TextTable.Cell {
        TextTable.Cell(
            lastContactDate?.text ?? "",
            shown: lastContactDate.map { zone.dayText($0) } ?? Self.neverContacted)
    }

    /// CO-44: what the page says of a card.
    var announcement: String {
        let score = scoreNumber.map { "\($0)%" } ?? "unknown"
        return "\(fullName), \(role.shortLabel) at \(schoolText), responsiveness \(score)"
    }
}
