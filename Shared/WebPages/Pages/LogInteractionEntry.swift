public import Contracts

/// What was typed into the form of an interaction, and what is wrong with it. A form that comes
/// back keeps everything (IA-54).
public struct LogInteractionEntry: Sendable {
    /// The word that stands for a coach who is not listed.
    public static let otherCoach = "other"
    /// The fields in the order of the page, with the names of the request.
    public static let fields = [
        "school_id", "coach_id", "other_coach_name", "type", "occurred_at", "direction", "subject",
        "content", "sentiment", "interest_answers",
    ]

    /// The fields of a coach who is added without leaving the form.
    public static let coachFields = ["first_name", "last_name", "role"]
    /// The name of the button that adds the coach.
    public static let saveCoach = "save_coach"

    /// The interaction that is edited; nil for a new one.
    public var editing: InteractionID?
    /// The version on which an edit is based.
    public var version: Int?
    /// The fingerprints of the entries with which an edit began, by field. The form carries them,
    /// so that it says by itself what was touched: sent twice, it is the same request.
    public var beginnings: [String: String] = [:]
    /// The players among whom a parent chooses; empty for a player.
    public var players: [Member] = []
    /// The chosen player's id.
    public var playerID = ""
    public var schoolID = ""
    /// A coach's id, or `otherCoach`.
    public var coachID = ""
    public var otherCoachName = ""
    public var type = ""
    public var direction = Direction.outbound.rawValue
    /// The day in the reader's zone, `YYYY-MM-DD`; the month if no more is known.
    public var occurredAt = ""
    /// The time of day, `HH:MM`; empty if it is not known.
    public var occurredTime = ""
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
    /// The coach who is added at the chosen school without leaving the form (IA-42).
    public var newCoach = RecordEntry<Coach>()
    /// The key with which that coach is added; nil for that of the page.
    public var newCoachKey: IdempotencyKey?
    /// What is said of a coach who was just added.
    public var addedCoach: String?

    /// An empty form: outbound, now (IA-03, IA-04).
    public init(at now: Instant, in zone: ReaderZone) {
        setTime(.at(now), in: zone)
    }

    /// The typed text of day and time, and when that is; the time is nil if the text has no
    /// meaning. A time of day that was typed behind the day counts before that of its own field.
    public func typedTime(
        in zone: ReaderZone, now: Instant
    ) -> (text: String, time: ContactTime?) {
        let day = zone.contactTime(typed: occurredAt, now: now)
        let isWhole = occurredTime.allSatisfy(\.isWhitespace) || day != nil && day?.day == nil
        guard !isWhole, !occurredAt.allSatisfy(\.isWhitespace) else { return (occurredAt, day) }
        let text = "\(occurredAt) \(occurredTime)"
        return (text, zone.contactTime(typed: text, now: now))
    }

    private mutating func setTime(_ time: ContactTime, in zone: ReaderZone) {
        guard time.precision == nil else {
            (occurredAt, occurredTime) = (time.text, "")
            return
        }
        let moment = zone.moment(time.instant)
        (occurredAt, occurredTime) = (moment.day.text, moment.time.text)
    }

    /// The entries of an interaction that is to be edited.
    public init(editing interaction: Interaction, in zone: ReaderZone) {
        self.init(like: interaction, in: zone)
        editing = interaction.id
        version = interaction.version
        content = (interaction.contentWithoutNote ?? "").replacing("\r\n", with: "\n")
        for field in Self.fields { beginnings[field] = fingerprint(of: field) }
    }

    /// Whether an edit has changed a field.
    public func isTouched(_ field: String) -> Bool {
        beginnings[field] != fingerprint(of: field)
    }

    private func fingerprint(of field: String) -> String {
        var fingerprint = Fingerprint()
        fingerprint.append(Array(text(of: field).utf8))
        return fingerprint.description
    }

    private func text(of field: String) -> String {
        switch field {
        case "school_id": schoolID
        case "coach_id": coachID
        case "other_coach_name": otherCoachName
        case "type": type
        case "occurred_at": "\(occurredAt) \(occurredTime)"
        case "direction": direction
        case "subject": subject
        case "content": content
        case "sentiment": sentiment
        default: signals.sorted().joined(separator: ",")
        }
    }

    /// The entries of a logged interaction, for another one like it (D-48).
    public init(like interaction: Interaction, in zone: ReaderZone) {
        schoolID = interaction.schoolID?.text ?? ""
        coachID =
            interaction.coachID?.text ?? (interaction.otherCoachName == nil ? "" : Self.otherCoach)
        otherCoachName = interaction.otherCoachName ?? ""
        type = interaction.type == .other ? "" : interaction.type.rawValue
        direction = interaction.direction.rawValue
        if let time = interaction.displayTime { setTime(time, in: zone) }
        subject = interaction.subject ?? ""
        let text = interaction.content ?? ""
        content = InterestCalibration.split(text)?.text ?? text
        sentiment = interaction.sentiment?.rawValue ?? ""
        signals = interaction.interestAnswers?.map(\.rawValue) ?? []
    }
}
