/// A logged contact with a coach or a school.
@JSONObject(nulls: true)
public struct Interaction: JSONReadable, Hashable {
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
    /// When it happened. If only the day or the month is known, this is a noon that stands for it
    /// (`ContactTime`).
    public var occurredAt: Instant?
    /// What is known of the time, if it is not the time of day.
    @OmittedIfNil public var occurredPrecision: DatePrecision?
    public var loggedBy: UserID
    /// The logger's full name, if it can be resolved.
    public var loggedByName: String?
    /// The parent who entered it for the player; nil if the logger did.
    @OmittedIfNil public var enteredBy: UserID?
    /// The full name of the parent who entered it, if it can be resolved.
    @OmittedIfNil public var enteredByName: String?
    /// The coach's interest, if the calibration was answered.
    public var interestLevel: InterestLevel?
    /// The signals answered with yes, if the calibration was answered.
    public var interestAnswers: [InterestSignal]?
    /// The paths of the attached files.
    public var attachments: [String]
    /// The time at which it was logged.
    public var createdAt: Instant?
    public var updatedAt: Instant?
    /// Starts at 1 and increases with each edit.
    public var version: Int = 1

    /// The number of attached files.
    @Written public var attachmentCount: Int { attachments.count }

    /// The instant that orders and dates it: when it happened, or else when it was logged.
    public var displayDate: Instant? { occurredAt ?? createdAt }

    /// When it happened, or else when it was logged, as exactly as it is known.
    public var displayTime: ContactTime? {
        occurredAt.map { ContactTime($0, knownTo: occurredPrecision) } ?? createdAt.map { .at($0) }
    }

    /// The heading: the subject, or else the type's label.
    public var displaySubject: String { subject ?? type.label }

    /// The interest level; `notSet` if every calibration question was answered with no, nil if the
    /// calibration was not answered.
    public var calibratedLevel: InterestLevel? {
        interestLevel ?? (interestAnswers == nil ? nil : .notSet)
    }
}
