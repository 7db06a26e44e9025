/// What an edit does to a property that may be absent.
public enum PropertyEdit<Value: Hashable & Sendable>: Hashable, Sendable {
    case kept
    case cleared
    case set(Value)

    var isSet: Bool { if case .set = self { true } else { false } }

    func applied(to old: Value?) -> Value? {
        switch self {
        case .kept: old
        case .cleared: nil
        case .set(let value): value
        }
    }
}

/// A validated edit of an interaction.
public struct InteractionEdit: Sendable {
    /// The properties that an edit can clear.
    static let clearable = [
        "school_id", "coach_id", "event_id", "subject", "content", "sentiment",
        "other_coach_name", "interest_answers",
    ]

    public let id: InteractionID
    /// The version that the edit is based on.
    public let version: Int?
    let type: InteractionType?
    let direction: Direction?
    let occurredAt: ContactTime?
    let schoolID: PropertyEdit<SchoolID>
    let coachID: PropertyEdit<CoachID>
    let eventID: PropertyEdit<EventID>
    let otherCoachName: PropertyEdit<String>
    let subject: PropertyEdit<String>
    /// The content without the calibration note.
    let content: PropertyEdit<String>
    let sentiment: PropertyEdit<Sentiment>
    let signals: PropertyEdit<[InterestSignal]>

    init(
        id: InteractionID, version: Int?, _ fields: CreateInteraction.Request,
        cleared: Set<String>, _ errors: inout FieldErrors
    ) {
        self.id = id
        self.version = version
        let reading = fields.reading(isNew: false, &errors)
        if fields.playerID.value != nil {
            errors.refuse("player_id", ParentsLogText.keptRefusal)
        }
        (type, direction, occurredAt) = (reading.type, reading.direction, reading.occurredAt)
        func edit<Value>(
            _ key: String, _ value: Value?, isGiven: Bool
        ) -> PropertyEdit<Value> {
            if cleared.contains(key) {
                if value != nil { errors.refuse(key, FieldErrors.clearedValueRefusal) }
                return .cleared
            }
            // A value of which nothing is left, such as markup only, clears the property as well.
            return value.map { .set($0) } ?? (isGiven ? .cleared : .kept)
        }
        schoolID = edit("school_id", reading.schoolID, isGiven: fields.schoolID.value != nil)
        coachID = edit("coach_id", reading.coachID, isGiven: fields.coachID.value != nil)
        eventID = edit("event_id", reading.eventID, isGiven: fields.eventID.value != nil)
        otherCoachName = edit(
            "other_coach_name", reading.otherCoachName,
            isGiven: fields.otherCoachName.value != nil)
        subject = edit("subject", reading.subject, isGiven: fields.subject.value != nil)
        content = edit("content", reading.content, isGiven: fields.content.value != nil)
        sentiment = edit("sentiment", reading.sentiment, isGiven: fields.sentiment.value != nil)
        signals = edit(
            "interest_answers", reading.signals, isGiven: fields.interestAnswers.value != nil)
    }

    /// Throws if the edit is based on a version other than the interaction's.
    public func requireVersion(of interaction: Interaction) throws(ServiceError) {
        guard version == nil || version == interaction.version else {
            throw ServiceError(
                .staleVersion,
                "\(interaction.displaySubject) has been changed; show the interaction and try again"
            )
        }
    }

    /// Returns the interaction with the edit, and warnings. Its school, coach and event are as
    /// given, and still to be looked up; a coach without a school brings their own.
    public func applied(to old: Interaction) -> (interaction: Interaction, warnings: [String]) {
        var new = old
        new.type = type ?? old.type
        new.direction = direction ?? old.direction
        if let occurredAt {
            new.occurredAt = occurredAt.instant
            new.occurredPrecision = occurredAt.precision
        }
        new.subject = subject.applied(to: old.subject)
        new.sentiment = sentiment.applied(to: old.sentiment)
        new.eventID = eventID.applied(to: old.eventID)
        setParties(of: &new, old)
        let warnings = setWords(of: &new, old)
        return (new, warnings)
    }

    /// The name of another coach takes the place of the coach, and another school drops the coach
    /// (IA-09), unless the form names a coach. Another coach brings their school along unless the
    /// form names a school (D-02).
    private func setParties(of new: inout Interaction, _ old: Interaction) {
        new.coachID = coachID.applied(to: old.coachID)
        let hasOtherSchool = schoolID.isSet && schoolID != .set(old.schoolID ?? .zero)
        if coachID == .kept, otherCoachName.isSet || hasOtherSchool { new.coachID = nil }
        let hasOtherCoach = new.coachID != nil && new.coachID != old.coachID
        new.schoolID =
            hasOtherCoach && schoolID == .kept ? nil : schoolID.applied(to: old.schoolID)
        new.otherCoachName =
            new.coachID == nil ? otherCoachName.applied(to: old.otherCoachName) : nil
    }

    /// Sets the content and the coach's interest, whose note the content ends with. An imported
    /// level, which has no answers, stays until answers are given or cleared.
    private func setWords(of new: inout Interaction, _ old: Interaction) -> [String] {
        let oldText = old.contentWithoutNote
        var warnings: [String] = []
        var note = old.content.map { String($0.dropFirst(oldText?.count ?? 0)) }
        if old.interestAnswers != nil || signals != .kept {
            let applies = InterestCalibration.applies(
                direction: new.direction, sentiment: new.sentiment)
            let answers = signals.applied(to: old.interestAnswers)
            if !applies, answers != nil {
                warnings.append(
                    signals == .kept
                        ? EditInteraction.answersDropped : CreateInteraction.answersIgnored)
            }
            new.interestAnswers = applies ? answers : nil
            let level = new.interestAnswers.map { InterestCalibration.level(yesCount: $0.count) }
            new.interestLevel = level == .notSet ? nil : level
            if new.interestLevel != old.interestLevel || new.interestLevel == nil {
                note = new.interestLevel.flatMap(InterestCalibration.note)
            }
        }
        let text = (content.applied(to: oldText) ?? "") + (note ?? "")
        new.content = text.isEmpty ? nil : text
        return warnings
    }
}

extension Interaction {
    /// The content without the note that the level of interest left there; nil if nothing is left.
    public var contentWithoutNote: String? {
        guard let content, let level = interestLevel,
            let parts = InterestCalibration.split(content), parts.level == level
        else { return content }
        return parts.text.isEmpty ? nil : parts.text
    }

    /// Returns the fields in which this interaction differs from an earlier version.
    public func changes(since old: Interaction) -> [FieldChange] {
        zip(Self.texts(of: old), Self.texts(of: self)).compactMap { before, after in
            before.text == after.text
                ? nil : FieldChange(field: after.key, before: before.text, after: after.text)
        }
    }

    /// The fields that an edit may change, with their values as text.
    private static func texts(of row: Interaction) -> [(key: String, text: String?)] {
        [
            ("school_id", row.schoolID?.text), ("coach_id", row.coachID?.text),
            ("other_coach_name", row.otherCoachName), ("event_id", row.eventID?.text),
            ("type", row.type.rawValue), ("direction", row.direction.rawValue),
            (
                "occurred_at",
                row.occurredAt.map { ContactTime($0, knownTo: row.occurredPrecision).text }
            ),
            ("subject", row.subject),
            ("content", row.content), ("sentiment", row.sentiment?.rawValue),
            ("interest_level", row.interestLevel?.rawValue),
            (
                "interest_answers",
                row.interestAnswers.map { answers in
                    answers.map(\.rawValue).joined(separator: ", ")
                }
            ),
        ]
    }
}
