/// The type of contact.
public enum InteractionType: JSONWritable, JSONReadable, Sendable, Hashable {
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
    /// A type from newer data, unknown to this version. It is read and shown but cannot be chosen.
    case other

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
    /// The types that can be chosen, in the order in which lists offer them.
    public static let allCases: [InteractionType] = [
        .email, .phoneCall, .text, .inPersonVisit, .virtualMeeting, .camp, .showcase, .tweet,
        .directMessage, .game,
    ]
}

extension InteractionType: RawRepresentable, Codable {
    /// Returns nil for unknown words, including `other`.
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

    /// Decodes a reply; a word unknown to this version becomes `other` instead of an error.
    public init(from decoder: any Decoder) throws {
        let word = try decoder.singleValueContainer().decode(String.self)
        self = InteractionType(rawValue: word) ?? .other
    }
}

/// The party that initiated the contact.
public enum Direction: String, LabelledWord, Codable, JSONWritable, JSONReadable, Sendable,
    CaseIterable, Hashable
{
    case outbound
    case inbound

    public var explanation: String {
        switch self {
        case .outbound: "We initiated"
        case .inbound: "They initiated"
        }
    }
}

/// The tone of the contact.
public enum Sentiment: String, LabelledWord, Codable, JSONWritable, JSONReadable, Sendable,
    CaseIterable, Hashable
{
    case veryPositive = "very_positive"
    case positive
    case neutral
    case negative

    /// Whether the calibration questions apply.
    public var isPositive: Bool { self == .veryPositive || self == .positive }
}
