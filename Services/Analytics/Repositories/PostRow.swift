import Contracts
import DataServiceKit
import Storage

/// Converts between `posts` rows and `Post`; words are stored as small integers.
enum PostRow {
    /// The columns of a record, in the order in which `post` reads them.
    static let columns = """
        p.id, p.posted_at, p.platform, p.recruiting, p.sentiment, s.school_id, s.name, c.coach_id,
        p.engagement, p.created_at, p.created_by, p.url, p.author_handle, p.author_name, p.content,
        c.name
        """
    static let joins = """
        LEFT JOIN family_schools AS s ON s.family_no = p.family_no AND s.number = p.school
        LEFT JOIN family_coaches AS c ON c.no = p.coach AND c.family_no = p.family_no
        """

    /// Returns the record in a row of `columns`.
    static func post(_ row: borrowing Row, of family: FamilyID) throws -> Post {
        var post = Post(
            id: try row.identifier(0), familyUnitID: family,
            platform: try platform(row.int64(2)), postDate: try row.instant(1),
            createdBy: try row.identifier(10), createdAt: try row.instant(9))
        post.isRecruitingRelated = try row.bool(3)
        post.sentiment = try row.int64OrNil(4).map(sentiment)
        post.schoolID = try row.identifierOrNil(5)
        post.schoolName = try row.textOrNil(6)
        post.coachID = try row.identifierOrNil(7)
        post.engagementCount = Int(try row.int64(8))
        post.postURL = try row.textOrNil(11)
        post.authorHandle = try row.textOrNil(12)
        post.authorName = try row.textOrNil(13)
        post.postContent = try row.textOrNil(14)
        post.coachName = try row.textOrNil(15)
        return post
    }

    static func number(of platform: SocialPlatform) -> Int64 { platform == .twitter ? 0 : 1 }

    /// The number of a sentiment: its position on the page.
    static func number(of sentiment: Sentiment) -> Int64 {
        Int64(Sentiment.allCases.firstIndex(of: sentiment) ?? 0)
    }

    static func platform(_ number: Int64) throws -> SocialPlatform {
        switch number {
        case 0: .twitter
        case 1: .instagram
        default: throw StorageError(code: .mismatch, message: "unknown platform \(number)")
        }
    }

    private static func sentiment(_ number: Int64) throws -> Sentiment {
        guard let place = Int(exactly: number), Sentiment.allCases.indices.contains(place) else {
            throw StorageError(code: .mismatch, message: "unknown sentiment \(number)")
        }
        return Sentiment.allCases[place]
    }
}

extension Post {
    /// Creates the record of a new post, equal to the one that is read from its row.
    init(
        _ id: PostID, of family: FamilyID, _ input: PostInput, _ references: PostWriter.References,
        _ origin: PostWriter.Origin
    ) {
        self.init(
            id: id, familyUnitID: family, platform: input.platform, postDate: input.date,
            createdBy: origin.createdBy, createdAt: origin.createdAt)
        schoolID = input.schoolID
        schoolName = references.school?.name
        coachID = input.coachID
        coachName = references.coach?.name
        postURL = input.url
        postContent = input.content
        authorName = input.authorName
        authorHandle = input.authorHandle
        isRecruitingRelated = input.isRecruitingRelated
        sentiment = input.sentiment
        engagementCount = input.engagementCount
    }
}
