/// A coach to follow up, computed from the log of contacts.
@JSONObject(nulls: true)
public struct FollowUp: Codable, Hashable, Sendable {
    public var coachID: CoachID
    /// The coach's first and last name.
    public var coachName: String
    /// The coach's school, if any.
    public var schoolID: SchoolID?
    /// The school's name, if it can be resolved.
    public var schoolName: String?
    public var reason: FollowUpReason
    /// The time of the last contact that the reader may see.
    public var lastContactAt: Instant
    /// The civil days in the reader's zone since the day of the last contact.
    public var daysSince: Int
    /// The day on which the next contact is due.
    public var dueOn: CivilDay
    public var group: FollowUpGroup
    public var urgency: FollowUpUrgency
}

/// Why a coach is to be followed up.
public enum FollowUpReason: String, Codable, JSONReadable, Sendable, CaseIterable, Hashable {
    /// The coach wrote or called last, and waits for an answer.
    case answer
    /// The last contact was long ago.
    case cadence

    /// The reason for people.
    public var label: String {
        switch self {
        case .answer: "Answer them"
        case .cadence: "Keep in touch"
        }
    }
}

/// When a follow-up is due, from the reader's day.
public enum FollowUpGroup: String, Codable, JSONReadable, Sendable, CaseIterable, Hashable {
    case overdue
    case today
    case nextSevenDays = "next_seven_days"

    /// The heading for people.
    public var label: String {
        switch self {
        case .overdue: "Overdue"
        case .today: "Today"
        case .nextSevenDays: "Next seven days"
        }
    }
}

/// How long ago the last contact with a coach was.
public enum FollowUpUrgency: String, Codable, JSONReadable, Sendable, CaseIterable, Hashable {
    case none
    /// At least `FollowUpLimit.yellowDays` ago.
    case yellow
    /// At least `FollowUpLimit.redDays` ago.
    case red

    public var tone: Tone {
        switch self {
        case .none: .gray
        case .yellow: .amber
        case .red: .red
        }
    }
}

/// Limits of the follow-up queue, in civil days.
public enum FollowUpLimit {
    /// The days from a contact of the family's own to the next one.
    public static let cadenceDays = 21
    /// The days since the last contact from which a follow-up is yellow.
    public static let yellowDays = 21
    /// The days since the last contact from which a follow-up is red.
    public static let redDays = 30
    /// How many days after today a follow-up may be due and stand in the queue.
    public static let aheadDays = 7
}
