/// A logged contact with a coach or a school. It is created, read and deleted, but never edited.
public struct Interaction: Codable, Hashable, Sendable {
    public var id: InteractionID
    public var familyUnitID: FamilyID
    public var schoolID: SchoolID?
    /// The school's name, if it can be resolved.
    public var schoolName: String?
    public var coachID: CoachID?
    /// The coach's first and last name, if they can be resolved.
    public var coachName: String?
    /// The name of a coach who is not listed.
    public var otherCoachName: String?
    public var eventID: EventID?
    public var type: InteractionType
    public var direction: Direction
    public var subject: String?
    public var content: String?
    public var sentiment: Sentiment?
    public var occurredAt: Instant?
    public var loggedBy: UserID
    /// The logger's full name, if it can be resolved.
    public var loggedByName: String?
    /// The coach's interest, if the calibration was answered.
    public var interestLevel: InterestLevel?
    /// The signals answered with yes, if the calibration was answered.
    public var interestAnswers: [InterestSignal]?
    /// The paths of the attached files.
    public var attachments: [String]
    /// The time at which it was logged.
    public var createdAt: Instant?
    public var updatedAt: Instant?

    /// The number of attached files.
    public var attachmentCount: Int { attachments.count }

    /// The instant that orders and dates it: when it happened, or else when it was logged.
    public var displayDate: Instant? { occurredAt ?? createdAt }

    /// The heading: the subject, or else the type's label.
    public var displaySubject: String { subject ?? type.label }

    /// The interest level; `notSet` if every calibration question was answered with no, nil if the
    /// calibration was not answered.
    public var calibratedLevel: InterestLevel? {
        interestLevel ?? (interestAnswers == nil ? nil : .notSet)
    }

    enum CodingKeys: String, CodingKey {
        case id, type, direction, subject, content, sentiment, attachments
        case familyUnitID = "family_unit_id"
        case schoolID = "school_id"
        case schoolName = "school_name"
        case coachID = "coach_id"
        case coachName = "coach_name"
        case otherCoachName = "other_coach_name"
        case eventID = "event_id"
        case occurredAt = "occurred_at"
        case loggedBy = "logged_by"
        case loggedByName = "logged_by_name"
        case interestLevel = "interest_level"
        case interestAnswers = "interest_answers"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    private enum FurtherKeys: String, CodingKey {
        case attachmentCount = "attachment_count"
    }

    public init(
        id: InteractionID, familyUnitID: FamilyID, schoolID: SchoolID?, schoolName: String?,
        coachID: CoachID?, coachName: String?, otherCoachName: String?, eventID: EventID?,
        type: InteractionType, direction: Direction, subject: String?, content: String?,
        sentiment: Sentiment?, occurredAt: Instant?, loggedBy: UserID, loggedByName: String?,
        interestLevel: InterestLevel?, interestAnswers: [InterestSignal]?, attachments: [String],
        createdAt: Instant?, updatedAt: Instant?
    ) {
        self.id = id
        self.familyUnitID = familyUnitID
        self.schoolID = schoolID
        self.schoolName = schoolName
        self.coachID = coachID
        self.coachName = coachName
        self.otherCoachName = otherCoachName
        self.eventID = eventID
        self.type = type
        self.direction = direction
        self.subject = subject
        self.content = content
        self.sentiment = sentiment
        self.occurredAt = occurredAt
        self.loggedBy = loggedBy
        self.loggedByName = loggedByName
        self.interestLevel = interestLevel
        self.interestAnswers = interestAnswers
        self.attachments = attachments
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// Writes every key; missing values are `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(familyUnitID, forKey: .familyUnitID)
        try container.encode(schoolID, forKey: .schoolID)
        try container.encode(schoolName, forKey: .schoolName)
        try container.encode(coachID, forKey: .coachID)
        try container.encode(coachName, forKey: .coachName)
        try container.encode(otherCoachName, forKey: .otherCoachName)
        try container.encode(eventID, forKey: .eventID)
        try container.encode(type, forKey: .type)
        try container.encode(direction, forKey: .direction)
        try container.encode(subject, forKey: .subject)
        try container.encode(content, forKey: .content)
        try container.encode(sentiment, forKey: .sentiment)
        try container.encode(occurredAt, forKey: .occurredAt)
        try container.encode(loggedBy, forKey: .loggedBy)
        try container.encode(loggedByName, forKey: .loggedByName)
        try container.encode(interestLevel, forKey: .interestLevel)
        try container.encode(interestAnswers, forKey: .interestAnswers)
        try container.encode(attachments, forKey: .attachments)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(updatedAt, forKey: .updatedAt)
        var further = encoder.container(keyedBy: FurtherKeys.self)
        try further.encode(attachmentCount, forKey: .attachmentCount)
    }
}
