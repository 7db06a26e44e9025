/// The kind of contact.
public enum InteractionType: Sendable, Hashable {
    case email
    case phoneCall
    case text
    case inPersonVisit
    case virtualMeeting
    case camp
    case showcase
    case tweet
    case directMessage
    case game
    /// A kind that only newer data know. It is read and shown; nobody can choose it.
    case other

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
        case .other: "Other"
        }
    }
}

extension InteractionType: CaseIterable {
    /// The kinds that can be chosen, in the order in which lists offer them.
    public static let allCases: [InteractionType] = [
        .email, .phoneCall, .text, .inPersonVisit, .virtualMeeting, .camp, .showcase, .tweet,
        .directMessage, .game,
    ]
}

extension InteractionType: RawRepresentable, Codable {
    /// The kind with this word; nil for any other text, `other` included.
    public init?(rawValue: String) {
        switch rawValue {
        case "email": self = .email
        case "phone_call": self = .phoneCall
        case "text": self = .text
        case "in_person_visit": self = .inPersonVisit
        case "virtual_meeting": self = .virtualMeeting
        case "camp": self = .camp
        case "showcase": self = .showcase
        case "tweet": self = .tweet
        case "dm": self = .directMessage
        case "game": self = .game
        default: return nil
        }
    }

    /// The word on the wire and in the database.
    public var rawValue: String {
        switch self {
        case .email: "email"
        case .phoneCall: "phone_call"
        case .text: "text"
        case .inPersonVisit: "in_person_visit"
        case .virtualMeeting: "virtual_meeting"
        case .camp: "camp"
        case .showcase: "showcase"
        case .tweet: "tweet"
        case .directMessage: "dm"
        case .game: "game"
        case .other: "other"
        }
    }

    /// Reads an answer: a word that this version does not know is `other`, not an error.
    public init(from decoder: any Decoder) throws {
        let word = try decoder.singleValueContainer().decode(String.self)
        self = InteractionType(rawValue: word) ?? .other
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
