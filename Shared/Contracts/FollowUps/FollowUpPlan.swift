/// A player's settings for a coach, and the next contact that follows from them.
@JSONObject(nulls: true)
public struct FollowUpPlan: FollowUpSubject, Hashable {
    /// The coach; nil for a contact that names none of the family's coaches.
    public var coachID: CoachID?
    /// The contact that was last, if there is no `coachID`.
    public var contactID: InteractionID?
    /// The coach's first and last name, or the name that was typed; nil if no name is known.
    public var coachName: String?
    /// The name of the school of the coach or of the contact, if it can be resolved.
    public var schoolName: String?
    public var playerID: UserID
    /// The player's name, if it can be resolved.
    public var playerName: String?
    /// The days from a contact to the next one.
    public var cadenceDays: Int
    /// The next contact; nil if there was no contact yet and no day is planned.
    public var next: FollowUp?
    /// The version of the settings; 0 if nothing was decided yet.
    public var version: Int

    /// Whether a contact that names no coach of the family waits no longer.
    public var isFinished: Bool { coachID == nil && contactID != nil && next == nil }
}

/// A reply that contains one plan.
@JSONObject
public struct FollowUpAnswer {
    public var plan: FollowUpPlan
}

/// The entry of the queue that a player changes.
public struct FollowUpTarget: Hashable, Sendable {
    /// The coach, or a contact that names none of the family's coaches.
    public let id: RecordID
    /// The version that the change is based on, if given.
    public let version: Int?
    /// The zone of the player's days, if given.
    public let timeZone: String?
}

extension FieldErrors {
    /// The message for a missing or malformed entry.
    static let followUpRefusal = "Please choose a coach, or a contact without one"

    /// Validates the fields that all changes of a follow-up have.
    mutating func followUpTarget(
        _ id: FormField<String>, _ version: FormField<Int>, _ timeZone: FormField<String>
    ) -> FollowUpTarget {
        FollowUpTarget(
            id: requiredIdentifier(id, named: "id", Self.followUpRefusal),
            version: optionalNumber(version, named: "version", title: "Version", from: 0),
            timeZone: self.timeZone(timeZone, named: "time_zone"))
    }
}
