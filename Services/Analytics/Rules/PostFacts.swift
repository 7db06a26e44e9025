import Contracts

/// The fields of a post that figures depend on.
struct PostFacts: Hashable, Sendable {
    /// The time of publication in milliseconds since 1970.
    let postedAt: Int64
    let school: Int64?
    /// The number of the sentiment.
    let sentiment: Int64?
    let isRecruiting: Bool
    let isTwitter: Bool

    /// Returns these facts for another school.
    func movedTo(school: Int64?) -> PostFacts {
        PostFacts(
            postedAt: postedAt, school: school, sentiment: sentiment, isRecruiting: isRecruiting,
            isTwitter: isTwitter)
    }
}

/// Numbers of posts in a period, by kind.
struct Counts: Hashable, Sendable {
    /// The number of stored counts.
    static let width = 7

    var total: Int64 = 0
    var recruiting: Int64 = 0
    var twitter: Int64 = 0
    /// Indexed by the number of the sentiment.
    var sentiments: InlineArray<4, Int64> = [0, 0, 0, 0]

    static func == (left: Counts, right: Counts) -> Bool {
        left.total == right.total && left.recruiting == right.recruiting
            && left.twitter == right.twitter
            && left.sentiments.indices.allSatisfy { left.sentiments[$0] == right.sentiments[$0] }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(total) }

    /// Adds a post, or subtracts it if `sign` is -1.
    mutating func count(_ facts: PostFacts, _ sign: Int64) {
        total += sign
        if facts.isRecruiting { recruiting += sign }
        if facts.isTwitter { twitter += sign }
        if let sentiment = facts.sentiment { sentiments[Int(sentiment)] += sign }
    }

    mutating func add(_ other: Counts, _ sign: Int64) {
        total += sign * other.total
        recruiting += sign * other.recruiting
        twitter += sign * other.twitter
        for place in sentiments.indices { sentiments[place] += sign * other.sentiments[place] }
    }

    /// Whether no count is negative.
    var isPossible: Bool {
        total >= 0 && recruiting >= 0 && twitter >= 0
            && sentiments.indices.allSatisfy { sentiments[$0] >= 0 }
    }
}
