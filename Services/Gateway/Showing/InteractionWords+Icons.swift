import Contracts

extension InteractionType {
    /// IA-13, IL-48: the sign beside the label, two columns wide; never without the label.
    var icon: String {
        switch self {
        case .email: "\u{2709}\u{FE0F}"
        case .phoneCall: "\u{1F4DE}"
        case .text: "\u{1F4AC}"
        case .inPersonVisit: "\u{1F465}"
        case .virtualMeeting: "\u{1F4F9}"
        case .camp: "\u{1F3C3}"
        case .showcase: "\u{2B50}"
        case .tweet: "\u{1F426}"
        case .directMessage: "\u{1F4E8}"
        case .game: "\u{1F3DF}\u{FE0F}"
        }
    }
}
