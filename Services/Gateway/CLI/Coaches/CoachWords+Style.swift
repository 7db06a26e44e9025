import CommandKit
import Contracts

extension CoachRole {
    var style: TextStyle { tone.style }
}

extension Coach {
    /// The number of signs in a full bar.
    private static let barSigns = 7

    /// The score's colour; nil without a score.
    var scoreStyle: TextStyle? {
        responsivenessScore == nil ? nil : Responsiveness(score: responsivenessScore).tone.style
    }

    /// CO-17: the bar beside the label; nil without a score.
    var scoreBar: String? {
        guard let score = responsivenessScore else { return nil }
        let full = Int((min(max(score, 0), 100) / 100 * Double(Self.barSigns)).rounded())
        return String(repeating: "▮", count: full)
            + String(repeating: "▯", count: Self.barSigns - full)
    }

    /// "Last contact: Jan 15, 2026" (CO-19).
    func lastContactText(_ zone: LocalZone) -> String {
        lastContactDate.map { Self.lastContact(zone.dayText($0)) } ?? Self.neverContacted
    }

    /// The last contact as a table cell: a day for people, otherwise the instant.
    func lastContactCell(_ zone: LocalZone) -> TextTable.Cell {
        TextTable.Cell(
            lastContactDate?.text ?? "",
            shown: lastContactDate.map { zone.dayText($0) } ?? Self.neverContacted)
    }
}
