/// A coach who was seen at an event. Name and role are current, so that corrections appear
/// everywhere; the recorded ones are kept beside them (D-25).
public struct CoachPresence: Codable, Hashable, Sendable {
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

    enum CodingKeys: String, CodingKey {
        case name, role, email, phone
        case coachID = "coach_id"
        case schoolID = "school_id"
        case recordedName = "recorded_name"
        case recordedRole = "recorded_role"
    }

    /// Creates a presence with recorded values only; the current ones are nil.
    public init(coachID: CoachID, recordedName: String, recordedRole: CoachRole) {
        self.coachID = coachID
        self.recordedName = recordedName
        self.recordedRole = recordedRole
    }

    /// Writes every key; missing values are `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(coachID, forKey: .coachID)
        try container.encode(name, forKey: .name)
        try container.encode(role, forKey: .role)
        try container.encode(schoolID, forKey: .schoolID)
        try container.encode(email, forKey: .email)
        try container.encode(phone, forKey: .phone)
        try container.encode(recordedName, forKey: .recordedName)
        try container.encode(recordedRole, forKey: .recordedRole)
    }
}

/// A coach of the event's school who is not yet recorded as present (EV-26).
public struct AvailableCoach: Codable, Hashable, Sendable {
    public var id: CoachID
    /// The first and last name.
    public var name: String
    public var role: CoachRole

    public init(id: CoachID, name: String, role: CoachRole) {
        self.id = id
        self.name = name
        self.role = role
    }
}
