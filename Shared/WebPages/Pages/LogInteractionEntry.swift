public import Contracts

/// What was typed into the form of a new interaction, and what is wrong with it. A form that comes
/// back keeps everything (IA-54).
public struct LogInteractionEntry: Sendable {
    /// The word that stands for a coach who is not listed.
    public static let otherCoach = "other"
    /// The fields in the order of the page, with the names of the request.
    static let fields = [
        "school_id", "coach_id", "other_coach_name", "type", "occurred_at", "direction", "subject",
        "content", "sentiment", "interest_answers",
    ]

    public var schoolID = ""
    /// A coach's id, or `otherCoach`.
    public var coachID = ""
    public var otherCoachName = ""
    public var type = ""
    public var direction = Direction.outbound.rawValue
    /// The day and time in the reader's zone, `YYYY-MM-DDTHH:MM`.
    public var occurredAt = ""
    public var subject = ""
    public var content = ""
    public var sentiment = ""
    /// The words of the questions answered with yes.
    public var signals: [String] = []
    /// The refusals by field.
    public var errors: [String: String] = [:]
    /// Why the form could not be stored although nothing is wrong with it.
    public var failure: ServiceError?
    public var refusedFiles: [RefusedFile] = []

    /// An empty form: outbound, now (IA-03, IA-04).
    public init(at now: Instant, in zone: ReaderZone) {
        occurredAt = zone.fieldText(now)
    }

    /// The entries of a logged interaction, for another one like it (D-48).
    public init(like interaction: Interaction, in zone: ReaderZone) {
        schoolID = interaction.schoolID?.text ?? ""
        coachID =
            interaction.coachID?.text ?? (interaction.otherCoachName == nil ? "" : Self.otherCoach)
        otherCoachName = interaction.otherCoachName ?? ""
        type = interaction.type == .other ? "" : interaction.type.rawValue
        direction = interaction.direction.rawValue
        occurredAt = interaction.displayDate.map(zone.fieldText) ?? ""
        subject = interaction.subject ?? ""
        let text = interaction.content ?? ""
        content = InterestCalibration.split(text)?.text ?? text
        sentiment = interaction.sentiment?.rawValue ?? ""
        signals = interaction.interestAnswers?.map(\.rawValue) ?? []
    }
}
