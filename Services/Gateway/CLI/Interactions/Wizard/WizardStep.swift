import Contracts

/// One question of the form, or its end.
enum WizardStep: Codable, Hashable {
    case school
    case coach
    /// The name of a coach who is not listed.
    case otherCoach
    case coachFirstName
    case coachLastName
    case coachRole
    /// "Save Coach".
    case coachSave
    case type
    case direction
    case time
    case subject
    case content
    case sentiment
    /// One of the six questions about the coach's interest.
    case signal(InterestSignal)
    /// Everything once more, before it is sent.
    case preview

    /// The fields of the form in their order.
    static let form: [WizardStep] = [
        .school, .coach, .type, .direction, .time, .subject, .content, .sentiment,
    ]

    /// The steps that a draft needs; the six questions only when they apply (IA-25, IA-26).
    static func asked(for draft: InteractionDraft) -> [WizardStep] {
        form + (draft.isCalibrated ? InterestSignal.allCases.map { .signal($0) } : [])
    }

    /// The step whose answer this one helps to give.
    var field: WizardStep {
        switch self {
        case .otherCoach, .coachFirstName, .coachLastName, .coachRole, .coachSave: .coach
        default: self
        }
    }

    /// The field of the request that it fills.
    var fieldName: String {
        switch self {
        case .school: "school_id"
        case .coach, .coachSave: "coach_id"
        case .otherCoach: "other_coach_name"
        case .coachFirstName: "first_name"
        case .coachLastName: "last_name"
        case .coachRole: "role"
        case .type: "type"
        case .direction: "direction"
        case .time: "occurred_at"
        case .subject: "subject"
        case .content: "content"
        case .sentiment: "sentiment"
        case .signal: "interest_answers"
        case .preview: ""
        }
    }
}
