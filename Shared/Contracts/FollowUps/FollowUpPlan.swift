/// A player's settings for a coach, and the next contact that follows from them.
@JSONObject(nulls: true)
public struct FollowUpPlan: Hashable {
    public var coachID: CoachID
    /// The coach's first and last name.
    public var coachName: String
    public var playerID: UserID
    /// The player's name, if it can be resolved.
    public var playerName: String?
    /// The days from a contact to the next one.
    public var cadenceDays: Int
    /// The next contact; nil if there was no contact yet and no day is planned.
    public var next: FollowUp?
    /// The version of the settings; 0 if nothing was decided yet.
    public var version: Int
}

/// A reply that contains one plan.
@JSONObject
public struct FollowUpAnswer {
    public var plan: FollowUpPlan
}

/// The coach whose follow-up a player changes.
public struct FollowUpTarget: Hashable, Sendable {
    public let coachID: CoachID
    /// The version that the change is based on, if given.
    public let version: Int?
    /// The zone of the player's days, if given.
    public let timeZone: String?
}

extension FieldErrors {
    /// The message for a missing or malformed coach.
    static let followUpCoachRefusal = "Please choose a coach"

    /// Validates the fields that all changes of a follow-up have.
    mutating func followUpTarget(
        _ coach: FormField<String>, _ version: FormField<Int>, _ timeZone: FormField<String>
    ) -> FollowUpTarget {
        FollowUpTarget(
            coachID: requiredIdentifier(coach, named: "coach_id", Self.followUpCoachRefusal),
            version: optionalNumber(version, named: "version", title: "Version", from: 0),
            timeZone: self.timeZone(timeZone, named: "time_zone"))
    }
}
