/// A coach whom a family knows.
public struct Coach: Codable, Hashable, Sendable {
    public var id: CoachID
    public var familyUnitID: FamilyID
    /// The school, if known.
    public var schoolID: SchoolID?
    /// The school's name, if it can be resolved.
    public var schoolName: String?
    public var role: CoachRole
    public var firstName: String
    public var lastName: String
    public var email: String?
    /// The phone number as typed.
    public var phone: String?
    public var twitterHandle: String?
    public var instagramHandle: String?
    public var notes: String?
    /// The share of attempts to reach the coach that were answered, in percent from 0 to 100.
    public var responsivenessScore: Double?
    /// The number of attempts behind the score; nil if it was imported.
    public var responsivenessSampleSize: Int?
    public var responsivenessComputedAt: Instant?
    /// The origin of the score; nil without a score.
    public var responsivenessSource: FigureSource?
    /// The median time that the coach takes to answer, in hours.
    public var medianAnswerHours: Double?
    /// The last time the coach was heard from, or else the first time the family wrote.
    public var silentSince: Instant?
    /// The time of the last contact; nil if there was none.
    public var lastContactDate: Instant?
    /// Starts at 1 and increases with each edit.
    public var version: Int
    /// The user who added the coach.
    public var createdBy: UserID
    public var createdAt: Instant
    public var updatedAt: Instant

    public var fullName: String { "\(firstName) \(lastName)" }
    /// The first letters of the first and last name (CO-14).
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

    /// Creates a coach who has not been contacted.
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

    /// Writes every key; missing values are `null`.
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
