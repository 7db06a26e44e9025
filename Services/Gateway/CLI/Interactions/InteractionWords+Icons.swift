import Contracts

extension InteractionType {
    /// IA-13, IL-48: the sign beside the label; never without the label. Each is two columns wide
    /// by itself: terminals disagree about signs that a selector makes wide.
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
