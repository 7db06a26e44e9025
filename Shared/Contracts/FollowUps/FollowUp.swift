/// A player's next contact with a coach, computed from the log of contacts and what the player
/// decided.
@JSONObject(nulls: true)
public struct FollowUp: FollowUpSubject, Hashable {
    /// The coach; nil if whoever waits for an answer is none of the family's coaches.
    public var coachID: CoachID?
    /// The contact that waits for an answer, if there is no `coachID`.
    public var contactID: InteractionID?
    /// The coach's first and last name, or the name that was typed; nil if no name is known.
    public var coachName: String?
    /// The school of the coach or of the contact, if any.
    public var schoolID: SchoolID?
    /// The school's name, if it can be resolved.
    public var schoolName: String?
    /// The player who is to contact the coach.
    public var playerID: UserID
    /// The player's name, if it can be resolved.
    public var playerName: String?
    public var reason: FollowUpReason
    /// The time of the player's last contact with the coach, if there is one.
    public var lastContactAt: Instant?
    /// What is known of the time of the last contact, if it is not the time of day.
    @OmittedIfNil public var lastContactPrecision: DatePrecision?
    /// The civil days in the reader's zone since the day of the last contact.
    public var daysSince: Int?
    /// The day on which the next contact is due.
    public var dueOn: CivilDay
    /// The civil days since the due day; negative for a day to come.
    public var daysOverdue: Int
    public var group: FollowUpGroup
    public var urgency: FollowUpUrgency
    /// The days from a contact to the next one.
    public var cadenceDays: Int
    /// The decision that the due day follows from; nil if it follows from the last contact.
    public var decision: FollowUpDecision?
    /// The version of the player's settings for the coach; 0 if nothing was decided yet.
    public var version: Int
    /// What the family's table of contact windows says about reaching out when the contact is due,
    /// or today if it is overdue.
    public var hints: [ContactHint] = []
}

/// Why a coach is to be followed up.
public enum FollowUpReason: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable,
    Hashable
{
    /// The coach wrote or called last, and waits for an answer.
    case answer
    /// The last contact was long ago.
    case cadence
    /// The player chose the day.
    case planned

    /// The reason for people.
    public var label: String {
        switch self {
        case .answer: "Answer them"
        case .cadence: "Keep in touch"
        case .planned: "Planned"
        }
    }
}

/// When a follow-up is due, from the reader's day.
public enum FollowUpGroup: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable,
    Hashable
{
    case overdue
    case today
    case nextSevenDays = "next_seven_days"
    /// After the days that the queue shows.
    case later

    /// The heading for people.
    public var label: String {
        switch self {
        case .overdue: "Overdue"
        case .today: "Today"
        case .nextSevenDays: "Next seven days"
        case .later: "Later"
        }
    }
}

/// How long a contact has been due.
public enum FollowUpUrgency: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable,
    Hashable
{
    /// Not due yet.
    case none
    case yellow
    /// Due for at least `FollowUpLimit.redDays`.
    case red

    public var tone: Tone {
        switch self {
        case .none: .gray
        case .yellow: .amber
        case .red: .red
        }
    }
}

/// What a player decided about the next contact with a coach.
public enum FollowUpDecision: String, Codable, JSONWritable, JSONReadable, Sendable, CaseIterable,
    Hashable
{
    /// The player followed up; the cadence counts from that day.
    case done
    /// The player left a contact out; the due day moved by the cadence.
    case skip
    /// The player put the contact off to a day.
    case snooze
    /// The player chose the day of the contact.
    case date

    /// The decision for people.
    public var label: String {
        switch self {
        case .done: "Done"
        case .skip: "Skipped"
        case .snooze: "Snoozed"
        case .date: "Planned"
        }
    }
}

/// Limits of the follow-up queue, in civil days.
public enum FollowUpLimit {
    /// The days from a contact of a player's own to the next one, unless the player sets others.
    public static let cadenceDays = 21
    /// The days that a player can set instead.
    public static let cadence = 1...365
    /// The days from the due day on from which a follow-up is red.
    public static let redDays = 9
    /// How many days after today a follow-up may be due and stand in the queue.
    public static let aheadDays = 7
    /// How many days after today a player can plan or snooze a contact.
    public static let plannedDaysMax = 365
    /// The days from a reminder of an overdue follow-up to the next one.
    public static let nudgeDays = 7
    /// The most overdue follow-ups of a player that members are reminded of on one day.
    public static let nudgesPerDayMax = 5
}
