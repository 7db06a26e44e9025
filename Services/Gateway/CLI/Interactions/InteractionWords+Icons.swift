import Contracts

extension InteractionType {
    /// IA-13, IL-48: the icon beside the label, never instead of it. Each is two columns wide
    /// without a variation selector, about whose width terminals disagree.
    var icon: String {
        switch self {
        case .email: "\u{1F4E7}"
        case .phoneCall: "\u{1F4DE}"
        case .text: "\u{1F4AC}"
        case .inPersonVisit: "\u{1F465}"
        case .virtualMeeting: "\u{1F4F9}"
        case .camp: "\u{1F3C3}"
        case .showcase: "\u{2B50}"
        case .tweet: "\u{1F426}"
        case .directMessage: "\u{1F4E8}"
        case .game: "\u{26BE}"
        case .other: "\u{1F4CC}"
        }
    }
}
