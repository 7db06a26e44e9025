/// A coach who was seen at an event. Name and role are current, so that corrections appear
/// everywhere; the recorded ones are kept beside them (D-25).
@JSONObject(nulls: true)
public struct CoachPresence: Hashable {
    public var coachID: CoachID
    /// The current first and last name; nil if the coach is no longer known.
    public var name: String?
    /// The current role; nil if the coach is no longer known.
    public var role: CoachRole?
    /// The coach's current school.
    public var schoolID: SchoolID?
    public var email: String?
    public var phone: String?
    /// The first and last name at the time of recording.
    public var recordedName: String
    /// The role at the time of recording.
    public var recordedRole: CoachRole

    /// The name shown for a coach who is no longer known (X-28, D-25).
    public static let unknownName = "Unknown Coach"

    /// The name to show.
    public var displayName: String { name ?? Self.unknownName }
    /// The role to show.
    public var displayRole: CoachRole { role ?? recordedRole }
}

/// A coach of the event's school who is not yet recorded as present (EV-26).
@JSONObject
public struct AvailableCoach: Hashable {
    public var id: CoachID
    /// The first and last name.
    public var name: String
    public var role: CoachRole
}
