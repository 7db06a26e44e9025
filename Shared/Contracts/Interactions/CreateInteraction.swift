/// Logs an interaction (page Add Interaction).
public enum CreateInteraction: Operation {
    public static let definition = OperationDefinition(
        "interactions.create", of: .interactions, .write, .players("create interactions"),
        "Log a contact with a school or coach", admitsParentsWhoLog: true,
        http: .create("/interactions"))

    /// The submitted form.
    @JSONObject
    public struct Request: FlatFormRequest {
        public var schoolID: FormField<String>
        public var coachID: FormField<String>
        public var eventID: FormField<String>
        public var type: FormField<String>
        public var direction: FormField<String>
        /// The time of the contact: an RFC 3339 instant, or a day `2026-02-03` or a month `2026-02`
        /// if no more is known.
        public var occurredAt: FormField<String>
        public var subject: FormField<String>
        public var content: FormField<String>
        public var sentiment: FormField<String>
        /// The name of a coach who is not listed.
        public var otherCoachName: FormField<String>
        /// The signals answered with yes.
        public var interestAnswers: FormField<[String]>
        /// The player whose contact it is, for a parent of a family that lets parents log.
        public var playerID: FormField<String>

        public func validated() throws(ServiceError) -> Input {
            var errors = FieldErrors()
            let reading = reading(isNew: true, &errors)
            try errors.throwIfAny()
            guard let type = reading.type, let direction = reading.direction,
                let occurredAt = reading.occurredAt
            else { throw .invalid("type", Refusal.type) }
            return Input(
                schoolID: reading.schoolID, coachID: reading.coachID, eventID: reading.eventID,
                type: type, direction: direction, occurredAt: occurredAt.instant,
                occurredPrecision: occurredAt.precision, subject: reading.subject,
                content: reading.content, sentiment: reading.sentiment,
                otherCoachName: reading.coachID == nil ? reading.otherCoachName : nil,
                signals: reading.signals, playerID: reading.playerID)
        }

        /// Validates each field that is given, and for a new record that all are that it needs.
        func reading(isNew: Bool, _ errors: inout FieldErrors) -> Reading {
            var reading = Reading()
            reading.schoolID = errors.optionalIdentifier(
                schoolID, named: "school_id", Refusal.school)
            reading.coachID = errors.optionalIdentifier(coachID, named: "coach_id", Refusal.coach)
            if isNew, reading.schoolID == nil, reading.coachID == nil {
                errors.refuse("school_id", Refusal.school)
            }
            func isRead(_ field: FormField<String>) -> Bool {
                isNew || field.value != nil || field.isMalformed
            }
            if isRead(type) {
                reading.type = errors.requiredWord(type, named: "type", Refusal.type)
            }
            if isRead(direction) {
                reading.direction = errors.requiredWord(
                    direction, named: "direction", Refusal.direction)
            }
            reading.occurredAt = occurredAt.value.flatMap { ContactTime(text: $0) }
            if isRead(occurredAt), reading.occurredAt == nil {
                errors.refuse("occurred_at", Refusal.occurredAt)
            }
            readWords(into: &reading, &errors)
            reading.playerID = errors.optionalIdentifier(
                playerID, named: "player_id", ParentsLogText.playerRefusal)
            return reading
        }

        private func readWords(into reading: inout Reading, _ errors: inout FieldErrors) {
            let subject = errors.optionalText(
                subject, named: "subject", max: InteractionLimit.subjectMax, Refusal.subject)
            reading.subject = Sanitizer.plainText(subject?.visibleLine)
            let content = errors.optionalText(
                content, named: "content", max: InteractionLimit.contentMax, Refusal.content)
            reading.content = Sanitizer.plainText(content)
            reading.sentiment = errors.optionalWord(
                sentiment, named: "sentiment", Refusal.sentiment)
            let otherCoachName = errors.optionalText(
                otherCoachName, named: "other_coach_name",
                max: InteractionLimit.otherCoachNameMax, Refusal.otherCoachName)
            reading.otherCoachName = Sanitizer.plainText(otherCoachName?.visibleLine)
            reading.eventID = errors.optionalIdentifier(
                eventID, named: "event_id", Refusal.event)
            reading.signals = errors.signals(interestAnswers, named: "interest_answers")
        }
    }

    /// The fields that have a valid value. Texts are plain text; empty ones are nil.
    struct Reading {
        var schoolID: SchoolID?
        var coachID: CoachID?
        var eventID: EventID?
        var type: InteractionType?
        var direction: Direction?
        var occurredAt: ContactTime?
        var subject: String?
        var content: String?
        var sentiment: Sentiment?
        var otherCoachName: String?
        var signals: [InterestSignal]?
        var playerID: UserID?
    }

    /// The error texts of the page's validation table.
    public enum Refusal {
        public static let school = SchoolTag.refusal
        /// The coach does not exist or is not at that school.
        public static let coach = CoachTag.refusal
        public static let type = "Please select an interaction type"
        public static let direction = "Please select a direction"
        public static let occurredAt = "Please select a date and time"
        public static let subject = "Subject must be 500 characters or less"
        public static let content = "Content must be 10,000 characters or less"
        public static let sentiment = "Invalid sentiment value"
        public static let event = EventTag.refusal
        public static let otherCoachName = "Coach name must be 200 characters or less"
    }

    /// The validated form. Texts are plain text; empty ones are nil.
    public struct Input: Sendable {
        /// The school; nil if only the coach is given.
        public let schoolID: SchoolID?
        public let coachID: CoachID?
        public let eventID: EventID?
        public let type: InteractionType
        public let direction: Direction
        public let occurredAt: Instant
        /// What is known of the time, if it is not the time of day.
        public let occurredPrecision: DatePrecision?
        public let subject: String?
        /// The content without the calibration note.
        public let content: String?
        public let sentiment: Sentiment?
        /// The name of a coach who is not listed; nil if a listed coach is given.
        public let otherCoachName: String?
        /// The signals answered with yes, in the order of the questions; nil if the questions were
        /// not answered.
        public let signals: [InterestSignal]?
        /// The player whose contact it is; nil for the caller's own, or the family's only player's.
        public let playerID: UserID?

        /// The level resulting from the answers; nil if the questions do not apply (D-12) or every
        /// answer was no.
        public var interestLevel: InterestLevel? {
            guard let signals,
                InterestCalibration.applies(direction: direction, sentiment: sentiment)
            else { return nil }
            let level = InterestCalibration.level(yesCount: signals.count)
            return level == .notSet ? nil : level
        }

        /// The content to store, including any calibration note.
        public var storedContent: String? {
            guard let note = interestLevel.flatMap(InterestCalibration.note) else {
                return content
            }
            return (content ?? "") + note
        }
    }

    /// The warning about answers that do not apply (D-12).
    public static let answersIgnored =
        "Interest answers are for inbound contacts with a positive sentiment; they were not stored"
    /// The warning about a contact that is still to come (D-08), which is stored all the same.
    public static let isAheadWarning = "The date is in the future"

    /// The interaction as stored.
    @JSONObject
    public struct Response {
        /// What the family's table of contact windows says about the contact; nil if it says
        /// nothing.
        public var hints: [ContactHint]?
        public var interaction: Interaction
        /// What was omitted and why, what is probably a mistake, and the texts of the hints;
        /// usually empty.
        public var warnings: [String]
    }
}

extension FieldErrors {
    /// Validates the signals answered with yes; returns them without duplicates, in the order of
    /// the questions.
    fileprivate mutating func signals(
        _ field: FormField<[String]>, named name: String
    ) -> [InterestSignal]? {
        var refusal: String {
            "Interest answers must be among "
                + InterestSignal.allCases.map(\.rawValue).joined(separator: ", ")
        }
        guard !field.isMalformed else {
            refuse(name, refusal)
            return nil
        }
        guard let words = field.value else { return nil }
        let signals = Set(words.compactMap(InterestSignal.init(rawValue:)))
        if words.contains(where: { InterestSignal(rawValue: $0) == nil }) {
            refuse(name, refusal)
        }
        return InterestSignal.allCases.filter(signals.contains)
    }
}
