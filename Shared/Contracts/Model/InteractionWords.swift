/// The kind of contact. The order is the order in which lists offer them.
public enum InteractionType: String, Codable, Sendable, CaseIterable, Hashable {
    case email
    case phoneCall = "phone_call"
    case text
    case inPersonVisit = "in_person_visit"
    case virtualMeeting = "virtual_meeting"
    case camp
    case showcase
    case tweet
    case directMessage = "dm"
    case game

    /// The label that people read.
    public var label: String {
        switch self {
        case .email: "Email"
        case .phoneCall: "Phone Call"
        case .text: "Text"
        case .inPersonVisit: "In-Person Visit"
        case .virtualMeeting: "Virtual Meeting"
        case .camp: "Camp"
        case .showcase: "Showcase"
        case .tweet: "Tweet"
        case .directMessage: "Direct Message"
        case .game: "Game"
        }
    }
}

/// Who began the contact.
public enum Direction: String, Codable, Sendable, CaseIterable, Hashable {
    case outbound
    case inbound

    /// The label that people read.
    public var label: String {
        switch self {
        case .outbound: "Outbound"
        case .inbound: "Inbound"
        }
    }

    /// The label's explanation.
    public var explanation: String {
        switch self {
        case .outbound: "We initiated"
        case .inbound: "They initiated"
        }
    }
}

/// How the contact felt.
public enum Sentiment: String, Codable, Sendable, CaseIterable, Hashable {
    case veryPositive = "very_positive"
    case positive
    case neutral
    case negative

    /// The label that people read.
    public var label: String {
        switch self {
        case .veryPositive: "Very Positive"
        case .positive: "Positive"
        case .neutral: "Neutral"
        case .negative: "Negative"
        }
    }

    /// Whether the calibration questions make sense after it.
    public var isPositive: Bool { self == .veryPositive || self == .positive }
}
