/// A logged contact with a coach or a school. It is created, read and deleted, never edited.
public struct Interaction: Codable, Hashable, Sendable {
    /// The interaction's id.
    public var id: InteractionID
    /// The family it belongs to.
    public var familyUnitID: FamilyID
    /// The school.
    public var schoolID: SchoolID?
    /// The school's name, where it can be resolved.
    public var schoolName: String?
    /// The coach.
    public var coachID: CoachID?
    /// The coach's first and last name, where they can be resolved.
    public var coachName: String?
    /// A coach who is not listed, by name.
    public var otherCoachName: String?
    /// The recruiting event.
    public var eventID: EventID?
    /// The kind of contact.
    public var type: InteractionType
    /// Who began it.
    public var direction: Direction
    /// What it was about.
    public var subject: String?
    /// What was said.
    public var content: String?
    /// How it felt.
    public var sentiment: Sentiment?
    /// When it happened.
    public var occurredAt: Instant?
    /// Who logged it.
    public var loggedBy: UserID
    /// The logger's full name, where it can be resolved.
    public var loggedByName: String?
    /// The coach's interest, if the calibration was answered.
    public var interestLevel: InterestLevel?
    /// The signals answered with yes, if the calibration was answered.
    public var interestAnswers: [InterestSignal]?
    /// The paths of the attached files.
    public var attachments: [String]
    /// When it was logged.
    public var createdAt: Instant?
    /// When it was last touched.
    public var updatedAt: Instant?

    /// How many files are attached.
    public var attachmentCount: Int { attachments.count }

    /// The instant that orders and dates it: when it happened, else when it was logged.
    public var displayDate: Instant? { occurredAt ?? createdAt }

    /// The heading: the subject, else the type's label.
    public var displaySubject: String { subject ?? type.label }

    /// The interest level where the calibration was answered, also if every answer was a no.
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

    /// An interaction with these particulars.
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

    /// Writes every key; what is missing is `null`.
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
