/// A coach whom a family knows.
public struct Coach: Codable, Hashable, Sendable {
    /// The coach's id.
    public var id: CoachID
    /// The family that knows the coach.
    public var familyUnitID: FamilyID
    /// The school, if one is known.
    public var schoolID: SchoolID?
    /// The school's name, where it can be resolved.
    public var schoolName: String?
    /// The place in the staff.
    public var role: CoachRole
    /// The first name.
    public var firstName: String
    /// The last name.
    public var lastName: String
    /// The e-mail address.
    public var email: String?
    /// The phone number as typed.
    public var phone: String?
    /// The handle on Twitter.
    public var twitterHandle: String?
    /// The handle on Instagram.
    public var instagramHandle: String?
    /// The family's notes.
    public var notes: String?
    /// How readily the coach answers, in percent from 0 to 100; stored, and computed from
    /// interactions.
    public var responsivenessScore: Double?
    /// How many attempts the score was computed from.
    public var responsivenessSampleSize: Int?
    /// When the score was computed.
    public var responsivenessComputedAt: Instant?
    /// Where the score comes from; `nil` without a score.
    public var responsivenessSource: FigureSource?
    /// The middle of the times that answers took, in hours.
    public var medianAnswerHours: Double?
    /// When the coach was last heard of, else first written to.
    public var silentSince: Instant?
    /// When the last contact was; `nil` for never.
    public var lastContactDate: Instant?
    /// Counts the edits, from 1.
    public var version: Int
    /// Who added the coach.
    public var createdBy: UserID
    /// When the coach was added.
    public var createdAt: Instant
    /// When the coach was last changed.
    public var updatedAt: Instant

    /// First and last name.
    public var fullName: String { "\(firstName) \(lastName)" }
    /// The first letters of first and last name (CO-14).
    public var initials: String { "\(firstName.prefix(1))\(lastName.prefix(1))" }

    enum CodingKeys: String, CodingKey {
        case id, role, email, phone, notes, version
        case familyUnitID = "family_unit_id"
        case schoolID = "school_id"
        case schoolName = "school_name"
        case firstName = "first_name"
        case lastName = "last_name"
        case twitterHandle = "twitter_handle"
        case instagramHandle = "instagram_handle"
        case responsivenessScore = "responsiveness_score"
        case responsivenessSampleSize = "responsiveness_sample_size"
        case responsivenessComputedAt = "responsiveness_computed_at"
        case responsivenessSource = "responsiveness_source"
        case medianAnswerHours = "median_answer_hours"
        case silentSince = "silent_since"
        case lastContactDate = "last_contact_date"
        case createdBy = "created_by"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    private enum FurtherKeys: String, CodingKey {
        case initials
    }

    /// A coach with these particulars, never contacted so far.
    public init(
        id: CoachID, familyUnitID: FamilyID, schoolID: SchoolID?, schoolName: String?,
        role: CoachRole, firstName: String, lastName: String, email: String?, phone: String?,
        twitterHandle: String?, instagramHandle: String?, notes: String?, version: Int,
        createdBy: UserID, createdAt: Instant, updatedAt: Instant
    ) {
        self.id = id
        self.familyUnitID = familyUnitID
        self.schoolID = schoolID
        self.schoolName = schoolName
        self.role = role
        self.firstName = firstName
        self.lastName = lastName
        self.email = email
        self.phone = phone
        self.twitterHandle = twitterHandle
        self.instagramHandle = instagramHandle
        self.notes = notes
        self.version = version
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// Writes every key; what is missing is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(familyUnitID, forKey: .familyUnitID)
        try container.encode(schoolID, forKey: .schoolID)
        try container.encode(schoolName, forKey: .schoolName)
        try container.encode(role, forKey: .role)
        try container.encode(firstName, forKey: .firstName)
        try container.encode(lastName, forKey: .lastName)
        try container.encode(email, forKey: .email)
        try container.encode(phone, forKey: .phone)
        try container.encode(twitterHandle, forKey: .twitterHandle)
        try container.encode(instagramHandle, forKey: .instagramHandle)
        try container.encode(notes, forKey: .notes)
        try container.encode(version, forKey: .version)
        try container.encode(createdBy, forKey: .createdBy)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(updatedAt, forKey: .updatedAt)
        try container.encode(responsivenessScore, forKey: .responsivenessScore)
        try container.encode(responsivenessSampleSize, forKey: .responsivenessSampleSize)
        try container.encode(responsivenessComputedAt, forKey: .responsivenessComputedAt)
        try container.encode(responsivenessSource, forKey: .responsivenessSource)
        try container.encode(medianAnswerHours, forKey: .medianAnswerHours)
        try container.encode(silentSince, forKey: .silentSince)
        try container.encode(lastContactDate, forKey: .lastContactDate)
        var further = encoder.container(keyedBy: FurtherKeys.self)
        try further.encode(initials, forKey: .initials)
    }
}
