/// A coach who was seen at an event. Name and role are those of today, so that a corrected name is
/// right everywhere; what they were then is kept beside them (D-25).
public struct CoachPresence: Codable, Hashable, Sendable {
    /// The coach.
    public var coachID: CoachID
    /// First and last name of today; `nil` where the coach is known no longer.
    public var name: String?
    /// The place in the staff of today; `nil` where the coach is known no longer.
    public var role: CoachRole?
    /// The coach's school of today.
    public var schoolID: SchoolID?
    /// The e-mail address.
    public var email: String?
    /// The phone number.
    public var phone: String?
    /// First and last name when the presence was recorded.
    public var recordedName: String
    /// The place in the staff when the presence was recorded.
    public var recordedRole: CoachRole

    /// What a page shows of a coach who is known no longer (X-28, D-25).
    public static let unknownName = "Unknown Coach"

    /// The name that a page shows.
    public var displayName: String { name ?? Self.unknownName }
    /// The role that a page shows.
    public var displayRole: CoachRole { role ?? recordedRole }

    enum CodingKeys: String, CodingKey {
        case name, role, email, phone
        case coachID = "coach_id"
        case schoolID = "school_id"
        case recordedName = "recorded_name"
        case recordedRole = "recorded_role"
    }

    /// The presence of a coach who had this name and role then; of today nothing is known.
    public init(coachID: CoachID, recordedName: String, recordedRole: CoachRole) {
        self.coachID = coachID
        self.recordedName = recordedName
        self.recordedRole = recordedRole
    }

    /// Writes every key; what is missing is `null`.
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

/// A coach of an event's school who was not recorded there yet (EV-26).
public struct AvailableCoach: Codable, Hashable, Sendable {
    /// The coach.
    public var id: CoachID
    /// First and last name.
    public var name: String
    /// The place in the staff.
    public var role: CoachRole

    /// A coach of this name and role.
    public init(id: CoachID, name: String, role: CoachRole) {
        self.id = id
        self.name = name
        self.role = role
    }
}
