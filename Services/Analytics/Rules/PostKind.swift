import Contracts

/// What the filters of lists see of a post: its school, sentiment, network, and whether it is about
/// recruiting. A kind has a number, by which the rollups count its posts.
struct PostKind: Hashable, Sendable {
    /// The bits of a number below the school: three for the sentiment, and one each for the network
    /// and for recruiting.
    private static let schoolShift: Int64 = 5
    private static let sentimentShift: Int64 = 2
    private static let sentimentMask: Int64 = 7
    private static let twitterBit: Int64 = 2
    private static let recruitingBit: Int64 = 1

    let school: Int64?
    /// The number of the sentiment.
    let sentiment: Int64?
    let isTwitter: Bool
    let isRecruiting: Bool

    init(_ facts: PostFacts) {
        school = facts.school
        sentiment = facts.sentiment
        isTwitter = facts.isTwitter
        isRecruiting = facts.isRecruiting
    }

    init(number: Int64) {
        let school = number >> Self.schoolShift
        let sentiment = number >> Self.sentimentShift & Self.sentimentMask
        self.school = school == 0 ? nil : school - 1
        self.sentiment = sentiment == 0 ? nil : sentiment - 1
        isTwitter = number & Self.twitterBit != 0
        isRecruiting = number & Self.recruitingBit != 0
    }

    var number: Int64 {
        (school.map { $0 + 1 } ?? 0) << Self.schoolShift
            | (sentiment.map { $0 + 1 } ?? 0) << Self.sentimentShift
            | (isTwitter ? Self.twitterBit : 0) | (isRecruiting ? Self.recruitingBit : 0)
    }
}

/// The kinds of posts that the filters of a list leave.
struct KindFilter {
    private var schools: Set<Int64>?
    private var sentiments: Set<Int64>?
    private var platforms: Set<SocialPlatform>?
    private var onlyRecruiting = false

    /// Reads the filters. `school` returns the number of a school; nil if there is none.
    init(
        _ filters: ListInput<PostFilter>, school: (SchoolID) throws -> Int64?
    ) rethrows {
        onlyRecruiting = filters[.recruiting] != nil
        if let id: SchoolID = filters.id(.schoolID) {
            schools = try school(id).map { [$0] } ?? []
        }
        if case .words(let words) = filters[.sentiment] {
            sentiments = Set(
                words.compactMap { Sentiment(rawValue: $0.word).map(PostRow.number(of:)) })
        }
        if case .words(let words) = filters[.platform] {
            platforms = Set(words.compactMap { SocialPlatform(rawValue: $0.word) })
        }
    }

    func keeps(_ kind: PostKind) -> Bool {
        (!onlyRecruiting || kind.isRecruiting)
            && schools.map { $0.contains(kind.school ?? -1) } ?? true
            && sentiments.map { $0.contains(kind.sentiment ?? -1) } ?? true
            && platforms.map { $0.contains(kind.isTwitter ? .twitter : .instagram) } ?? true
    }
}
