/// The texts of the queue that the command line and the pages share.
public enum FollowUpText {
    /// What is said of a coach who is never due.
    public static let never = "Not due: no contact yet"

    /// What is said of somebody who is not among the coaches, and does not wait.
    public static let answered = "Nobody waits for an answer"

    /// What is said of a queue without coaches.
    public static let nobody = "No one to follow up this week"
    /// How coaches come into the queue.
    public static let wayIn =
        "Coaches appear here when they wrote last, or \(FollowUpLimit.cadenceDays) days after your "
        + "last contact"

    /// Who made a contact that names no coach, in a sentence.
    public static func unlisted(at school: String?) -> String {
        school.map { "a coach at \($0)" } ?? "a coach"
    }

    /// A text at the beginning of a line.
    public static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The refusal of a cadence of a contact that names no coach of the family.
    public static let noCadence =
        "Only your coaches have a cadence; add the coach first, or choose a day"

    /// The refusal of changes by parents.
    public static let playersOnly = "Only players can change their queue"

    /// How often a coach is contacted.
    public static func cadence(_ days: Int) -> String {
        days == 1 ? "Every day" : "Every \(days) days"
    }
}

extension FollowUpPlan {
    /// What is said if nothing is due.
    public var neverText: String { coachID == nil ? FollowUpText.answered : FollowUpText.never }
}

extension FollowUp {
    /// The days since the last contact, with what they are counted from: "31 days since the last
    /// contact", "1 day since they wrote". Nil if there was no contact.
    public var daysText: String? {
        guard let days = daysSince else { return nil }
        let isAnswer = reason == .answer
        guard days != 0 else { return isAnswer ? "They wrote today" : "Last contact today" }
        let what = isAnswer ? "they wrote" : "the last contact"
        return "\(CountedNoun.text(days, "days")) since \(what)"
    }

    /// Why the coach is due: "Keep in touch", "Answer them, snoozed".
    public var reasonText: String {
        switch decision {
        case .snooze: "\(reason.label), snoozed"
        case .done, .skip, .date, nil: reason.label
        }
    }
}
