/// The texts of the queue that the command line and the pages share.
public enum FollowUpText {
    /// What is said of a coach who is never due.
    public static let never = "Not due: no contact yet"

    /// What is said of a queue without coaches.
    public static let nobody = "No one to follow up this week"
    /// How coaches come into the queue.
    public static let wayIn =
        "Coaches appear here when they wrote last, or \(FollowUpLimit.cadenceDays) days after your "
        + "last contact"

    /// The refusal of changes by parents.
    public static let playersOnly = "Only players can change their queue"

    /// How often a coach is contacted.
    public static func cadence(_ days: Int) -> String {
        days == 1 ? "Every day" : "Every \(days) days"
    }
}

extension FollowUp {
    /// Why the coach is due: "Keep in touch", "Answer them, snoozed".
    public var reasonText: String {
        switch decision {
        case .snooze: "\(reason.label), snoozed"
        case .done, .skip, .date, nil: reason.label
        }
    }
}
