/// A post by a coach or a program on a social network, as imported by a family (DOMAIN, post).
@JSONObject(nulls: true)
public struct Post: JSONReadable, Hashable {
    public var id: PostID
    /// The family that imported it.
    public var familyUnitID: FamilyID
    /// The school that it is about, if known (SA-26).
    public var schoolID: SchoolID?
    /// The school's name; nil if it cannot be resolved.
    public var schoolName: String?
    /// The author, if they are one of the family's coaches.
    public var coachID: CoachID?
    /// The coach's name; nil if it cannot be resolved.
    public var coachName: String?
    public var platform: SocialPlatform
    /// Its address, unique within a family.
    public var postURL: String?
    public var postContent: String?
    /// The time of publication, which may be in the future.
    public var postDate: Instant
    public var authorName: String?
    /// The author's handle, as imported.
    public var authorHandle: String?
    public var isRecruitingRelated: Bool
    /// The tone; nil if it was not assessed.
    public var sentiment: Sentiment?
    /// The number of likes, replies and similar reactions.
    public var engagementCount: Int
    /// The user who imported or added it.
    public var createdBy: UserID
    /// The time at which it was imported or added.
    public var createdAt: Instant

    /// Creates a post whose other properties are empty.
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
}

/// The social networks whose posts are kept.
public enum SocialPlatform: String, LabelledWord, Codable, JSONWritable, JSONReadable, Sendable,
    CaseIterable,
    Hashable
{
    case twitter
    case instagram
}
