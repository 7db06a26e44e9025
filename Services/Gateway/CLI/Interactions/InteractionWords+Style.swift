import CommandKit
import Contracts

extension InteractionType {
    /// IL-48: blue, purple, green, orange, indigo, orange, pink, cyan, purple; a game is green.
    var style: TextStyle {
        switch self {
        case .email: .blue
        case .phoneCall, .directMessage: .purple
        case .text, .game: .green
        case .inPersonVisit, .camp: .amber
        case .virtualMeeting: .indigo
        case .showcase: .pink
        case .tweet: .cyan
        case .other: .faint
        }
    }
}

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

    /// The type with its icon, where there are pictures (IL-29).
    func typeText(_ traits: TerminalTraits) -> String {
        traits.canDraw ? "\(type.icon) \(type.label)" : type.label
    }

    /// "2 files" (IL-38); nil for none.
    var filesText: String? {
        switch attachmentCount {
        case 0: nil
        case 1: "1 file"
        default: "\(attachmentCount) files"
        }
    }

    /// IL-49: what the page says of a card: "{type} {direction}, {subject}, with {coach} at
    /// {school}, {date}". What there is not is left out.
    func announcement(_ date: String) -> String {
        var place: [String] = []
        if let coachText { place.append("with \(coachText)") }
        if let schoolText { place.append("at \(schoolText)") }
        let parts = ["\(type.label) \(direction.label)", displaySubject]
        return (parts + (place.isEmpty ? [] : [place.joined(separator: " ")]) + [date])
            .joined(separator: ", ")
    }

    /// "You" for the reader, else the full name, else "Unknown" (IL-30, ID-09).
    func loggerText(for reader: UserID?) -> String {
        loggedBy == reader ? "You" : loggedByName ?? "Unknown"
    }

    /// IL-30: "You" is blue, another person purple.
    func loggerStyle(for reader: UserID?) -> TextStyle { loggedBy == reader ? .blue : .purple }
}
