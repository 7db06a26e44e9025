import Contracts

/// The coach of a draft.
enum CoachChoice: Codable, Equatable {
    /// None, or not chosen yet.
    case none
    /// A coach of the family.
    case listed(CoachID)
    /// A coach who is not listed: a name only (IA-47, D-09).
    case other(String)
    /// A coach to add together with the interaction, or added by a dry run (IA-42).
    case new(NewCoach)
}

/// The form's answers about a new coach (IA-42).
struct NewCoach: Codable, Equatable {
    var firstName = ""
    var lastName = ""
    /// IA-43.
    var role = CoachRole.assistant

    /// First and last name.
    var name: String { "\(firstName) \(lastName)" }

    /// The request that adds the coach to a school.
    func form(at school: SchoolID?) -> CoachForm {
        var form = CoachForm(firstName: firstName, lastName: lastName, schoolID: school)
        form.role = FormField(role.rawValue)
        return form
    }

    /// The validation message of a field; nil if it is valid.
    func problem(of field: String) -> String? {
        do {
            _ = try form(at: nil).validated()
            return nil
        } catch { return error.errors[field] }
    }
}

/// The values of an interaction's form, from flags, an earlier record and answers.
struct InteractionDraft: Codable, Equatable {
    var schoolID: SchoolID?
    var coach = CoachChoice.none
    var type: InteractionType?
    /// IA-03.
    var direction = Direction.outbound
    /// IA-04: nil for the time at which the form is sent or shown.
    var occurredAt: ContactTime?
    var subject: String?
    var content: String?
    var sentiment: Sentiment?
    /// The signals answered with yes, in the order of the questions; nil if none was asked.
    var signals: [InterestSignal]?
    /// Set by a flag only; the form does not ask for it (IA-22).
    var eventID: String?
    /// The player for whom a parent logs it. Set by a flag only.
    var playerID: UserID?

    /// IA-25: whether the six questions are asked.
    var isCalibrated: Bool {
        InterestCalibration.applies(direction: direction, sentiment: sentiment)
    }

    /// The level given by the current answers (IA-28).
    var interestLevel: InterestLevel {
        InterestCalibration.level(yesCount: signals?.count ?? 0)
    }

    /// Records the answer to one of the six questions.
    mutating func answer(_ signal: InterestSignal, _ isYes: Bool) {
        let others = (signals ?? []).filter { $0 != signal }
        let all = isYes ? others + [signal] : others
        signals = InterestSignal.allCases.filter(all.contains)
    }

    /// The form as a request. A new coach is left out, as it has no id before it is added.
    func request(now: Instant) -> CreateInteraction.Request {
        var request = CreateInteraction.Request(
            type: type?.rawValue, direction: direction.rawValue,
            occurredAt: occurredAt?.text ?? now.text)
        request.schoolID = FormField(schoolID?.text)
        switch coach {
        case .none, .new: break
        case .listed(let id): request.coachID = FormField(id.text)
        case .other(let name): request.otherCoachName = FormField(name)
        }
        request.eventID = FormField(eventID)
        request.subject = FormField(subject)
        request.content = FormField(content)
        request.sentiment = FormField(sentiment?.rawValue)
        request.interestAnswers = FormField(signals.map { $0.map(\.rawValue) })
        request.playerID = FormField(playerID?.text)
        return request
    }

    /// The service's validation message for a field; nil if it is valid.
    func problem(of field: String) -> String? {
        do {
            _ = try request(now: .earliest).validated()
            return nil
        } catch { return error.errors[field] }
    }
}

extension InteractionDraft {
    /// D-48: the values of an earlier record, to be logged again. Attachments are not copied. The
    /// note on the coach's interest is removed from the content if the record has the answers that
    /// will produce it again.
    init(again record: Interaction) {
        schoolID = record.schoolID
        if let id = record.coachID {
            coach = .listed(id)
        } else if let name = record.otherCoachName {
            coach = .other(name)
        }
        type = record.type
        direction = record.direction
        occurredAt = record.occurredAt.map { ContactTime($0, knownTo: record.occurredPrecision) }
        subject = record.subject
        content = record.content
        sentiment = record.sentiment
        signals = record.interestAnswers
        eventID = record.eventID?.text
        if record.interestAnswers != nil,
            let note = record.interestLevel.flatMap(InterestCalibration.note),
            let text = content, text.utf8.suffix(note.utf8.count).elementsEqual(note.utf8)
        {
            let plain = String(decoding: text.utf8.dropLast(note.utf8.count), as: UTF8.self)
            content = plain.isEmpty ? nil : plain
        }
    }
}
