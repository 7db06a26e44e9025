/// A post of a coach or a program on a social network, as a family keeps it (DOMAIN, post).
public struct Post: Codable, Hashable, Sendable {
    /// The post's id.
    public var id: PostID
    /// The family that imported it.
    public var familyUnitID: FamilyID
    /// The school that it tells of, if one is known (SA-26).
    public var schoolID: SchoolID?
    /// The school's name; `nil` where it cannot be resolved.
    public var schoolName: String?
    /// The coach who wrote it, if they are one of the family's.
    public var coachID: CoachID?
    /// The network.
    public var platform: SocialPlatform
    /// Its address; two posts of a family never have the same one.
    public var postURL: String?
    /// What it says.
    public var postContent: String?
    /// When it was published; it may lie ahead.
    public var postDate: Instant
    /// The author's name.
    public var authorName: String?
    /// The author's handle, as imported.
    public var authorHandle: String?
    /// Whether it is about recruiting.
    public var isRecruitingRelated: Bool
    /// How it sounds; `nil` where nobody looked.
    public var sentiment: Sentiment?
    /// Likes, answers and the like.
    public var engagementCount: Int
    /// Who imported or added it.
    public var createdBy: UserID
    /// When it was imported or added.
    public var createdAt: Instant

    enum CodingKeys: String, CodingKey {
        case id, platform, sentiment
        case familyUnitID = "family_unit_id"
        case schoolID = "school_id"
        case schoolName = "school_name"
        case coachID = "coach_id"
        case postURL = "post_url"
        case postContent = "post_content"
        case postDate = "post_date"
        case authorName = "author_name"
        case authorHandle = "author_handle"
        case isRecruitingRelated = "is_recruiting_related"
        case engagementCount = "engagement_count"
        case createdBy = "created_by"
        case createdAt = "created_at"
    }

    /// A post of a family with these two particulars, the others empty.
    public init(
        id: PostID, familyUnitID: FamilyID, platform: SocialPlatform, postDate: Instant,
        createdBy: UserID, createdAt: Instant
    ) {
        self.id = id
        self.familyUnitID = familyUnitID
        self.platform = platform
        self.postDate = postDate
        self.createdBy = createdBy
        self.createdAt = createdAt
        isRecruitingRelated = false
        engagementCount = 0
    }

    /// Writes every key; what is missing is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(familyUnitID, forKey: .familyUnitID)
        try container.encode(schoolID, forKey: .schoolID)
        try container.encode(schoolName, forKey: .schoolName)
        try container.encode(coachID, forKey: .coachID)
        try container.encode(platform, forKey: .platform)
        try container.encode(postURL, forKey: .postURL)
        try container.encode(postContent, forKey: .postContent)
        try container.encode(postDate, forKey: .postDate)
        try container.encode(authorName, forKey: .authorName)
        try container.encode(authorHandle, forKey: .authorHandle)
        try container.encode(isRecruitingRelated, forKey: .isRecruitingRelated)
        try container.encode(sentiment, forKey: .sentiment)
        try container.encode(engagementCount, forKey: .engagementCount)
        try container.encode(createdBy, forKey: .createdBy)
        try container.encode(createdAt, forKey: .createdAt)
    }
}

extension Post {
    /// Writes the record as JSON, key by key in alphabetical order: the same octets as
    /// `JSONCoding.encode`, several times faster.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("author_handle")
        json.string(authorHandle)
        json.key("author_name")
        json.string(authorName)
        json.key("coach_id")
        json.identifier(coachID)
        json.key("created_at")
        json.instant(createdAt)
        json.key("created_by")
        json.identifier(createdBy)
        json.key("engagement_count")
        json.integer(engagementCount)
        json.key("family_unit_id")
        json.identifier(familyUnitID)
        json.key("id")
        json.identifier(id)
        json.key("is_recruiting_related")
        json.bool(isRecruitingRelated)
        json.key("platform")
        json.string(platform.rawValue)
        json.key("post_content")
        json.string(postContent)
        json.key("post_date")
        json.instant(postDate)
        json.key("post_url")
        json.string(postURL)
        json.key("school_id")
        json.identifier(schoolID)
        json.key("school_name")
        json.string(schoolName)
        json.key("sentiment")
        json.string(sentiment?.rawValue)
        json.endObject()
    }
}

/// The networks whose posts are kept.
public enum SocialPlatform: String, Codable, Sendable, CaseIterable, Hashable {
    case twitter
    case instagram

    /// The label that people read.
    public var label: String {
        switch self {
        case .twitter: "Twitter"
        case .instagram: "Instagram"
        }
    }
}

/// Limits of posts, in characters unless said otherwise.
public enum PostLimit {
    /// Length of what a post says.
    public static let contentMax = 5_000
    /// Length of its address.
    public static let urlMax = 2_000
    /// Length of the author's name.
    public static let authorNameMax = 200
    /// Length of the author's handle.
    public static let authorHandleMax = 100
    /// How many likes and answers are taken.
    public static let engagement = 0...1_000_000_000
    /// The earliest date of a post: no network is older, and every chart of all posts ends.
    public static let earliestDate = Instant(milliseconds: 0)
}
